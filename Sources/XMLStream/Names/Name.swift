/// An expanded name: a local name and the namespace that it is in (Namespaces in XML 1.0 §2.1).
///
/// Prefixes are not part of a name. A name that is written in a program's text is best made with
/// `known(_:in:)`, once, as a static constant: elements are then compared with it as one integer.
///
/// A known name is a number, which costs nothing to copy; its texts are looked up when they are asked for.
public struct Name: Sendable {
    /// The position in the registry of known names, or 0.
    @usableFromInline let id: UInt32
    /// What a name is made of that is not a known one.
    private let parts: Parts?

    private final class Parts: Sendable {
        let localName: String
        let namespace: Namespace

        init(_ localName: String, _ namespace: Namespace) {
            self.localName = localName
            self.namespace = namespace
        }
    }

    /// Creates a name from parts that may come from anywhere.
    public init(_ localName: String, in namespace: Namespace = .none) {
        id = 0
        parts = Parts(localName, namespace)
    }

    /// The known name of a number that the registry has given.
    @inline(__always)
    init(known id: UInt32) {
        self.id = id
        parts = nil
    }

    /// The name within its namespace.
    public var localName: String { parts?.localName ?? NameRegistry.localName(id) }

    /// The namespace that the name is in.
    public var namespace: Namespace { parts?.namespace ?? NameRegistry.namespace(id) }

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
    @inlinable
    public static func == (a: Name, b: Name) -> Bool {
        if a.id != 0 && b.id != 0 { return a.id == b.id }
        return hasSameTexts(a, b)
    }

    @usableFromInline
    static func hasSameTexts(_ a: Name, _ b: Name) -> Bool {
        hasSameOctets(a.localName, b.localName) && a.namespace == b.namespace
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
