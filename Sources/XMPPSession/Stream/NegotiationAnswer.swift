import XMLStream
import XMPPAddress
import XMPPStanzas

/// The answer to a request of the negotiation, in which nobody but the server takes part.
enum NegotiationAnswer {
    case result(Element?)
    case refused(StanzaError)
    /// It is the answer, and cannot be read.
    case malformed

    /// Reads an answer; nil for an element that is no response with this id, or comes from anybody but the server and the
    /// account, for which the server answers (RFC 6120 §8.1.2.1).
    init?(_ element: Element, to id: String, _ negotiation: Negotiation) {
        guard element.has(.iq), element.attribute(.id) == id, Self.isTrusted(element.attribute(.from), negotiation)
        else { return nil }
        switch element.attribute(.type) {
        case "result": self = .result(element.children.first { _ in true })
        case "error":
            let error = (try? element[StanzaError.self]) ?? nil
            self = error.map { .refused($0) } ?? .malformed
        default: return nil
        }
    }

    private static func isTrusted(_ sender: String?, _ negotiation: Negotiation) -> Bool {
        guard let sender else { return true }
        guard let jid = try? JID(sender) else { return false }
        return jid == negotiation.configuration.account.domainOnly || negotiation.isOwn(jid)
    }
}
