/// An expanded name: a local name and the namespace that it is in (Namespaces in XML 1.0 §2.1).
///
/// Prefixes are not part of a name. A name that is written in a program's text is best made with
/// `known(_:in:)`, once, as a static constant: elements are then compared with it as one integer.
public struct Name: Sendable {
    public let localName: String
    public let namespace: Namespace
    /// The position in the registry of known names, or 0.
    let id: UInt32

    /// Creates a name from parts that may come from anywhere.
    public init(_ localName: String, in namespace: Namespace = .none) {
        self.localName = localName
        self.namespace = namespace
        id = 0
    }

    init(localName: String, namespace: Namespace, id: UInt32) {
        self.localName = localName
        self.namespace = namespace
        self.id = id
    }

    /// A name that parsers recognise from now on.
    ///
    /// Known names are never forgotten; their texts must be literals, so that no peer can add to them.
    public static func known(_ localName: StaticString, in namespace: StaticString = "") -> Name {
        NameRegistry.shared.register(localName.description, Namespace(rawValue: namespace.description))
    }

    /// A name that parsers recognise from now on; the caller vouches that both texts are the program's own.
    package static func known(own localName: String, in namespace: String) -> Name {
        NameRegistry.shared.register(localName, Namespace(rawValue: namespace))
    }
}

/// Names are the same when their characters are: canonically equivalent ones are different to XML, though not to
/// `String`.
extension Name: Hashable {
    public static func == (a: Name, b: Name) -> Bool {
        if a.id != 0 && b.id != 0 { return a.id == b.id }
        return hasSameOctets(a.localName, b.localName) && a.namespace == b.namespace
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(localName)
        hasher.combine(namespace)
    }
}

extension Name: CustomStringConvertible {
    /// The name in James Clark's notation, `{namespace}local`, or the local name alone when it is in no namespace.
    public var description: String {
        namespace == .none ? localName : "{\(namespace.rawValue)}\(localName)"
    }
}
