public import XMLStream

/// A set of payload types, for those who want to read whatever they know in a stanza.
///
/// Programs that look for one payload need none: `message[Delay.self]` knows its type.
public struct PayloadCatalog: Sendable {
    @usableFromInline
    typealias Reader = @Sendable (Element, inout [PayloadError]) throws(PayloadError) -> any Payload

    /// By the numbers of known names.
    private var readers: [Reader?] = []
    /// By names, for elements that were made before their names were known.
    private var readersByName: [Name: Reader] = [:]
    /// The most octets that a namespace has which a type reads: longer ones need not be looked for.
    private var longestNamespace = 0

    /// Creates an empty set.
    public init() {}

    /// Adds a type; it takes the place of another one that reads the same names.
    @inlinable
    public mutating func add<P: Payload>(_ type: P.Type) {
        let reader: Reader = { (element, diagnostics) throws(PayloadError) in
            try P(matching: element, strict: false, diagnostics: &diagnostics)
        }
        for name in [P.element] + P.names { set(reader, for: name) }
    }

    @usableFromInline
    mutating func set(_ reader: @escaping Reader, for name: Name) {
        readersByName[name] = reader
        longestNamespace = max(longestNamespace, name.namespace.rawValue.utf8.count)
        guard name.number != 0 else { return }
        let index = Int(name.number)
        while readers.count <= index { readers.append(nil) }
        readers[index] = reader
    }

    /// The payload that an element is, read by the type that knows its name; nil if none does.
    ///
    /// Deviations from its schema are appended to `diagnostics`.
    ///
    /// - Throws: `PayloadError` if a required field is missing or unreadable.
    public func payload(
        _ element: Element,
        diagnostics: inout [PayloadError]
    ) throws(PayloadError) -> (any Payload)? {
        let index = Int(element.nameNumber)
        if index != 0 {
            guard index < readers.count, let reader = readers[index] else { return nil }
            return try reader(element, &diagnostics)
        }
        var canBeKnown = false
        element.readName { canBeKnown = $1.count <= longestNamespace }
        guard canBeKnown, let reader = readersByName[element.name] else { return nil }
        return try reader(element, &diagnostics)
    }
}
