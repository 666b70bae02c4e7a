import XMLStream

/// The names of stanzas and of what RFC 6120 and RFC 6121 put into them, in one of the namespaces of stanzas.
///
/// Which namespace it is depends on the stream; everything else about a stanza does not.
final class StanzaNames: Sendable {
    let namespace: Namespace
    let message, presence, iq, error: Name
    let body, subject, thread, show, status, priority: Name
    private let numbers: (message: UInt32, presence: UInt32, iq: UInt32)

    private init(_ namespace: StaticString) {
        self.namespace = Namespace(rawValue: namespace.description)
        message = Name.known("message", in: namespace)
        presence = Name.known("presence", in: namespace)
        iq = Name.known("iq", in: namespace)
        error = Name.known("error", in: namespace)
        body = Name.known("body", in: namespace)
        subject = Name.known("subject", in: namespace)
        thread = Name.known("thread", in: namespace)
        show = Name.known("show", in: namespace)
        status = Name.known("status", in: namespace)
        priority = Name.known("priority", in: namespace)
        numbers = (message.number, presence.number, iq.number)
    }

    static let client = StanzaNames("jabber:client")
    static let others = [
        StanzaNames("jabber:server"), StanzaNames("jabber:component:accept"), StanzaNames("jabber:component:connect"),
    ]

    /// The names of the namespace that an element is in; those of clients if it is none of stanzas.
    static func of(_ element: Element) -> StanzaNames {
        let client = Self.client
        return client.kind(element.nameNumber) != nil ? client : uncommon(element.namespace)
    }

    /// The kind of the stanza whose name in this namespace has a number.
    @inline(__always)
    func kind(_ number: UInt32) -> StanzaKind? {
        switch number {
        case 0: nil
        case numbers.message: .message
        case numbers.presence: .presence
        case numbers.iq: .iq
        default: nil
        }
    }

    static func of(_ namespace: Namespace) -> StanzaNames { namespace == .client ? client : uncommon(namespace) }

    @inline(never)
    private static func uncommon(_ namespace: Namespace) -> StanzaNames {
        others.first { $0.namespace == namespace } ?? client
    }

    /// The name that `path` has in each namespace of stanzas.
    static func names(_ path: KeyPath<StanzaNames, Name>) -> [Name] { ([client] + others).map { $0[keyPath: path] } }

    /// The name that a payload with `name` has within a stanza of this namespace.
    func local(_ name: Name) -> Name {
        if self === Self.client || name.namespace != .client { return name }
        return Name(name.localName, in: namespace)
    }
}

extension Namespace {
    /// Stanzas between a server and an external component (XEP-0114 §3).
    public static let component: Namespace = "jabber:component:accept"
}
