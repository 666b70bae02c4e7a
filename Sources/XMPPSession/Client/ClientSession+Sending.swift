public import XMLStream
import XMPPExtensions
public import XMPPStanzas

// MARK: - What goes out on an established stream

extension ClientSession {
    /// Sends a message, a presence or an IQ.
    ///
    /// The response to a request is reported once, by its `id`, with which no other request may be under way;
    /// ``makeID()`` makes them. While a former stream is still to be resumed the stanza waits for that, and goes out in
    /// its turn.
    ///
    /// - Parameters:
    ///   - stanza: What to send.
    ///   - timeout: For a request, how long to wait for its response; nil for the configured time.
    ///   - now: What time it is.
    /// - Returns: The number that an acknowledgement is reported by.
    ///
    /// Throws a ``LocalError`` and sends nothing for a stanza that cannot be sent here and now, such as one that is larger
    /// than the server says that it takes (XEP-0478).
    @discardableResult
    public func send(
        _ stanza: some StanzaProtocol,
        timeout: Duration? = nil,
        now: Instant
    ) throws(LocalError) -> UInt64 {
        try send(stanza.element, purpose: .application, timeout: timeout, now: now)
    }

    /// Sends a stanza that was built as an element; otherwise as ``send(_:timeout:now:)`` for typed ones.
    @discardableResult
    public func send(_ element: Element, timeout: Duration? = nil, now: Instant) throws(LocalError) -> UInt64 {
        try send(element, purpose: .application, timeout: timeout, now: now)
    }

    func send(
        _ element: Element,
        purpose: RequestTracker.Purpose,
        timeout: Duration?,
        now: Instant
    ) throws(LocalError) -> UInt64 {
        let request = try check(element, purpose, timeout, now)
        let bytes = try encode(element)
        if case .established(let established) = state {
            if let objection = established.peerLimits.objection(to: bytes.count) { throw objection }
            if let request { changeEstablished { $0.requests.add(request.id, request.pending) } }
            return send(bytes, of: element, now: now)
        }
        guard
            changeResumption({ [nextNumber] stream in
                stream.ledger.recordSent(SentStanza(number: nextNumber, element: element))
                if let request { stream.requests.add(request.id, request.pending) }
            })
        else { throw .notEstablished }
        nextNumber += 1
        return nextNumber - 1
    }

    // MARK: Checking

    private func check(
        _ element: Element,
        _ purpose: RequestTracker.Purpose,
        _ timeout: Duration?,
        _ now: Instant
    ) throws(LocalError) -> (id: String, pending: RequestTracker.Pending)? {
        guard let (ledger, requests) = books else { throw unsendable }
        guard !ledger.isFull(settings.streamManagement) else {
            throw .tooManyUnacknowledged
        }
        guard element.namespace == .client else { throw .notAStanza }
        guard case .iq(let iq) = try sendable(element), iq.isRequest else { return nil }
        return (iq.id, try request(iq, requests, purpose, timeout: timeout, now: now))
    }

    /// What counts for sending: the books of the stream, or of the one that is to be resumed.
    private var books: (AcknowledgementLedger, RequestTracker)? {
        switch state {
        case .established(let established): (established.ledger, established.requests)
        default: resumption.map { ($0.ledger, $0.requests) }
        }
    }
}

// MARK: - A stream that is still to be resumed

extension ClientSession {
    /// What the application's stanzas are added to until they can be sent.
    var resumption: ResumableStream? {
        switch state {
        case .connecting(let negotiation), .securing(let negotiation), .opening(let negotiation),
            .awaitingFeatures(let negotiation), .requestingTLS(let negotiation):
            negotiation.resumption
        case .registering(let registering), .awaitingRegistration(let registering): registering.negotiation.resumption
        case .authenticating(let authenticating): authenticating.negotiation.resumption
        case .authenticatingInline(let authenticating): authenticating.negotiation.resumption
        case .upgrading(let upgrading): upgrading.authenticating.negotiation.resumption
        case .resuming(let resuming): resuming.stream
        case .binding, .awaitingResource, .startingSession, .established, .closing, .ended, .changing: nil
        }
    }

    /// Returns whether there is one.
    private func changeResumption(_ change: (inout ResumableStream) -> Void) -> Bool {
        guard var stream = resumption else { return false }
        change(&stream)
        switch state {
        case .connecting(var negotiation):
            negotiation.resumption = stream
            state = .connecting(negotiation)
        case .securing(var negotiation):
            negotiation.resumption = stream
            state = .securing(negotiation)
        case .opening(var negotiation):
            negotiation.resumption = stream
            state = .opening(negotiation)
        case .awaitingFeatures(var negotiation):
            negotiation.resumption = stream
            state = .awaitingFeatures(negotiation)
        case .requestingTLS(var negotiation):
            negotiation.resumption = stream
            state = .requestingTLS(negotiation)
        case .registering(var registering):
            registering.negotiation.resumption = stream
            state = .registering(registering)
        case .awaitingRegistration(var registering):
            registering.negotiation.resumption = stream
            state = .awaitingRegistration(registering)
        case .authenticating(var authenticating):
            authenticating.negotiation.resumption = stream
            state = .authenticating(authenticating)
        case .authenticatingInline(var authenticating):
            authenticating.negotiation.resumption = stream
            state = .authenticatingInline(authenticating)
        case .upgrading(var upgrading):
            upgrading.authenticating.negotiation.resumption = stream
            state = .upgrading(upgrading)
        case .resuming(var resuming):
            resuming.stream = stream
            state = .resuming(resuming)
        case .binding, .awaitingResource, .startingSession, .established, .closing, .ended, .changing:
            return false
        }
        return true
    }
}
