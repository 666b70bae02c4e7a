import XMLStream
import XMPPStanzas

/// The answer to a request of the negotiation, in which nobody but the server takes part.
enum NegotiationAnswer {
    case result(Element?)
    case refused(StanzaError)
    /// It is the answer, and cannot be read.
    case malformed

    /// Reads an answer; nil for an element that is no response with this id.
    init?(_ element: Element, to id: String) {
        guard element.has(.iq), element.attribute(.id) == id else { return nil }
        switch element.attribute(.type) {
        case "result": self = .result(element.children.first { _ in true })
        case "error":
            let error = (try? element[StanzaError.self]) ?? nil
            self = error.map { .refused($0) } ?? .malformed
        default: return nil
        }
    }
}
