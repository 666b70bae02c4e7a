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
    /// Throws a ``LocalError`` and sends nothing for a stanza that cannot be sent here and now.
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
        if case .established = state {
            if let request { changeEstablished { $0.requests.add(request.id, request.pending) } }
            wire.write(bytes)
            let number = recordSent(element, now: now)
            requestAcknowledgementIfDue(now: now)
            return number
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
        guard let (ledger, requests) = books else {
            if case .ended = state { throw .ended }
            throw .notEstablished
        }
        guard ledger.unacknowledged.count < settings.streamManagement.maximumUnacknowledged else {
            throw .tooManyUnacknowledged
        }
        guard case .iq(let iq) = try read(element), iq.isRequest else { return nil }
        guard !requests.contains(iq.id) else { throw .duplicateRequest(id: iq.id) }
        guard requests.count < settings.maximumRequests else { throw .tooManyRequests }
        let deadline = now.advanced(by: timeout ?? settings.timeouts.request)
        return (iq.id, RequestTracker.Pending(recipient: iq.to, deadline: deadline, purpose: purpose))
    }

    private func read(_ element: Element) throws(LocalError) -> Stanza {
        guard element.namespace == .client else { throw .notAStanza }
        let stanza: Stanza?
        do throws(ErroneousStanza) {
            stanza = try Stanza(element)
        } catch {
            throw .malformedRequest
        }
        guard let stanza else { throw .notAStanza }
        return stanza
    }

    func encode(_ element: Element) throws(LocalError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(XMLWritingError) {
            try XMLWriter(in: .client).write(element, to: &bytes)
        } catch {
            throw .unwritable(error)
        }
        return bytes
    }

    /// What counts for sending: the books of the stream, or of the one that is to be resumed.
    private var books: (AcknowledgementLedger, RequestTracker)? {
        switch state {
        case .established(let established): (established.ledger, established.requests)
        default: resumption.map { ($0.ledger, $0.requests) }
        }
    }

    // MARK: Transmitting

    /// Writes a stanza of the session's own and enters it in the books.
    func transmit(_ element: Element, now: Instant) {
        wire.writeOwn(element)
        recordSent(element, now: now)
    }

    /// Enters a stanza that was written in the books.
    @discardableResult
    private func recordSent(_ element: Element, now: Instant) -> UInt64 {
        let number = nextNumber
        nextNumber += 1
        changeEstablished { established in
            established.timers.lastSent = now
            guard established.management.countsSent else { return }
            established.ledger.recordSent(SentStanza(number: number, element: element))
        }
        return number
    }

    /// Sends a stanza of the session's own, unless this side of the stream is closed.
    func answer(with reply: Element, now: Instant) {
        guard case .established(let established) = state else { return }
        let maximum = settings.streamManagement.maximumUnacknowledged
        guard established.ledger.unacknowledged.count / 2 < maximum else {
            end(.violation(.withheldAcknowledgements), now: now)
            return
        }
        transmit(reply, now: now)
        requestAcknowledgementIfDue(now: now)
    }

    private func requestAcknowledgementIfDue(now: Instant) {
        guard case .established(let established) = state, established.management.countsSent else { return }
        if established.ledger.countSinceRequest >= settings.streamManagement.stanzasPerRequest {
            requestAcknowledgement(now: now)
        } else if established.timers.requestDue == nil {
            let due = now.advanced(by: settings.streamManagement.requestDelay)
            changeEstablished { $0.timers.requestDue = due }
        }
    }

    /// Asks what the server has handled, once it counts.
    func requestAcknowledgement(now: Instant) {
        guard managedHandledCount != nil else {
            // It will be asked for when the server has agreed to count.
            let due = now.advanced(by: settings.streamManagement.requestDelay)
            changeEstablished { $0.timers.requestDue = due }
            return
        }
        wire.write(SMRequest())
        changeEstablished { established in
            established.ledger.recordRequest()
            established.timers.requestDue = nil
            established.timers.lastSent = now
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
        case .resuming(var resuming):
            resuming.stream = stream
            state = .resuming(resuming)
        case .binding, .awaitingResource, .startingSession, .established, .closing, .ended, .changing:
            return false
        }
        return true
    }
}
