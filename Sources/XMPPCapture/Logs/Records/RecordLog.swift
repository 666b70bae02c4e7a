import XMLStream

/// Reads a log of records, whose lines are as ``RecordLine`` describes them, back into what they were written from.
///
/// Lines that are none of it are passed over, as in all logs.
struct RecordLog {
    private let sink = RecordSink()
    private var line: [UInt8] = []
    private var isTooLong = false
    private var lineNumber = 1
    /// What is wrong with the record of the next line.
    private var diagnostics: [String] = []

    /// The longest line, in bytes.
    private static let lineLimit = LogReader.defaultItemLimit
    /// How many sentences about one record are kept.
    private static let diagnosticLimit = 1000

    mutating func receive(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            append(rest[..<end])
            endLine()
            rest = rest[(end + 1)...]
        }
        append(rest)
    }

    mutating func finish() {
        if !line.isEmpty { endLine() }
    }

    func next() -> TrafficRecord? { sink.next() }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        let room = Self.lineLimit - line.count
        line += bytes.prefix(room)
        if bytes.count > room { isTooLong = true }
    }

    private mutating func endLine() {
        defer {
            line.removeAll(keepingCapacity: line.count < 1 << 16)
            isTooLong = false
            lineNumber += 1
        }
        if line.last == 0x0D { line.removeLast() }
        guard let read = RecordLine(line[...]) else { return }
        if case .wrong = read.kind {
            if diagnostics.count < Self.diagnosticLimit {
                diagnostics.append(String(decoding: read.content, as: UTF8.self))
            }
            return
        }
        let (content, found) = content(of: read)
        sink.append(
            TrafficRecord(
                content, time: read.time, stream: read.stream, direction: read.direction, packets: read.packets,
                layers: read.layers, line: lineNumber, session: read.session,
                diagnostics: diagnostics + found.filter { !diagnostics.contains($0) },
                byteCount: content.isElement ? read.content.count : nil))
        diagnostics = []
    }

    /// What a line says, and what is wrong with it that no line before it says.
    private func content(of line: RecordLine) -> (TrafficRecord.Content, [String]) {
        if isTooLong { return (.error("The line is longer than \(Self.lineLimit) bytes."), []) }
        let sentence = { String(decoding: line.content, as: UTF8.self) }
        switch line.kind {
        case .gap:
            let byteCount = Int64(sentence()) ?? 0
            return (.gap(byteCount: max(byteCount, 0)), [])
        case .error: return (.error(sentence()), [])
        case .note: return (.note(sentence()), [])
        case .close where line.content.isEmpty: return (.streamClose(nil), [])
        case .plain, .open, .close, .bosh, .wrong: break
        }
        do {
            return try Self.element(line)
        } catch {
            return (.error(error.sentence), [])
        }
    }

    private static func element(_ line: RecordLine) throws(XMLStreamError) -> (TrafficRecord.Content, [String]) {
        let isMessage = line.kind == .open && line.content.suffix(2).elementsEqual("/>".utf8)
        var parser = XMLStreamParser(framing: isMessage ? .webSocket : .fragments, limits: .recorded)
        parser.receive(Array(line.content))
        parser.finish()
        switch try parser.next() {
        case .streamOpen(let opening): return (.streamOpen(opening), opening.diagnostics)
        case .streamClose(let element): return (.streamClose(element), [])
        case .element(let element):
            switch line.kind {
            case .bosh: return (.bosh(element), [])
            case .close: return (.streamClose(element), [])
            default: return (StanzaNamespaces.content(element), [])
            }
        case .skipped, .endOfInput, nil: return (.error("The line breaks off within its element."), [])
        }
    }
}

extension TrafficRecord.Content {
    fileprivate var isElement: Bool {
        switch self {
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh: true
        case .gap, .error, .note: false
        }
    }
}
