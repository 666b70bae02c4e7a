public import XMLStream
import XMPPAddress
import XMPPExtensions
public import XMPPStanzas

// MARK: - What comes in on an established stream

extension ServerSession {
    func handleEstablished(_ element: Element, now: Instant) {
        guard let jid = boundJID else { return }
        guard StanzaKind(element) != nil else {
            handleNonza(element, now: now)
            return
        }
        guard element.namespace == .client else {
            end(.violation(.wrongContentNamespace(element.namespace)), now: now)
            return
        }
        let stanza: Stanza
        do throws(ErroneousStanza) {
            guard let read = try Stanza(element) else { return }
            stanza = read
        } catch {
            guard !isForged(error, jid) else {
                end(.violation(.forgedSender), now: now)
                return
            }
            changeEstablished { $0.recordReceived() }
            emit(.erroneousStanza(error))
            if let reply = error.errorReply() { answer(with: reply, now: now) }
            return
        }
        if let from = stanza.from, from != jid, from != jid.bare {
            end(.violation(.forgedSender), now: now)
            return
        }
        // Whatever becomes of it, it was received and is dealt with (XEP-0198 §4).
        changeEstablished { $0.recordReceived() }
        handle(stanza, from: jid, now: now)
    }

    /// Whether a stanza that cannot be understood claims another sender; what is no address is another.
    private func isForged(_ stanza: ErroneousStanza, _ jid: JID) -> Bool {
        stanza.element.attribute(.from) != nil && stanza.from != jid && stanza.from != jid.bare
    }

    private func handle(_ stanza: Stanza, from jid: JID, now: Instant) {
        guard case .iq(let iq) = stanza, isForSession(iq.to, jid) else {
            emit(.stanza(stanza.stamped(jid)))
            return
        }
        if !iq.isRequest, takeProbe(iq, jid) { return }
        if let reply = ownReply(to: iq) {
            emit(.answered(stanza, reply: reply.element))
            answer(with: reply.element, now: now)
        } else if !handleAccountRequest(iq, now: now) {
            emit(.stanza(stanza.stamped(jid)))
        }
    }

    /// Whether the session may deal with what has this addressee: the account, or the server on its behalf.
    private func isForSession(_ addressee: JID?, _ jid: JID) -> Bool {
        addressee == nil || addressee == jid.domainOnly || addressee == jid.bare
    }

    private func takeProbe(_ response: IQ, _ jid: JID) -> Bool {
        var probe: RequestTracker.Pending?
        changeEstablished { probe = $0.requests.take(response.id, from: jid, account: jid) }
        return probe != nil
    }

    /// The answer to a ping (XEP-0199 §4.1), or to what belongs to the negotiation, which is over.
    private func ownReply(to iq: IQ) -> IQ? {
        guard let payload = iq.payloadElement, iq.isRequest else { return nil }
        if payload.has(Ping.element), iq.type == .get { return iq.result() }
        if payload.has(Session.element), iq.type == .set { return iq.result() }
        if payload.has(Bind.element) { return iq.errorReply(StanzaError(.notAllowed)) }
        return nil
    }

    private func handleNonza(_ element: Element, now: Instant) {
        if handleAcknowledging(element, now: now, refuse: { endUnknown($0, now: now) }) { return }
        if element.has(SMEnable.element) {
            enableManagement(element, now: now)
        } else if element.has(SMResume.element) {
            wire.write(SMFailed(.unexpectedRequest))
        } else {
            endUnknown(element, now: now)
        }
    }

    private func endUnknown(_ element: Element, now: Instant) {
        emit(.unknownElement(element))
        endUnexpected(element, now: now)
    }

    // MARK: - What goes out

    /// Sends the client a stanza, whoever it is from.
    ///
    /// - Returns: The number that an acknowledgement is reported by.
    ///
    /// Throws a ``LocalError`` and sends nothing for a stanza that cannot be sent here and now.
    @discardableResult
    public func send(_ stanza: some StanzaProtocol, now: Instant) throws(LocalError) -> UInt64 {
        try send(stanza.element, now: now)
    }

    /// Sends the client a stanza that was built, or came in, as an element; of whichever namespace, it goes out in the
    /// stream's. Otherwise as ``send(_:now:)`` for typed ones.
    @discardableResult
    public func send(_ element: Element, now: Instant) throws(LocalError) -> UInt64 {
        guard let established else { throw unsendable }
        guard StanzaKind(element) != nil else { throw .notAStanza }
        guard !established.ledger.isFull(settings.streamManagement) else {
            throw .tooManyUnacknowledged
        }
        return send(try encode(element), of: element, now: now)
    }
}

extension Stanza {
    /// The same from this client: subscriptions from its account (RFC 6121 §3.1.2), everything else from its full address.
    fileprivate func stamped(_ jid: JID) -> Stanza {
        switch self {
        case .message(var message):
            message.from = jid
            return .message(message)
        case .iq(var iq):
            iq.from = jid
            return .iq(iq)
        case .presence(var presence):
            switch presence.type {
            case .subscribe, .subscribed, .unsubscribe, .unsubscribed: presence.from = jid.bare
            default: presence.from = jid
            }
            return .presence(presence)
        }
    }
}
