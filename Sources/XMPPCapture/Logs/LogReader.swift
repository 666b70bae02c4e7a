import XMPPPrimitives

/// Finds the XMPP traffic in a text: the debug log of a client or server, the copy of an XML console, or plain XML.
///
/// What kind of text it is shows in the bytes themselves, line by line, so a file in which several programs wrote is
/// read too. Bytes are pushed in as they come and units pulled out; each unit is there as soon as the line that
/// completes it is. However the bytes are divided, the units are the same.
///
/// ```swift
/// var reader = LogReader()
/// while let bytes = try input.read() {
///     reader.receive(bytes)
///     while let unit = reader.next() { … }
/// }
/// reader.finish()
/// while let unit = reader.next() { … }
/// ```
///
/// Lines that are not understood are passed over. Where the log breaks off inside an element, what there is of it
/// comes as a unit whose `isCut` is true. Nothing is reported that the log does not contain.
public struct LogReader: Sendable {
    /// The longest item that is kept together, and the longest line, in bytes, unless another limit is given.
    public static let defaultItemLimit = 16 * 1024 * 1024

    private enum Mode: Sendable {
        case log
        case plain(PlainXML)
    }

    private var mode = Mode.log
    private var assembler: LogAssembler
    private var partials: PartialLines
    private let itemLimit: Int
    private var units: [LogUnit] = []
    private var unitsRead = 0
    /// The line being received.
    private var line: [UInt8] = []
    private var lineIsTruncated = false
    private var lineNumber = 1
    /// Whether a line had NUL in it, which no XML has.
    private var isBinary = false
    private var receivedByteCount = 0
    /// How many bytes the lines have that come before the first one of plain XML; 0 as long as there is none.
    private(set) var plainOffset = 0

    /// Creates a reader at the start of a text.
    ///
    /// - Parameters:
    ///   - itemLimit: the longest item and the longest line in bytes, at least 1024; what is longer is cut there.
    ///   - lastChange: when the log was last written to, which tells the year of times without one, as syslog and Prosody
    ///     write them; without it such times are left out.
    public init(itemLimit: Int = Self.defaultItemLimit, lastChange: Timestamp? = nil) {
        self.itemLimit = max(itemLimit, 1024)
        partials = PartialLines(limit: self.itemLimit)
        assembler = LogAssembler(entryLimit: self.itemLimit, lastChange: lastChange)
    }

    /// Takes the next bytes of the text.
    public mutating func receive(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = isPlain ? receivePlain(rest) : receiveLog(rest)
        }
        receivedByteCount += bytes.count
    }

    /// Takes the end of the text: what is incomplete will be handed on.
    public mutating func finish() {
        if isPlain {
            if line.isEmpty || !endHeldLine() { withPlain { $0.finish() } }
        } else if !line.isEmpty {
            if mayBePlain, startsWithTag == true {
                becomePlain(at: receivedByteCount - line.count)
                withPlain { $0.finish() }
            } else {
                endLogLine()
            }
        }
        for line in partials.finish() { assembler.receive(line.withoutColour()) }
        assembler.finish()
        units += assembler.takeUnits()
    }

    /// The next unit that is complete; nil if more bytes are needed, or at the end of the text.
    public mutating func next() -> LogUnit? {
        guard unitsRead < units.count else {
            units.removeAll(keepingCapacity: true)
            unitsRead = 0
            return nil
        }
        defer { unitsRead += 1 }
        return units[unitsRead]
    }

    // MARK: A log's lines

    /// Takes bytes up to the end of the line, or to where the text turns out to be plain XML.
    private mutating func receiveLog(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while mayBePlain, rest.first != 0x0A {
            guard let isTag = startsWithTag else {
                guard let byte = rest.first else { return [] }
                let room = max(0, Self.heldLimit - line.count)
                let space = rest.prefix(room).prefix { $0 != 0x0A && $0.isXMLSpace }
                line += space.isEmpty ? [byte] : space
                rest = rest.dropFirst(max(1, space.count))
                continue
            }
            if isTag {
                becomePlain(at: receivedByteCount + rest.startIndex - line.count)
                return rest
            }
            if startsWithMarkupDeclaration {
                // Held back like any line of plain XML, because a console's comment makes it a log's.
                plainOffset = receivedByteCount + rest.startIndex - line.count
                mode = .plain(PlainXML(firstLine: lineNumber))
                return rest
            }
            break
        }
        let lineEnd = rest.firstIndex(of: 0x0A) ?? rest.endIndex
        let room = itemLimit - line.count
        line += rest[..<lineEnd].prefix(room)
        if lineEnd - rest.startIndex > room { lineIsTruncated = true }
        guard lineEnd < rest.endIndex else { return [] }
        endLogLine()
        lineNumber += 1
        return rest[(lineEnd + 1)...]
    }

    private mutating func endLogLine() {
        let ended = LogLine(bytes: line, number: lineNumber, isTruncated: lineIsTruncated)
        if line.contains(0) { isBinary = true }
        line.removeAll(keepingCapacity: true)
        lineIsTruncated = false
        if let whole = partials.receive(ended) { assembler.receive(whole.withoutColour()) }
        units += assembler.takeUnits()
    }

    // MARK: Plain XML

    private var isPlain: Bool {
        if case .plain = mode { true } else { false }
    }

    /// Whether the text is XML without a log around it, as far as it tells by now; a log's line may still follow.
    var isPlainXML: Bool { isPlain && line.isEmpty }

    /// Whether no line so far was a log's or binary, and the next need not be a log's.
    private var mayBePlain: Bool { !isBinary && !assembler.hasSeenLog && !assembler.isInEntry }

    /// Whether the line starts with `<!`: a comment, a document type, or a CDATA section.
    private var startsWithMarkupDeclaration: Bool { lineText.starts(with: [UInt8(ascii: "<"), UInt8(ascii: "!")]) }

    /// The line behind a byte order mark and white space.
    private var lineText: ArraySlice<UInt8> {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = lineNumber == 1 && line.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        return line.dropFirst(start).drop(while: \.isXMLSpace)
    }

    /// Whether the line starts with a start tag or a processing instruction, or with more white space than any log's;
    /// nil if more bytes are needed to tell.
    private var startsWithTag: Bool? {
        let byteOrderMark: [UInt8] = lineNumber == 1 ? [0xEF, 0xBB, 0xBF] : []
        if line.count < byteOrderMark.count, byteOrderMark.starts(with: line) { return nil }
        let text = lineText
        guard text.count >= 2, let second = text.dropFirst().first else {
            if text.isEmpty, line.count >= Self.heldLimit { return true }
            return text.isEmpty || text.first == UInt8(ascii: "<") ? nil : false
        }
        return text.first == UInt8(ascii: "<") && (second.isXMLNameStart || second == UInt8(ascii: "?"))
    }

    /// Takes bytes of plain XML, holding back a line that may be a log's.
    private mutating func receivePlain(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = bytes.first else { return [] }
        if line.isEmpty {
            let end = withPlain { $0.take(bytes) }
            guard end < bytes.endIndex else { return [] }
            line.append(bytes[end])
            return bytes[(end + 1)...]
        }
        let text = lineText
        if text.count < Self.commentStart.count, Self.commentStart.starts(with: text) {
            guard first == Self.commentStart[text.count] else {
                releaseLine()
                return bytes
            }
            line.append(first)
            return bytes.dropFirst()
        }
        let lineEnd = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
        if let end = commentEnd(in: bytes[..<lineEnd]), line.count + end - bytes.startIndex <= Self.heldLimit {
            line += bytes[..<end]
            if RecordComment(line) != nil {
                handOnComment()
                return bytes[end...]
            }
            if !assembler.isLogLine(LogLine(bytes: line, number: lineNumber)) { releaseLine() }
            return bytes[end...]
        }
        let room = Self.heldLimit - line.count
        line += bytes[..<lineEnd].prefix(room)
        if lineEnd - bytes.startIndex > room {
            releaseLine()
            return bytes.dropFirst(room)
        }
        guard lineEnd < bytes.endIndex else { return [] }
        guard endHeldLine() else { return bytes[lineEnd...] }
        lineNumber += 1
        return bytes[(lineEnd + 1)...]
    }

    private static let commentStart = Array("<!--".utf8)

    /// Where the comment ends with which the line held back begins, if it does and ends in these bytes.
    private func commentEnd(in bytes: ArraySlice<UInt8>) -> Int? {
        guard lineText.starts(with: Self.commentStart), line.find("-->") == nil else { return nil }
        let before = Array(line.suffix(2))
        return (before + bytes.prefix(Self.heldLimit)).find("-->").map { bytes.startIndex + $0 + 3 - before.count }
    }

    /// How much of a line is held back; no log has its own words further on.
    private static let heldLimit = 4096

    /// Looks at the line held back, which is complete.
    ///
    /// - Returns: whether it was a log's line, so that the text is no plain XML from here on.
    private mutating func endHeldLine() -> Bool {
        lineNumber = withPlain { $0.nextLine }
        guard assembler.isLogLine(LogLine(bytes: line, number: lineNumber).withoutColour()) else {
            releaseLine()
            return false
        }
        withPlain { $0.finish() }
        mode = .log
        endLogLine()
        return true
    }

    /// Goes on with plain XML, whose first line, at `offset`, is the one being received.
    private mutating func becomePlain(at offset: Int) {
        plainOffset = offset
        mode = .plain(PlainXML(firstLine: lineNumber))
        releaseLine()
    }

    private mutating func releaseLine() {
        let held = line
        line.removeAll(keepingCapacity: true)
        withPlain { _ = $0.take(held[...], isExamined: true) }
    }

    /// Hands on the comment that was held back as a unit of its own.
    private mutating func handOnComment() {
        withPlain { $0.finish() }
        releaseLine()
        withPlain { $0.finish() }
    }

    @discardableResult
    private mutating func withPlain<Result: Sendable>(_ body: (inout PlainXML) -> Result) -> Result {
        var plain = PlainXML(firstLine: lineNumber)
        if case .plain(let current) = mode { plain = current }
        // Let go of the old value, or changing the copy would copy what it holds.
        mode = .log
        let result = body(&plain)
        units += plain.takeUnits()
        mode = .plain(plain)
        return result
    }
}
