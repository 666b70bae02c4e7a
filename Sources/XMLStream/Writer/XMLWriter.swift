/// Writes elements as XML 1.0 in UTF-8, into a buffer that the caller owns.
///
/// A namespace is declared only where it changes; prefixes are used only where the wire wants them: those that the
/// stream's header has declared, `stream`, `xml`, and one for each attribute in another namespace. The same element
/// always gives the same bytes, and parsing them gives an equal element.
public struct XMLWriter: Sendable {
    /// What is declared around the elements that are written.
    public struct Scope: Sendable, Hashable {
        /// The default namespace: that of stanzas on a stream, none in a document of its own; nil if it is not known,
        /// so that an element always declares its own.
        public var defaultNamespace: Namespace? {
            didSet { defaultNumber = Self.number(of: defaultNamespace) }
        }
        /// The number of the default namespace, 0 if it is not a known one.
        private(set) var defaultNumber: UInt32
        /// Prefixes that are declared; elements in their namespaces are written with them.
        public var prefixes: [StreamOpening.Prefix] {
            didSet { hasPrefixes = Self.hasPrefixes(prefixes) }
        }
        /// Whether there are prefixes of other namespaces than that of streams, whose elements always have one.
        private(set) var hasPrefixes: Bool

        /// Creates a scope.
        public init(defaultNamespace: Namespace?, prefixes: [StreamOpening.Prefix] = []) {
            self.defaultNamespace = defaultNamespace
            self.prefixes = prefixes
            defaultNumber = Self.number(of: defaultNamespace)
            hasPrefixes = Self.hasPrefixes(prefixes)
        }

        private static func hasPrefixes(_ prefixes: [StreamOpening.Prefix]) -> Bool {
            prefixes.contains { $0.namespace != .streams }
        }

        private static func number(of namespace: Namespace?) -> UInt32 {
            namespace.flatMap { NameRegistry.shared.number(of: $0) } ?? 0
        }

        /// Numbers are left out: a namespace may have become known in the meantime.
        public static func == (a: Scope, b: Scope) -> Bool {
            a.defaultNamespace == b.defaultNamespace && a.prefixes == b.prefixes
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(defaultNamespace)
            hasher.combine(prefixes)
        }

        /// Nothing declared: what is written stands alone.
        public static let document = Scope(defaultNamespace: Namespace.none)
        /// Nothing known: what is written means the same wherever it is put.
        public static let anywhere = Scope(defaultNamespace: nil)
        /// A client's stream, whose header declares the prefix `stream` (RFC 6120 §4.8.5).
        public static let client = Scope(
            defaultNamespace: .client,
            prefixes: [StreamOpening.Prefix(prefix: "stream", namespace: .streams)]
        )
        /// A stream between servers, whose header declares the prefixes `stream` and `db` too.
        public static let server = Scope(
            defaultNamespace: .server,
            prefixes: [
                StreamOpening.Prefix(prefix: "stream", namespace: .streams),
                StreamOpening.Prefix(prefix: "db", namespace: .dialback),
            ]
        )
    }

    /// What to do with characters that XML 1.0 cannot carry (§2.2): most control characters, U+FFFE, U+FFFF.
    public enum InvalidCharacters: Sendable, Hashable {
        /// Throw `XMLWritingError`, and write nothing.
        case refuse
        /// Write U+FFFD in their place.
        case replace
    }

    public var scope: Scope
    public var invalidCharacters: InvalidCharacters

    /// Creates a writer for elements within `scope`.
    public init(in scope: Scope = .document, invalidCharacters: InvalidCharacters = .refuse) {
        self.scope = scope
        self.invalidCharacters = invalidCharacters
    }

    /// Appends an element to `bytes`, or throws and leaves them as they were.
    public func write(_ element: Element, to bytes: inout [UInt8]) throws(XMLWritingError) {
        if !PlainRun.write(element, in: scope, to: &bytes) { try writeThoroughly(element, to: &bytes) }
    }

    /// Writes whatever element, with all the prefixes that it needs.
    @inline(never)
    private func writeThoroughly(_ element: Element, to bytes: inout [UInt8]) throws(XMLWritingError) {
        var run = WritingRun(self, output: bytes)
        bytes = []
        do {
            try run.write(element)
            if run.repeatsNamespaces {
                run.output.removeSubrange(run.start...)
                run = WritingRun(self, output: run.output, sharing: SharedNamespaces(of: element, in: scope))
                try run.write(element)
            }
        } catch {
            bytes = run.output
            bytes.removeSubrange(run.start...)
            throw error
        }
        bytes = run.output
    }

    /// Appends the start tag of a stream (RFC 6120 §4.7), which an end tag `</stream:stream>` will close.
    public func writeStart(of opening: StreamOpening, to bytes: inout [UInt8]) throws(XMLWritingError) {
        try writeHeader(opening, end: ">", to: &bytes)
    }

    /// Appends a stream header as an element of its own without content, with all of its declarations.
    public func writeEmpty(_ opening: StreamOpening, to bytes: inout [UInt8]) throws(XMLWritingError) {
        try writeHeader(opening, end: "/>", to: &bytes)
    }

    private func writeHeader(
        _ opening: StreamOpening,
        end: StaticString,
        to bytes: inout [UInt8]
    ) throws(XMLWritingError) {
        var run = WritingRun(self, output: bytes)
        do {
            try run.writeHeader(opening)
        } catch {
            throw error
        }
        bytes = run.output
        end.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}

/// Something that XML cannot carry, and where in the element that was to be written it stands.
public struct XMLWritingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What cannot be written.
    public enum Reason: Sendable, Hashable {
        /// A character that XML 1.0 excludes (§2.2).
        case character(Unicode.Scalar)
        /// A name that is not one without a colon (Namespaces in XML 1.0 §3, §4), or one in a namespace that nothing
        /// but declarations can be in.
        case name(String)
    }

    public let reason: Reason
    /// The names from the element that was written down to the place, such as `message/body` or `iq/query/@node`.
    public let path: String

    public var description: String {
        switch reason {
        case .character(let scalar):
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return "U+\(code) in \(path) cannot be written: XML 1.0 §2.2 excludes it."
        case .name(let name):
            return "\(String(reflecting: name)) in \(path) cannot be written: it is not a name (Namespaces in XML §3)."
        }
    }
}

extension Element {
    /// The element as XML, within `scope`; it parses on its own unless a scope is given.
    public func xml(in scope: XMLWriter.Scope = .document) throws(XMLWritingError) -> String {
        var bytes: [UInt8] = []
        try XMLWriter(in: scope).write(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Element: CustomStringConvertible {
    /// The element as XML on its own, with U+FFFD for characters that XML cannot carry.
    public var description: String {
        var bytes: [UInt8] = []
        do {
            try XMLWriter(invalidCharacters: .replace).write(self, to: &bytes)
        } catch {
            return "<\(localName)> (\(error))"
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
