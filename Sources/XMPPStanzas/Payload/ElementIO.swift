public import XMLStream

/// The part of reading and writing that is the same for every payload.
///
/// Reading, `source` is the element. Writing, it is the original whose unknown parts are to be kept, if there is one:
/// what the fields would have read from it is taken, the rest is copied at the end.
@usableFromInline
struct ElementIO {
    @usableFromInline let source: Element?
    /// The element that paths start from.
    @usableFromInline let root: Element?
    @usableFromInline let isStrict: Bool
    @usableFromInline let writer: PayloadWriter?
    @usableFromInline var diagnostics: [PayloadError] = []
    private var taken = PositionSet()
    private var isTextTaken = false

    @usableFromInline
    init(reading element: Element, root: Element, strict: Bool) {
        source = element
        self.root = root
        isStrict = strict
        writer = nil
    }

    @usableFromInline
    init(writingTo writer: PayloadWriter, keeping original: Element?) {
        source = original
        root = nil
        isStrict = false
        self.writer = writer
    }

    @usableFromInline
    static func element(_ body: (PayloadWriter) -> Void) -> Element {
        TapeWriter.element { body(PayloadWriter($0)) }
    }
}

// MARK: - Taking from the source

extension ElementIO {
    @usableFromInline
    mutating func takeAttribute(_ name: StaticString) -> String? {
        guard let source, let offset = source.attributeOffset(name) else { return nil }
        taken.insert(offset)
        return source.attributeValue(at: offset)
    }

    @usableFromInline
    mutating func takeAttribute(_ name: Name) -> String? {
        guard let source, let offset = source.attributeOffset(name) else { return nil }
        taken.insert(offset)
        return source.attributeValue(at: offset)
    }

    @usableFromInline
    mutating func takeText() -> String {
        isTextTaken = true
        return source?.text ?? ""
    }

    /// The next child, not before `offset`, with this local name in the element's own namespace.
    @usableFromInline
    mutating func takeSibling(_ name: StaticString, from offset: inout Int) -> Element? {
        guard let source else { return nil }
        while let found = source.nextSibling(name, from: max(offset, source.firstContentOffset)) {
            offset = source.offset(after: found)
            if taken.contains(found) { continue }
            taken.insert(found)
            return source.child(at: found)
        }
        return nil
    }

    /// The next child, not before `offset`, that `matches` holds for.
    @inlinable
    mutating func takeChild(from offset: inout Int, where matches: (Element) -> Bool) -> Element? {
        while let (found, child) = nextChild(from: &offset) {
            guard matches(child) else { continue }
            take(found)
            return child
        }
        return nil
    }

    @usableFromInline
    func nextChild(from offset: inout Int) -> (Int, Element)? {
        guard let source else { return nil }
        if offset == 0 { offset = source.firstContentOffset }
        while let found = source.nextChildOffset(from: offset), let child = source.child(at: found) {
            offset = source.offset(after: found)
            if !taken.contains(found) { return (found, child) }
        }
        return nil
    }

    @usableFromInline
    mutating func take(_ offset: Int) { taken.insert(offset) }

    @usableFromInline
    mutating func takeRest() -> [Element] {
        var rest: [Element] = []
        var offset = 0
        while let child = takeChild(from: &offset, where: { _ in true }) { rest.append(child) }
        return rest
    }
}

// MARK: - Deviations

extension ElementIO {
    @usableFromInline
    func error(_ reason: PayloadError.Reason, at element: Element? = nil) -> PayloadError {
        let place = element ?? source
        let path = place.flatMap { place in root.map { place.path(below: $0) } }
        return PayloadError(reason, path: path ?? "")
    }

    /// Keeps a deviation, or throws it if reading is strict.
    @usableFromInline
    mutating func report(_ error: PayloadError) throws(PayloadError) {
        if isStrict { throw error }
        diagnostics.append(error)
    }
}

// MARK: - Writing

extension ElementIO {
    @usableFromInline
    func writeAttribute(_ name: StaticString, _ value: String) { writer?.tape.attribute(name, value) }

    @usableFromInline
    func writeAttribute(_ name: Name, _ value: String) { writer?.tape.attribute(name, value) }

    @usableFromInline
    func writeText(_ text: String) { writer?.tape.text(text) }

    @usableFromInline
    func write(_ element: Element) { writer?.tape.copy(element) }

    /// Writes a child with text only, over `original` if there is one.
    @usableFromInline
    func writeTextChild(_ name: StaticString, _ text: String, over original: Element?) {
        guard let tape = writer?.tape else { return }
        if let original {
            if original.text == text { return tape.copy(original) }
            tape.startCopy(of: original)
        } else {
            tape.startSibling(name)
        }
        tape.text(text)
        tape.endElement()
    }

    /// Copies what no field has taken from the original.
    @usableFromInline
    func finishWriting() {
        guard let source, let tape = writer?.tape else { return }
        for offset in 1..<source.firstContentOffset where !taken.contains(offset) {
            tape.copyAttribute(of: source, at: offset)
        }
        var offset = source.firstContentOffset
        while offset < source.endOffset {
            if let child = source.child(at: offset) {
                if !taken.contains(offset) { tape.copy(child) }
            } else if !isTextTaken, let text = source.text(at: offset), !text.isXMLWhitespace {
                tape.text(text)
            }
            offset = source.offset(after: offset)
        }
    }
}

extension String {
    /// Whether there are only the characters that XML 1.0 §2.3 calls white space.
    var isXMLWhitespace: Bool {
        utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
}
