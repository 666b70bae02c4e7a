import XMLStream

/// The names of stanzas and of what RFC 6120 and RFC 6121 put into them, in one of the namespaces of stanzas.
///
/// Which namespace it is depends on the stream; everything else about a stanza does not.
struct StanzaNames: Sendable {
    private let space: StanzaNamespace

    static let client = StanzaNames(space: .client)

    private init(space: StanzaNamespace) { self.space = space }

    /// The names of the namespace that an element is in; those of clients if it is none of stanzas.
    init(of element: Element) {
        if let known = StanzaPart.of(element.nameNumber) {
            self.init(space: known.namespace)
        } else {
            self.init(in: element.namespace)
        }
    }

    /// The names of a namespace; those of clients if it is none of stanzas.
    init(in namespace: Namespace) {
        // Comparing strings is quicker than comparing namespaces, and these characters are equivalent to no others.
        self.init(space: namespace.rawValue == "jabber:client" ? .client : Self.uncommon(namespace))
    }

    @inline(never)
    private static func uncommon(_ namespace: Namespace) -> StanzaNamespace {
        StanzaNamespace.allCases.first { StanzaPart.message.name(in: $0).namespace == namespace } ?? .client
    }

    var namespace: Namespace { message.namespace }

    var message: Name { StanzaPart.message.name(in: space) }
    var presence: Name { StanzaPart.presence.name(in: space) }
    var iq: Name { StanzaPart.iq.name(in: space) }
    var error: Name { StanzaPart.error.name(in: space) }
    var body: Name { StanzaPart.body.name(in: space) }
    var subject: Name { StanzaPart.subject.name(in: space) }
    var thread: Name { StanzaPart.thread.name(in: space) }
    var show: Name { StanzaPart.show.name(in: space) }
    var status: Name { StanzaPart.status.name(in: space) }
    var priority: Name { StanzaPart.priority.name(in: space) }

    /// The name of a stanza's kind.
    func name(of kind: StanzaKind) -> Name {
        switch kind {
        case .message: message
        case .presence: presence
        case .iq: iq
        }
    }

    /// The name that a part has in each namespace of stanzas.
    static func names(_ part: StanzaPart) -> [Name] { StanzaNamespace.allCases.map { part.name(in: $0) } }

    /// The name that a payload with `name` has within a stanza of this namespace.
    func local(_ name: Name) -> Name {
        if space == .client || name.namespace != .client { return name }
        return Name(name.localName, in: namespace)
    }
}

extension Namespace {
    /// Stanzas between a server and an external component (XEP-0114 §3).
    public static let component: Namespace = "jabber:component:accept"
}
