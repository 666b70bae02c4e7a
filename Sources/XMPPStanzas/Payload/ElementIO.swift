public import XMLStream
import XMPPPrimitives

/// The part of reading and writing that is the same for every payload.
///
/// Reading, `source` is the element. Writing, it is the original whose unknown parts are to be kept, if there is one:
/// what the fields would have read from it is taken, the rest is copied at the end. Places are places of its tape, which
/// whoever makes a coder keeps alive.
@usableFromInline
struct ElementIO: ~Copyable {
    private let source: ElementCursor?
    /// Where the element is that paths start from.
    private let root: Int
    private let isStrict: Bool
    /// Where deviations go; nil while writing.
    private let deviations: UnsafeMutablePointer<[PayloadError]>?
    /// How many deviations there may be at the most when the payload has been read.
    private let deviationLimit: Int
    @usableFromInline let writer: PayloadWriter?
    private var taken = PositionSet()
    /// What a field knows by its name and could not read: it stays where it is, and is not among the rest.
    private var unreadable = PositionSet()
    private var isTextTaken = false

    private init(
        _ source: ElementCursor?,
        root: Int,
        strict: Bool,
        _ deviations: UnsafeMutablePointer<[PayloadError]>?,
        limit: Int,
        _ writer: PayloadWriter?
    ) {
        self.source = source
        self.root = root
        isStrict = strict
        self.deviations = deviations
        deviationLimit = limit
        self.writer = writer
    }

    @usableFromInline
    init(reading element: borrowing Element, strict: Bool, deviations: UnsafeMutablePointer<[PayloadError]>) {
        let source = element.cursor
        let limit = deviations.pointee.count + PayloadError.mostDeviations
        self.init(source, root: source.index, strict: strict, deviations, limit: limit, nil)
    }

    @usableFromInline
    init(writingTo writer: PayloadWriter, keeping original: Element?) {
        self.init(original?.cursor, root: 0, strict: false, nil, limit: 0, writer)
    }

    /// Reads the child at a place; its deviations go to the same list.
    @usableFromInline
    func reading(_ child: Int) -> ElementIO {
        ElementIO(source?.at(child), root: root, strict: isStrict, deviations, limit: deviationLimit, nil)
    }

    @usableFromInline
    static func element(_ body: (PayloadWriter) -> Void) -> Element {
        TapeWriter.element { body(PayloadWriter($0)) }
    }
}

// MARK: - Taking from the source

extension ElementIO {
    @usableFromInline
    mutating func takeAttribute(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let source, let place = source.attribute(name) else { return nil }
        taken.insert(place &- source.index)
        return source.octets(at: place)
    }

    @usableFromInline
    mutating func takeAttribute(_ name: Name) -> String? {
        guard let source, let place = source.attribute(name) else { return nil }
        taken.insert(place &- source.index)
        return source.string(at: place)
    }

    /// The element's own text; nil if children stand between parts of it.
    @usableFromInline
    mutating func takeText() -> UnsafeBufferPointer<UInt8>? {
        isTextTaken = true
        guard let source else { return UnsafeBufferPointer(start: nil, count: 0) }
        return source.plainText(of: source.index)
    }

    /// The text of the child at a place; nil if children stand between parts of it.
    @usableFromInline
    func text(of child: Int) -> UnsafeBufferPointer<UInt8>? { source?.plainText(of: child) }

    /// The text of the child at a place, or, if there is none, of the element itself.
    @usableFromInline
    func string(of child: Int?) -> String { source.map { $0.text(of: child ?? $0.index) } ?? "" }

    /// The place of the next child, not before `place`, with this local name in the element's own namespace.
    @usableFromInline
    mutating func takeSibling(_ name: StaticString, from place: inout Int) -> Int? {
        let found = nextSibling(name, from: &place)
        if let found { take(found) }
        return found
    }

    /// The place of the next child that has not been taken, as ``takeSibling(_:from:)`` would take it.
    @usableFromInline
    func nextSibling(_ name: StaticString, from place: inout Int) -> Int? {
        guard let source else { return nil }
        while let found = source.nextSibling(name, from: max(place, source.contentStart)) {
            place = source.place(behind: found)
            if !taken.contains(found &- source.index) { return found }
        }
        return nil
    }

    /// The place of the first child with this local name in the element's own namespace.
    @usableFromInline
    func firstSibling(_ name: StaticString) -> Int? {
        source.flatMap { $0.nextSibling(name, from: $0.contentStart) }
    }

    /// Whether there is a child, not before `place`, with this local name in the element's own namespace.
    @usableFromInline
    func hasSibling(_ name: StaticString, from place: Int) -> Bool { source?.nextSibling(name, from: place) != nil }

    /// The place of the next child, not before `place`, that has not been taken.
    @usableFromInline
    func nextChild(from place: inout Int) -> Int? {
        guard let source else { return nil }
        place = max(place, source.contentStart)
        while let found = source.nextChild(from: place) {
            place = source.place(behind: found)
            if !taken.contains(found &- source.index) { return found }
        }
        return nil
    }

    /// The name of the child at a place.
    @usableFromInline
    func name(of child: Int) -> Name { source.map { $0.name(at: child) } ?? Name("") }

    /// Whether the child at a place has a name; false says nothing if that is not a known one.
    @usableFromInline
    func isNamed(_ name: Name, _ child: Int) -> Bool {
        name.number != 0 && source?.nameNumber(at: child) == name.number
    }

    @usableFromInline
    mutating func take(_ child: Int) {
        guard let source else { return }
        taken.insert(child &- source.index)
    }

    /// Keeps the child at a place from those that no field knows.
    @usableFromInline
    mutating func setUnreadable(_ child: Int) {
        guard let source else { return }
        unreadable.insert(child &- source.index)
    }

    @usableFromInline
    func element(at child: Int) -> Element? { source?.element(at: child) }

    @usableFromInline
    var name: Name { source.map { $0.name(at: $0.index) } ?? Name("") }

    @usableFromInline
    mutating func takeRest() -> [Element] {
        var rest: [Element] = []
        var place = 0
        while let child = nextUnknownChild(from: &place) {
            take(child)
            if let element = element(at: child) { rest.append(element) }
        }
        return rest
    }

    /// The place of the next child, not before `place`, that no field knows.
    @usableFromInline
    func nextUnknownChild(from place: inout Int) -> Int? {
        guard let source else { return nil }
        while let child = nextChild(from: &place) {
            if !unreadable.contains(child &- source.index) { return child }
        }
        return nil
    }
}

// MARK: - Deviations

extension ElementIO {
    /// The error for something in the element, or in the child at a place.
    @usableFromInline
    func error(_ reason: PayloadError.Reason, at child: Int? = nil) -> PayloadError {
        // What is told no more is not looked for among many siblings.
        let isNumbered = deviations.map { $0.pointee.count < deviationLimit } ?? true
        let path = source.map {
            $0.element(at: child ?? $0.index).path(below: $0.element(at: root), isNumbered: isNumbered)
        }
        return PayloadError(reason, path: path ?? "")
    }

    /// The error for an attribute or text that its type does not read.
    @usableFromInline
    func invalid(
        _ field: PayloadError.Field,
        _ octets: UnsafeBufferPointer<UInt8>,
        wanted: String
    ) -> PayloadError {
        error(.invalid(field, value: String(decoding: octets, as: UTF8.self), wanted: wanted))
    }

    /// The error for the text of the element, or of the child at a place.
    @usableFromInline
    func invalidText(of child: Int? = nil, wanted: String) -> PayloadError {
        error(.invalid(.text, value: string(of: child), wanted: wanted), at: child)
    }

    /// Keeps a deviation, unless there are as many as may be, or throws it if reading is strict.
    @usableFromInline
    func report(_ error: PayloadError) throws(PayloadError) {
        if isStrict { throw error }
        guard let deviations, deviations.pointee.count < deviationLimit else { return }
        deviations.pointee.append(error)
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

    /// Writes a child with text only, over the one at a place if there is one; nil leaves the text as it is.
    @usableFromInline
    func writeTextChild(_ name: StaticString, _ text: String?, over original: Int?) {
        guard let tape = writer?.tape else { return }
        if let original, let element = element(at: original) {
            if text == nil || element.text == text { return tape.copy(element) }
            tape.startCopy(of: element)
        } else {
            tape.startSibling(name)
        }
        tape.text(text ?? "")
        tape.endElement()
    }

    /// Copies what no field has taken from the original.
    @usableFromInline
    func finishWriting() {
        guard let source = source?.element, let tape = writer?.tape else { return }
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
        utf8.allSatisfy(\.isXMLSpace)
    }
}
