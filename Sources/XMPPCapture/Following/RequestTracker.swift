import XMLStream
import XMPPAddress

/// Follows the IQ requests of both directions of a stream to their answers (RFC 6120 §8.2.3).
struct RequestTracker: Sendable {
    /// What an IQ is to those before it.
    enum Outcome: Sendable {
        /// A request; `twin` has the same identifier, the same party, and waits.
        case request(twin: RequestTable.Request?)
        case answer(RequestTable.Match)
    }

    /// How many requests of a direction may wait.
    static let limit = 128

    private var client = RequestTable(limit: Self.limit)
    private var server = RequestTable(limit: Self.limit)

    /// The requests that are waiting, oldest first.
    var waiting: [RequestTable.Request] {
        (client.waiting + server.waiting).sorted { $0.place.number < $1.place.number }
    }

    /// How many requests were given up because more than ``limit`` were waiting.
    var evicted: Int { client.evicted + server.evicted }

    /// Takes a stanza; nil if it is no IQ that can be followed.
    ///
    /// - Parameter isRepetition: whether it may be one that was sent before, over a connection that broke
    ///   (XEP-0198 §5): then it is neither asked twice nor answered twice.
    mutating func receive(
        _ stanza: Element, _ direction: Direction, at place: TrafficPlace, account: JID?, isRepetition: Bool = false
    ) -> Outcome? {
        guard stanza.has(localName: "iq"), let id = stanza.attribute(.id) else { return nil }
        switch stanza.attribute(.type) {
        case "get", "set":
            let party = Self.party(Self.otherAddress(stanza, direction), account)
            let request = RequestTable.Request(stanza, to: party, at: place)
            if isRepetition, change(direction, { $0.isWaiting(id: id, party) }) { return nil }
            return .request(twin: change(direction) { $0.add(request, id: id) })
        case "result", "error":
            let party = Self.party(Self.otherAddress(stanza, direction), account)
            let match = change(direction.opposite) { $0.take(id: id, from: party) }
            if isRepetition, case .none = match { return nil }
            return .answer(match)
        default: return nil
        }
    }

    private mutating func change<Result>(_ direction: Direction, _ body: (inout RequestTable) -> Result) -> Result {
        switch direction {
        case .clientToServer: body(&client)
        case .serverToClient: body(&server)
        }
    }

    /// The address beyond the stream: of whom a request asks, or who answers it. What a client sends is sent to it,
    /// what a client receives comes from it.
    private static func otherAddress(_ stanza: Element, _ direction: Direction) -> String? {
        direction == .clientToServer ? stanza.attribute(.to) : stanza.attribute(.from)
    }

    private static func party(_ address: String?, _ account: JID?) -> RequestTable.Party {
        guard let address else { return .server }
        guard let jid = try? JID(address), let account else { return .unknown }
        let isServer = jid == account || jid == account.bare || jid.full == account.domain
        return isServer ? .server : .entity(jid.full.hashValue)
    }
}
