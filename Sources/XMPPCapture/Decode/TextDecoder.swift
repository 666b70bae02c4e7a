import XMLStream

/// Reads the XMPP traffic that a log contains, or XML without a log around it.
struct TextDecoder {
    private var reader: LogReader
    private let sink = RecordSink()
    private var sides: [SideKey: TextSide] = [:]
    /// The names of time zones that were said to be unknown.
    private var unknownZones: Set<String> = []
    private static let zoneLimit = 16

    init(lastChange: Timestamp?) { reader = LogReader(lastChange: lastChange) }

    private struct SideKey: Hashable {
        var connection: Int?
        var direction: Direction?
    }

    mutating func receive(_ bytes: [UInt8]) {
        reader.receive(bytes)
        readUnits()
    }

    mutating func finish() {
        reader.finish()
        readUnits()
        for side in sides.values.sorted(by: { ($0.connection ?? -1, $0.order) < ($1.connection ?? -1, $1.order) }) {
            side.finish()
        }
        sides = [:]
    }

    func next() -> TrafficRecord? { sink.next() }

    var isPlainXML: Bool { reader.isPlainXML }

    private mutating func readUnits() {
        while let unit = reader.next() {
            reportZone(unit)
            let key = SideKey(connection: unit.connection, direction: unit.direction)
            let side = sides[key] ?? TextSide(unit, plainOffset: reader.plainOffset, sink: sink)
            sides[key] = side
            side.receive(unit)
        }
    }

    /// Says of a time zone that is not known that it is not, once.
    private mutating func reportZone(_ unit: LogUnit) {
        guard let zone = unit.unknownTimeZone, unknownZones.count < Self.zoneLimit, unknownZones.insert(zone).inserted
        else { return }
        let sentence = "unknown time zone “\(zone)”: its times are taken to be in UTC"
        sink.append(TrafficRecord(.note(sentence), time: unit.time, line: unit.line))
    }
}

/// One direction of one connection in a log, or all of a text that is plain XML.
private final class TextSide {
    let connection: Int?
    let direction: Direction?
    /// The offset in the text of the parser's first byte, if this is plain XML.
    private let plainOffset: Int
    private let sink: RecordSink
    private var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
    /// The lines and times of what has been received, by the offset that each begins at.
    private var places: [(offset: Int, line: Int, time: Timestamp?)] = []

    init(_ first: LogUnit, plainOffset: Int, sink: RecordSink) {
        connection = first.connection
        direction = first.direction
        self.plainOffset = plainOffset
        self.sink = sink
    }

    var order: Int { direction == .serverToClient ? 1 : 0 }

    /// Whether nothing of the text has come.
    private var isAtStart: Bool { connection == nil && plainOffset == 0 && parser.receivedByteCount == 0 }

    func receive(_ unit: LogUnit) {
        let space = unit.xml.prefix { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let line = unit.line + space.count { $0 == 0x0A }
        places.append((parser.receivedByteCount + space.count, line, unit.time))
        if connection == nil, parser.openElementOffset == nil, let comment = RecordComment(unit.xml) {
            let offset = parser.receivedByteCount
            parser.receive([UInt8](repeating: 0x20, count: unit.xml.count))
            drain()
            return emit(comment.content, at: offset)
        }
        parser.receive(isAtStart ? unit.xml.blankingByteOrderMark : unit.xml)
        drain()
        if connection != nil, let start = parser.openElementOffset { giveUp(start, unit) }
    }

    /// In a log, every unit is whole or cut: what is still open at its end never gets one.
    private func giveUp(_ start: Int, _ unit: LogUnit) {
        let reason = unit.isCut ? "The log breaks off within this element." : "The element in the log has no end."
        emit(.error(reason), at: start)
        parser = XMLStreamParser(framing: .fragments, limits: .recorded)
        places = []
    }

    func finish() {
        guard let start = parser.openElementOffset else { return }
        guard !parser.isResynchronizing else {
            let skipped = parser.receivedByteCount - start
            if skipped > 0 { emit(.gap(byteCount: Int64(skipped)), at: start) }
            return
        }
        emit(.error("The text ends within the element that begins here."), at: start)
    }

    private func drain() {
        while true {
            do {
                guard let event = try parser.next() else { return }
                report(event)
            } catch {
                emit(.error(error.sentence), at: error.offset)
                if connection == nil {
                    parser.resynchronize()
                } else {
                    parser = XMLStreamParser(framing: .fragments, limits: .recorded)
                    places = []
                    return
                }
            }
        }
    }

    private func report(_ event: XMLStreamEvent) {
        let offset = parser.eventRange.lowerBound
        let count = parser.eventRange.count
        switch event {
        case .streamOpen(let opening):
            emit(.streamOpen(opening), at: offset, opening.diagnostics, byteCount: count)
        case .element(let element): emit(StanzaNamespaces.content(element), at: offset, byteCount: count)
        case .streamClose(let element): emit(.streamClose(element), at: offset, byteCount: count)
        case .skipped(let count): emit(.gap(byteCount: Int64(count)), at: offset)
        case .endOfInput: break
        }
        let end = parser.eventRange.upperBound
        if let last = places.lastIndex(where: { $0.offset <= end }), last > 0 { places.removeFirst(last) }
    }

    private func emit(
        _ content: TrafficRecord.Content, at offset: Int, _ diagnostics: [String] = [], byteCount: Int? = nil
    ) {
        let place = places.last { $0.offset <= offset }
        sink.append(
            TrafficRecord(
                content, time: place?.time, stream: connection, direction: direction, line: place?.line,
                offset: connection == nil ? plainOffset + offset : nil, diagnostics: diagnostics,
                byteCount: byteCount))
    }
}

extension [UInt8] {
    /// With spaces for the byte order mark that a file may begin with (XML 1.0 §4.3.3), so that offsets stay; on the
    /// wire there is none (RFC 6120 §11.6).
    fileprivate var blankingByteOrderMark: [UInt8] {
        starts(with: [0xEF, 0xBB, 0xBF]) ? [0x20, 0x20, 0x20] + dropFirst(3) : self
    }
}
