public import XMLStream

/// A typed view of one XML element.
///
/// A conforming type states its fields once, in ``code(_:)``. The coder runs that function to read an element and
/// runs it again to write one, so that the two directions cannot drift apart.
///
/// ```swift
/// public struct Nickname: Payload {
///     public static let element = Name.known("nick", in: "http://jabber.org/protocol/nick")
///     public var name: String
///     public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
///         Self(name: try c.text(\.name))
///     }
/// }
/// ```
public protocol Payload: Hashable, Sendable {
    /// The element that this type reads and writes.
    static var element: Name { get }

    /// States every field: the memberwise initializer, each argument taken from the coder.
    ///
    /// - Throws: `PayloadError`, while reading only, if a required field is missing or unreadable.
    static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self

    /// All names that this type reads, as a constant; empty if `element` is the only one.
    static var names: [Name] { get }

    /// Whether this type reads elements of a name; to be stated only where a list of names cannot tell.
    static func matches(_ name: Name) -> Bool

    /// The name that this value is written with; to be stated where one type covers several names.
    var elementName: Name { get }
}

extension Payload {
    public static var names: [Name] { [] }

    @inlinable
    public static func matches(_ name: Name) -> Bool {
        if name == element { return true }
        for other in names where other == name { return true }
        return false
    }

    /// Whether this type reads an element.
    @inlinable
    public static func matches(_ element: Element) -> Bool { matches(element.name) }

    @inlinable
    public var elementName: Name { Self.element }
}

// MARK: - Reading

extension Payload {
    /// Reads an element, which must bear a name that this type covers.
    ///
    /// Values outside the schema read as absent, and bad entries of a repeated field are skipped, unless `strict`.
    ///
    /// - Throws: `PayloadError` if a required field is missing or unreadable, or, if `strict`, at the first
    ///   deviation from the schema.
    @inlinable
    public init(_ element: Element, strict: Bool = false) throws(PayloadError) {
        var diagnostics: [PayloadError] = []
        try self.init(element, strict: strict, diagnostics: &diagnostics)
    }

    /// Reads an element and appends what deviates from the schema, in document order, to `diagnostics`: the first
    /// 1,000 deviations at the most.
    ///
    /// - Throws: `PayloadError` if a required field is missing or unreadable.
    @inlinable
    public init(_ element: Element, diagnostics: inout [PayloadError]) throws(PayloadError) {
        try self.init(element, strict: false, diagnostics: &diagnostics)
    }

    @inlinable
    init(_ element: Element, strict: Bool, diagnostics: inout [PayloadError]) throws(PayloadError) {
        guard Self.matches(element) else { throw PayloadError.wrongElement(element, wanted: Self.element) }
        try self.init(matching: element, strict: strict, diagnostics: &diagnostics)
    }

    /// Reads an element that is known to bear a name that this type covers.
    @inlinable
    init(matching element: Element, strict: Bool, diagnostics: inout [PayloadError]) throws(PayloadError) {
        self = try withExtendedLifetime(element) { () throws(PayloadError) -> Self in
            try withUnsafeMutablePointer(to: &diagnostics) { (deviations) throws(PayloadError) -> Self in
                let io = ElementIO(reading: element, strict: strict, deviations: deviations)
                var coder = PayloadCoder<Self>(reading: io)
                return try Self.code(&coder)
            }
        }
    }
}

// MARK: - Writing

extension Payload {
    /// The value as an element of its own.
    @inlinable
    public func encoded() -> Element { encoded(as: elementName, keeping: nil) }

    /// The value as an element that keeps every attribute and child of `original` that the type does not know.
    ///
    /// What the type knows comes first, then what it does not, in the order of the original.
    @inlinable
    public func encoded(keeping original: Element) -> Element { encoded(as: elementName, keeping: original) }

    @inlinable
    func encoded(as name: Name, keeping original: Element?) -> Element {
        ElementIO.element { writer in write(to: writer, as: name, keeping: original) }
    }

    @inlinable
    func write(to writer: PayloadWriter, as name: Name, keeping original: Element?) {
        writer.start(name)
        withExtendedLifetime(original) {
            withUnsafePointer(to: self) { value in
                var coder = PayloadCoder<Self>(writing: value, to: writer, keeping: original)
                // No coder method throws while writing; a `code` that throws of its own is a programmer's error.
                do {
                    _ = try Self.code(&coder)
                } catch {
                    assertionFailure("\(Self.self) threw while writing: \(error)")
                }
                coder.io.finishWriting()
            }
        }
        writer.end()
    }
}
