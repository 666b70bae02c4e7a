public import XMLStream

/// A payload with no content but its name, one case for each: chat states, hints.
///
/// ```swift
/// public enum ChatState: String, NamePayload {
///     case active, composing, gone, inactive, paused
///     public static let names = knownNames(in: "http://jabber.org/protocol/chatstates")
/// }
/// ```
public protocol NamePayload: Payload, XMLValue, RawRepresentable<String>, CaseIterable {
    /// The names of all cases in order, which `knownNames(in:)` makes.
    static var names: [Name] { get }
}

extension NamePayload {
    /// The names of all cases in one namespace, which parsers recognise from now on.
    public static func knownNames(in namespace: StaticString) -> [Name] {
        allCases.map { Name.known(own: $0.rawValue, in: namespace.description) }
    }

    @inlinable
    public static var element: Name { names.first ?? Name("") }

    @inlinable
    public var elementName: Name {
        for (name, value) in zip(Self.names, Self.allCases) where value == self { return name }
        return Self.element
    }

    @inlinable
    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        try c.localName { $0 }
    }
}
