import XMLStream
import XMPPAddress
import XMPPCapture

/// Who is at the ends of each connection, as the streams tell while they go on.
struct Parties {
    /// A connection, or a BOSH session over any number of them.
    enum Connection: Hashable {
        case stream(Int?)
        case session(String)

        init(_ record: TrafficRecord) {
            self = record.session.map { .session($0) } ?? .stream(record.stream)
        }
    }

    /// The two ends of a connection.
    struct Ends {
        /// What the side that opened it is known as: the bound address of a client, the domain of a server or component.
        var client: String?
        /// The domain of the side that accepted it.
        var server: String?
        /// Whether both are servers, or one is a component (XEP-0114): then no address is bound.
        var isBetweenServers = false
    }

    private(set) var ends: [Connection: Ends] = [:]

    /// Learns from a record.
    mutating func note(_ record: TrafficRecord) {
        guard let direction = record.direction else { return }
        let connection = Connection(record)
        var known = ends[connection] ?? Ends()
        switch record.content {
        case .streamOpen(let opening): known.learn(from: opening, direction)
        case .bosh(let body): known.learn(fromBody: body, direction)
        case .stanza(let stanza): known.learn(fromStanza: stanza, direction)
        case .nonza(let nonza): known.learn(fromNonza: nonza, direction)
        case .streamClose, .gap, .error, .note: break
        }
        ends[connection] = known
    }

    /// Sender and receiver. What a stanza leaves out is its stream's (RFC 6120 §8.1.1, §8.1.2): what a client sends
    /// without an address goes to its own account, what it gets without one comes from there.
    func addresses(of record: TrafficRecord) -> (from: String?, to: String?) {
        let ends = ends[Connection(record)] ?? Ends()
        let isSent = record.direction != .serverToClient
        guard record.direction != nil else { return (record.element?.attribute(.from), record.element?.attribute(.to)) }
        let account = ends.account
        switch record.content {
        case .stanza(let stanza):
            let sender = stanza.attribute(.from) ?? (isSent ? ends.client : account)
            return (sender, stanza.attribute(.to) ?? (isSent ? account : ends.client))
        default:
            return isSent ? (ends.client, ends.server) : (ends.server, ends.client)
        }
    }
}

extension Parties.Ends {
    /// The account of a client, or the peer of a server.
    fileprivate var account: String? {
        guard !isBetweenServers else { return server }
        guard let client, let jid = try? JID(client) else { return nil }
        return jid.bare.full
    }

    fileprivate mutating func learn(from opening: StreamOpening, _ direction: Direction) {
        let (to, from) = (opening.element.attribute(.to), opening.element.attribute(.from))
        switch opening.contentNamespace?.rawValue {
        case "jabber:component:accept", "jabber:component:connect":
            isBetweenServers = true
            client = client ?? (direction == .clientToServer ? to : from)
            return
        case "jabber:server": isBetweenServers = true
        default: break
        }
        if direction == .clientToServer {
            server = server ?? to
            client = client ?? from
        } else {
            server = server ?? from
            client = client ?? to
        }
    }

    /// XEP-0124 §7.1, §7.2: a session is begun like a stream.
    fileprivate mutating func learn(fromBody body: Element, _ direction: Direction) {
        if direction == .clientToServer {
            server = server ?? body.attribute(.to)
        } else {
            server = server ?? body.attribute(.from)
        }
    }

    fileprivate mutating func learn(fromStanza stanza: Element, _ direction: Direction) {
        guard direction == .serverToClient, !isBetweenServers else { return }
        if let bind = stanza.firstChild(.known("bind", in: "urn:ietf:params:xml:ns:xmpp-bind")) {
            if let jid = bind.firstChild(.known("jid", in: "urn:ietf:params:xml:ns:xmpp-bind")) { client = jid.text }
        } else if let to = stanza.attribute(.to), client?.contains("/") != true, to.contains("@") {
            // A resumed session (XEP-0198 §5) binds nothing, and what starts in the middle has bound before.
            client = to
            // A client's address tells its server, where no header does.
            if server == nil, let jid = try? JID(to) { server = jid.domain }
        }
    }

    /// XEP-0388 §2.6.2: success names who has logged in.
    fileprivate mutating func learn(fromNonza nonza: Element, _ direction: Direction) {
        guard direction == .serverToClient, nonza.localName == "success" else { return }
        let identifier = nonza.children.first { $0.localName == "authorization-identifier" }
        if let identifier, !identifier.text.isEmpty { client = identifier.text }
    }
}
