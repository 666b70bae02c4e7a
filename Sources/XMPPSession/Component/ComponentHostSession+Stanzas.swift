import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

// MARK: - What comes in

extension ComponentHostSession: StreamSession {
    var isDeaf: Bool {
        switch state {
        case .awaitingSecret, .ended: true
        case .opening, .awaitingProof, .established, .closing, .changing: false
        }
    }

    func makePing(id: String, _ established: Established) -> IQ {
        IQ(get: Ping(), to: established.jid, from: established.jid, id: id)
    }

    /// The session asks nothing but for signs of life, which are not reported.
    func report(_ outcome: RequestOutcome) {}
    /// There is no stream management on these streams.
    func report(acknowledged number: UInt64) {}

    func handle(_ opening: StreamOpening, now: Instant) {
        guard case .opening = state else { return }
        let domain = StreamHeader(opening).to
        guard opening.contentNamespace == .component else {
            open(domain)
            end(.violation(.wrongContentNamespace(opening.contentNamespace)), now: now)
            return
        }
        guard let domain, domain.domainOnly == domain else {
            open(nil)
            end(.violation(.unknownHost), now: now)
            return
        }
        state = .awaitingSecret(domain, deadline: now.advanced(by: settings.timeouts.application))
        emit(.domainRequested(domain))
    }

    func handle(_ element: Element, now: Instant) {
        switch state {
        case .awaitingProof(let domain, let expected, _): check(element, domain, expected, now: now)
        case .established(let established): handleEstablished(element, established.jid, now: now)
        case .closing(let closing):
            if let established = closing.established { handleEstablished(element, established.jid, now: now) }
        case .opening, .awaitingSecret: endUnexpected(element, now: now)
        case .ended, .changing: break
        }
    }

    private func check(_ element: Element, _ domain: JID, _ expected: Secret, now: Instant) {
        guard let handshake = try? ComponentHandshake(element), Secret(handshake.digest).matches(expected) else {
            end(.violation(.notAuthenticated(element.name)), now: now)
            return
        }
        state = .established(Established(jid: domain, management: .off, at: now))
        wire.write(ComponentHandshake())
        emit(.established(domain))
    }

    private func handleEstablished(_ element: Element, _ domain: JID, now: Instant) {
        guard StanzaKind(element) != nil else {
            emit(.unknownElement(element))
            endUnexpected(element, now: now)
            return
        }
        guard element.namespace == .component else {
            end(.violation(.wrongContentNamespace(element.namespace)), now: now)
            return
        }
        do throws(ErroneousStanza) {
            guard let stanza = try Stanza(element) else { return }
            handle(stanza, domain, now: now)
        } catch {
            guard haveAddresses(error.from, error.element.attribute(.to), domain, now: now) else { return }
            emit(.erroneousStanza(error))
            if let reply = error.errorReply() { answer(with: reply, now: now) }
        }
    }

    private func handle(_ stanza: Stanza, _ domain: JID, now: Instant) {
        guard haveAddresses(stanza.from, stanza.element.attribute(.to), domain, now: now) else { return }
        if case .iq(let iq) = stanza, iq.from == domain, iq.to == domain, handleOwn(iq, now: now) { return }
        emit(.stanza(stanza))
    }

    /// Whether a stanza says who it is from and for, truthfully (XEP-0114 §3); the stream ends where it does not.
    private func haveAddresses(_ sender: JID?, _ addressee: String?, _ domain: JID, now: Instant) -> Bool {
        guard sender?.domainOnly == domain else {
            end(.violation(.forgedSender), now: now)
            return false
        }
        guard addressee != nil else {
            end(.violation(.missingAddress), now: now)
            return false
        }
        return true
    }

    /// What a component says to its own domain is about the stream: a ping, or the answer to one.
    private func handleOwn(_ iq: IQ, now: Instant) -> Bool {
        guard iq.isRequest else {
            var probe: RequestTracker.Pending?
            changeEstablished { probe = $0.requests.take(iq.id, from: iq.from, account: iq.from ?? $0.jid) }
            return probe != nil
        }
        guard iq.type == .get, iq.payloadElement?.has(Ping.element) == true, let pong = iq.result() else {
            return false
        }
        emit(.answered(.iq(iq), reply: pong.element))
        answer(with: pong.element, now: now)
        return true
    }

    // MARK: - The end

    func end(_ cause: Ending.Cause, now: Instant) {
        if ending != nil { return }
        // An error needs a stream to be told on, whether the component has opened its own or not (XEP-0114 §3).
        if case .opening = state, !wire.isOpen, cause.toldError != nil { open(nil) }
        finish(Ending(side: cause.side, cause: cause, unacknowledged: [], resumption: nil))
    }
}

extension ComponentHostSession.State: StreamState {
    var common: CommonState? {
        switch self {
        case .established(let established): .established(established)
        case .closing(let closing): .closing(closing)
        case .ended(let ending): .ended(ending)
        case .changing: .changing
        case .opening, .awaitingSecret, .awaitingProof: nil
        }
    }
}
