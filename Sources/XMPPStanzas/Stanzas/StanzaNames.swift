import XMLStream

/// The names of stanzas and of what RFC 6120 and RFC 6121 put into them, in one of the namespaces of stanzas.
///
/// Which namespace it is depends on the stream; everything else about a stanza does not.
final class StanzaNames: Sendable {
    let namespace: Namespace
    let message, presence, iq, error: Name
    let body, subject, thread, show, status, priority: Name

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
    }

    static let client = StanzaNames("jabber:client")
    static let others = [
        StanzaNames("jabber:server"), StanzaNames("jabber:component:accept"), StanzaNames("jabber:component:connect"),
    ]

    /// The names of the namespace that an element is in; those of clients if it is none of stanzas.
    @inline(__always)
    static func of(_ element: Element) -> StanzaNames {
        let client = Self.client
        if element.has(client.message) || element.has(client.presence) || element.has(client.iq) { return client }
        return uncommon(element.namespace)
    }

    static func of(_ namespace: Namespace) -> StanzaNames { namespace == .client ? client : uncommon(namespace) }

    @inline(never)
    private static func uncommon(_ namespace: Namespace) -> StanzaNames {
        others.first { $0.namespace == namespace } ?? client
    }

    /// Whether the element has the name that `path` has in any namespace of stanzas.
    static func match(_ element: Element, _ path: KeyPath<StanzaNames, Name>) -> Bool {
        element.has(client[keyPath: path]) || others.contains { element.has($0[keyPath: path]) }
    }

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
