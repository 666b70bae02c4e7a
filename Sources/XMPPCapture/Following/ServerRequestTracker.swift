import XMLStream
import XMPPAddress

/// Follows the IQ requests between servers to their answers (RFC 6120 §8.2.3), which go the other way on whatever stream:
/// most servers send and receive on different ones.
struct ServerRequestTracker: Sendable {
    /// How many requests may wait.
    private static let limit = 1024

    private var requests = RequestTable(limit: Self.limit)

    /// Takes a stanza; nil if it is no IQ that can be followed.
    mutating func receive(_ stanza: Element, at place: TrafficPlace) -> RequestTracker.Outcome? {
        guard stanza.has(localName: "iq"), let id = stanza.attribute(.id),
            let sender = stanza.attribute(.from).flatMap({ try? JID($0) }),
            let recipient = stanza.attribute(.to).flatMap({ try? JID($0) })
        else { return nil }
        switch stanza.attribute(.type) {
        case "get", "set":
            let request = RequestTable.Request(stanza, to: Self.party(sender, recipient), at: place)
            return .request(twin: requests.add(request, id: id))
        case "result", "error":
            return .answer(requests.take(id: id, from: Self.party(recipient, sender)))
        default: return nil
        }
    }

    /// Who asks whom.
    private static func party(_ sender: JID, _ recipient: JID) -> RequestTable.Party {
        .entity([sender.full, recipient.full].hashValue)
    }
}
