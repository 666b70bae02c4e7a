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

    public static var element: Name { names.first ?? Name("") }

    public static func matches(_ element: Element) -> Bool { names.contains { element.has($0) } }

    public var elementName: Name { Self.names.first { $0.localName == rawValue } ?? Self.element }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        try c.localName { $0 }
    }
}
