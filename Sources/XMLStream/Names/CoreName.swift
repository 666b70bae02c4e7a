/// The names whose numbers are constants, because the registry begins with them: looking them up costs nothing.
///
/// First those of streams and of attributes, then those that stanzas have in each of their namespaces.
enum CoreName: UInt32, CaseIterable {
    case xmlLang = 1
    case to, from, id, type, version
    case stream, features, streamError
    case framedOpen, framedClose

    private static let streams: StaticString = "http://etherx.jabber.org/streams"
    private static let framing: StaticString = "urn:ietf:params:xml:ns:xmpp-framing"

    private var text: (StaticString, StaticString) {
        switch self {
        case .xmlLang: ("lang", "http://www.w3.org/XML/1998/namespace")
        case .to: ("to", "")
        case .from: ("from", "")
        case .id: ("id", "")
        case .type: ("type", "")
        case .version: ("version", "")
        case .stream: ("stream", Self.streams)
        case .features: ("features", Self.streams)
        case .streamError: ("error", Self.streams)
        case .framedOpen: ("open", Self.framing)
        case .framedClose: ("close", Self.framing)
        }
    }

    /// Local names and namespaces in the order of their numbers, from 1.
    static var texts: [(StaticString, StaticString)] {
        allCases.map(\.text)
            + StanzaNamespace.allCases.flatMap { namespace in
                StanzaPart.allCases.map { ($0.localName, namespace.text) }
            }
    }
}

/// The namespaces that stanzas are in: RFC 6120 §4.8.2 and XEP-0114 §3.
package enum StanzaNamespace: UInt32, CaseIterable, Sendable {
    case client, server, componentAccept, componentConnect

    fileprivate var text: StaticString {
        switch self {
        case .client: "jabber:client"
        case .server: "jabber:server"
        case .componentAccept: "jabber:component:accept"
        case .componentConnect: "jabber:component:connect"
        }
    }
}

/// The elements that RFC 6120 §8 and RFC 6121 §4.7 and §5.2 put into each of these namespaces.
package enum StanzaPart: UInt32, CaseIterable, Sendable {
    case message, presence, iq
    case error
    case body, subject, thread, show, status, priority

    fileprivate var localName: StaticString {
        switch self {
        case .message: "message"
        case .presence: "presence"
        case .iq: "iq"
        case .error: "error"
        case .body: "body"
        case .subject: "subject"
        case .thread: "thread"
        case .show: "show"
        case .status: "status"
        case .priority: "priority"
        }
    }
}

extension StanzaPart {
    private static var first: UInt32 { CoreName.framedClose.rawValue &+ 1 }
    private static var count: UInt32 { priority.rawValue &+ 1 }

    /// The part's name in a namespace.
    @inline(__always)
    package func name(in namespace: StanzaNamespace) -> Name {
        Name(known: Self.first &+ namespace.rawValue &* Self.count &+ rawValue)
    }

    /// Which part in which namespace the number of a name stands for; nil if it stands for none.
    @inline(__always)
    package static func of(_ number: UInt32) -> (part: StanzaPart, namespace: StanzaNamespace)? {
        // 0, which stands for no name, becomes a large number.
        let (namespace, part) = (number &- first).quotientAndRemainder(dividingBy: count)
        guard let namespace = StanzaNamespace(rawValue: namespace), let part = StanzaPart(rawValue: part) else {
            return nil
        }
        return (part, namespace)
    }
}
