extension Element {
    /// Reads the one element that a text is, as it stands in logs, documents and tests:
    ///
    ///     let element = try Element(xml: "<message type='chat'><body>Wherefore?</body></message>")
    ///
    /// It is read by the rules of streams (RFC 6120 §11), so it may hold no comment, no processing instruction, no document
    /// type and no reference but the five predefined ones. The prefixes `stream` and `db` are bound as on streams; white space
    /// may stand around the element, and an XML declaration before it. A whole stream is an element, too.
    ///
    /// - Parameters:
    ///   - xml: The text. Several elements, and streams, are for ``XMLStreamParser``.
    ///   - defaultNamespace: What names without a prefix are in where the text declares nothing itself.
    ///   - limits: What the element may cost; by default 1 MiB, 128 levels, and the like.
    ///
    /// - Throws: `XMLStreamError`, whose offset is that in the text's UTF-8, if the text is not exactly one such element.
    public init(
        xml: String, in defaultNamespace: Namespace = .client, limits: XMLStreamLimits = .default
    ) throws(XMLStreamError) {
        var parser = XMLStreamParser(framing: .fragments, limits: limits)
        parser.context = .assumed(default: defaultNamespace)
        // The tag `<stream:stream>` begins an element here, and does not stand for itself.
        parser.expectation = .element
        let bytes = Array(xml.utf8)
        parser.receive(bytes)
        parser.finish()
        guard case .element(let element)? = try parser.next() else {
            throw .noElement(bytes, from: parser.openElementOffset)
        }
        let end = parser.eventRange.upperBound
        if let stray = bytes[end...].firstIndex(where: { !XMLCharacters.isWhitespace($0) }) {
            throw .moreThanElement(bytes, at: stray)
        }
        self = element
    }
}

extension StreamContext {
    /// The bindings that streams usually have, with another default namespace.
    fileprivate static func assumed(default namespace: Namespace) -> StreamContext {
        if namespace == .client { return assumed }
        let others = assumed.bindings.filter { !$0.prefix.isEmpty }
        return StreamContext(
            bindings: namespace == .none ? others : [Binding(prefix: "", namespace: namespace)] + others)
    }
}

extension XMLStreamError {
    /// A text has ended before an element did, the outermost of which began at `start`, or without any.
    fileprivate static func noElement(_ bytes: [UInt8], from start: Int?) -> XMLStreamError {
        XMLStreamError(
            bytes, at: bytes.count,
            start == nil ? "The text contains no element." : "The text ends before its element does.")
    }

    fileprivate static func moreThanElement(_ bytes: [UInt8], at offset: Int) -> XMLStreamError {
        XMLStreamError(bytes, at: offset, "Something other than white space follows the element.")
    }

    private init(_ bytes: [UInt8], at offset: Int, _ message: String) {
        self.init(
            condition: .notWellFormed, offset: offset, line: 1 + Array(bytes.prefix(offset)).lineFeedCount,
            message: message, rule: "XML 1.0 §2.1")
    }
}
