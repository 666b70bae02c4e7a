import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPStanzas

/// What is to be done about a stanza that came in; the same for all that is not the application's.
enum IncomingStanza {
    /// The application gets it.
    case deliver(Stanza)
    /// It answers a request, perhaps one of this side.
    case response(IQ)
    /// The session answers it by itself.
    case answer(Stanza, reply: Element)
    /// Nobody gets it, because its sender pretends to be the account.
    case distrust(Stanza)
    /// It cannot be understood; its sender is told, where that is allowed.
    case erroneous(ErroneousStanza, reply: Element?)

    /// Judges a stanza; nil if the element is none.
    ///
    /// - Parameters:
    ///   - account: The address that is bound to the stream.
    ///   - answered: The names of the payloads of requests that the application answers.
    init?(_ element: Element, account: JID, answered: Set<Name>) {
        do throws(ErroneousStanza) {
            guard let stanza = try Stanza(element) else { return nil }
            switch stanza {
            case .message(let message): self = Self.judge(message, stanza, account)
            case .presence: self = .deliver(stanza)
            case .iq(let iq) where !iq.isRequest: self = .response(iq)
            case .iq(let iq): self = Self.judge(request: iq, stanza, account, answered)
            }
        } catch {
            self = .erroneous(error, reply: error.errorReply())
        }
    }

    private static func judge(_ message: Message, _ stanza: Stanza, _ account: JID) -> IncomingStanza {
        let isCarbon = message.children.contains(where: Carbon.matches)
        let isForged = isCarbon && !StanzaOrigin(message.from, account: account).mayForward
        return isForged ? .distrust(stanza) : .deliver(stanza)
    }

    private static func judge(
        request: IQ,
        _ stanza: Stanza,
        _ account: JID,
        _ answered: Set<Name>
    ) -> IncomingStanza {
        let isPush = request.payloadElement?.has(Roster.element) ?? false
        let isForgedPush = isPush && !StanzaOrigin(request.from, account: account).isOwnAccount
        guard let reply = request.automaticReply(answered: isForgedPush ? [] : answered) else {
            return .deliver(stanza)
        }
        return .answer(stanza, reply: reply.element)
    }
}

extension IQ {
    /// The answer of a session to a request that its application does not answer: a pong (XEP-0199 §4), or a refusal (RFC
    /// 6120 §8.4); nil for a request with a payload that is `answered`.
    func automaticReply(answered: Set<Name>) -> IQ? {
        guard let payload = payloadElement, !answered.contains(payload.name) else { return nil }
        if type == .get, payload.has(Ping.element) { return result() }
        return errorReply(StanzaError(.serviceUnavailable))
    }
}
