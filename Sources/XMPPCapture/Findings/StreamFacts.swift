import XMLStream
import XMPPAddress

/// What the records of a stream so far say about it.
struct StreamFacts: Sendable {
    /// Who talks to whom.
    enum Kind: Sendable {
        case unknown, client, server, component
    }

    private(set) var kind = Kind.unknown
    /// The namespaces of stanzas that the headers declare (RFC 6120 §4.8.2).
    private(set) var clientNamespace: Namespace?
    private(set) var serverNamespace: Namespace?
    /// Whether the first record of the side that opened the connection was a stream header.
    private(set) var isSeenFromStart = false
    /// Whether bytes are missing, or could not be read, on the way.
    private(set) var isLossy = false
    /// Whether the input tells of layers beneath XML, which logs do not.
    private(set) var hasLayers = false
    /// Whether TLS protects the stream from here on.
    private(set) var usesTLS = false
    private(set) var isAuthenticated = false
    /// Whether the stream is ready for stanzas.
    private(set) var isBound = false
    /// The full address of the client, or the domain of the component.
    private(set) var account: JID?

    private var hasRecords = false
    private var legacyLogin: String?
    /// The layers that the last elements of each side came through; nil before them.
    private var clientLayers: [TrafficRecord.Layer]?
    private var serverLayers: [TrafficRecord.Layer]?

    /// Whether all that was said is known.
    var isComplete: Bool { isSeenFromStart && !isLossy }

    /// Whether both sides are heard, through the same layers.
    var hearsBothSides: Bool { clientLayers.map { hasHeard(.serverToClient, through: $0) } ?? false }

    /// Whether the last that was heard of a side came through these layers.
    func hasHeard(_ side: Direction, through layers: [TrafficRecord.Layer]) -> Bool {
        (side == .clientToServer ? clientLayers : serverLayers) == layers
    }

    func contentNamespace(_ direction: Direction) -> Namespace? {
        direction == .clientToServer ? clientNamespace : serverNamespace
    }

    /// Goes on as the session of an earlier connection (XEP-0198 §5).
    mutating func takeOver(_ earlier: StreamFacts) {
        account = earlier.account
        isLossy = isLossy || earlier.isLossy
        isSeenFromStart = isSeenFromStart && earlier.isSeenFromStart
    }

    /// Takes note that something was not recorded.
    mutating func miss() { isLossy = true }

    /// Takes note of who says something, and through which layers.
    private mutating func hear(_ record: TrafficRecord) {
        switch (record.content, record.direction) {
        case (.gap, _), (.error, _), (.note, _), (_, nil): return
        case (_, .clientToServer?): clientLayers = record.layers
        case (_, .serverToClient?):
            // Whoever accepts a stream begins with a header as well (RFC 6120 §4.7).
            switch record.content {
            case .stanza where serverLayers == nil, .nonza where serverLayers == nil: isSeenFromStart = false
            default: break
            }
            serverLayers = record.layers
        }
    }

    mutating func note(_ record: TrafficRecord) {
        defer { hasRecords = true }
        hasLayers = hasLayers || !record.packets.isEmpty
        usesTLS = usesTLS || record.layers.contains(.tls)
        hear(record)
        switch record.content {
        case .streamOpen(let opening): note(opening, record)
        case .gap, .error: isLossy = true
        case .nonza(let element): note(nonza: element, record)
        case .stanza(let element): note(stanza: element, record)
        case .bosh:
            // A session begins, for those who know its name, with the answer that gives it one (XEP-0124 §7.2).
            if !hasRecords { isSeenFromStart = record.direction == .serverToClient }
            kind = .client
        case .streamClose, .note: break
        }
    }

    private mutating func note(_ opening: StreamOpening, _ record: TrafficRecord) {
        let namespace = opening.element.namespace == .framing ? Namespace.client : opening.contentNamespace
        switch record.direction {
        case .clientToServer:
            if !hasRecords { isSeenFromStart = true }
            clientNamespace = namespace
        case .serverToClient: serverNamespace = namespace
        case nil: break
        }
        switch namespace {
        case Namespace.client: kind = .client
        case Namespace.server: kind = .server
        case "jabber:component:accept", "jabber:component:connect":
            kind = .component
            if account == nil, record.direction == .clientToServer {
                account = opening.element.attribute(.to).flatMap { try? JID($0) }
            }
        default: break
        }
    }

    private mutating func note(nonza element: Element, _ record: TrafficRecord) {
        guard record.direction == .serverToClient else { return }
        switch (element.namespace, element.localName) {
        case ("urn:ietf:params:xml:ns:xmpp-tls", "proceed"): usesTLS = true
        case ("urn:ietf:params:xml:ns:xmpp-sasl", "success"): authenticate()
        case ("urn:xmpp:sasl:2", "success"):
            authenticate()
            let identifier = element.children.first { $0.localName == "authorization-identifier" }
            account = identifier.flatMap { try? JID($0.text) } ?? account
            if element.children.contains(where: { $0.isIn("urn:xmpp:bind:0") }) { isBound = true }
        case (.dialback, "result") where element.attribute(.type) == "valid": authenticate()
        case ("jabber:component:accept", "handshake"): authenticate()
        default: break
        }
        if StreamManagement.answer(in: element)?.has(localName: "resumed") == true { isBound = true }
    }

    private mutating func authenticate() {
        isAuthenticated = true
        // Between servers, and for components, there is nothing to bind (RFC 6120 §7.1).
        if kind == .server || kind == .component { isBound = true }
    }

    private mutating func note(stanza: Element, _ record: TrafficRecord) {
        guard !isBound, stanza.has(localName: "iq") else { return }
        switch (record.direction, stanza.attribute(.type)) {
        case (.clientToServer, "set"):
            // The login of before RFC 3920 (XEP-0078 §3.1).
            if stanza.children.contains(where: { $0.isIn("jabber:iq:auth") }) {
                legacyLogin = stanza.attribute(.id)
            }
        case (.serverToClient, "result"):
            if let legacyLogin, stanza.attribute(.id) == legacyLogin {
                isAuthenticated = true
                isBound = true
            } else if let bind = stanza.children.first(where: { $0.isIn("urn:ietf:params:xml:ns:xmpp-bind") }) {
                isBound = true
                account = bind.children.first { $0.localName == "jid" }.flatMap { try? JID($0.text) }
            }
        default: break
        }
    }
}
