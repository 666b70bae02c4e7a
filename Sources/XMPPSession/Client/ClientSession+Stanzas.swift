import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPStanzas

// MARK: - What comes in on an established stream

extension ClientSession {
    func handleEstablished(_ element: Element, now: Instant) {
        guard let account = boundJID else { return }
        guard let stanza = IncomingStanza(element, account: account, answered: settings.answeredRequests) else {
            handleManagement(element, now: now)
            return
        }
        // Whatever becomes of it, it was received and is dealt with (XEP-0198 §4).
        changeEstablished { $0.recordReceived() }
        switch stanza {
        case .deliver(let stanza): emit(.stanza(stanza))
        case .response(let response): handle(response, account, now: now)
        case .answer(let stanza, let reply): answer(with: reply, .answered(stanza, reply: reply), now: now)
        case .distrust(let stanza): emit(.distrusted(stanza))
        case .erroneous(let stanza, let reply?): answer(with: reply, .erroneousStanza(stanza), now: now)
        case .erroneous(let stanza, nil): emit(.erroneousStanza(stanza))
        }
    }

    /// Reports and answers a stanza. An answer has the `id` of what it answers, and may be too large for the server by that.
    private func answer(with reply: Element, _ event: ClientEvent, now: Instant) {
        guard let limits = established?.peerLimits, let objection = objection(to: reply, limits) else {
            emit(event)
            answer(with: reply, now: now)
            return
        }
        if case .erroneousStanza = event { emit(event) }
        emit(.notSent(SentStanza(number: nextNumber, element: reply), objection))
        nextNumber += 1
    }

    private func handle(_ response: IQ, _ account: JID, now: Instant) {
        var request: RequestTracker.Pending?
        changeEstablished { request = $0.requests.take(response.id, from: response.from, account: account) }
        guard let request else {
            emit(.unmatchedResponse(response))
            return
        }
        guard request.purpose != .probe else { return }
        emit(.response(RequestOutcome(response)))
        if response.type == .result, request.purpose == .removal { end(.accountRemoved, now: now) }
    }

    // MARK: Stream management

    private func handleManagement(_ element: Element, now: Instant) {
        if handleAcknowledging(element, now: now, refuse: { emit(.unknownElement($0)) }) { return }
        if element.has(SMEnabled.element) {
            handleEnabled(element, now: now)
        } else if element.has(SMFailed.element) {
            handleManagementRefusal(element, now: now)
        } else if element.has(SMResumed.element) {
            // Nothing was to be resumed: whose stream this is would be anybody's guess.
            endUnexpected(element, now: now)
        } else if let features = StreamFeatures(element) {
            handleLateFeatures(features, now: now)
        } else {
            emit(.unknownElement(element))
        }
    }

    private func handleEnabled(_ element: Element, now: Instant) {
        guard let enabled = try? SMEnabled(element) else {
            end(.violation(.malformedAnswer(SMEnabled.element)), now: now)
            return
        }
        var isExpected = false
        let resumability = Self.resumability(enabled)
        changeEstablished { established in
            guard case .requested = established.management else { return }
            isExpected = true
            established.management = .on(resumability)
        }
        guard isExpected else {
            endUnexpected(element, now: now)
            return
        }
        emit(.streamManagementEnabled(isResumable: resumability != nil))
    }

    static func resumability(_ enabled: SMEnabled) -> Established.Resumability? {
        guard enabled.isResumable, let id = enabled.id, !id.isEmpty else { return nil }
        let location = enabled.location.flatMap(HostAndPort.init)
        return Established.Resumability(id: id, maximum: enabled.maximum, location: location)
    }

    private func handleManagementRefusal(_ element: Element, now: Instant) {
        var isExpected = false
        changeEstablished { established in
            guard case .requested = established.management else { return }
            isExpected = true
            established.management = .off
            established.ledger = AcknowledgementLedger()
            established.timers.requestDue = nil
        }
        guard isExpected else {
            endUnexpected(element, now: now)
            return
        }
        emit(.streamManagementRefused((try? SMFailed(element))?.condition))
    }
}
