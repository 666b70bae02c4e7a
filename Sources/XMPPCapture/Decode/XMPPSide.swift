import XMLStream

/// One direction of an XMPP stream: its bytes become records.
final class XMPPSide: BytesKeeper {
    /// What an element means for the layers of the connection.
    enum Signal {
        /// The side that sends in this direction has asked for another layer and waits.
        case asked(TrafficRecord.Layer, Direction)
        /// The side sent by this direction refuses what was asked.
        case refused(Direction)
        /// The side sent by this direction agrees: its next byte, and that of the other, belong to the layer.
        case agreed(TrafficRecord.Layer, Direction)
    }

    private let direction: Direction
    private let stream: Int
    private let layers: [TrafficRecord.Layer]
    private let sink: RecordSink
    private var parser: XMLStreamParser
    private var map = SourceMap()
    /// What came while an answer is awaited.
    private var held: [SourceRun]?
    private var heldBytes = 0
    private let openContent: OpenContent
    /// Whether ``openContent`` knows of an element here.
    private var isCounted = false

    /// What an open element takes at least, its parser included, in bytes.
    private static let elementOverhead = 64 << 10
    /// What a byte of one takes: little in text, many in a long list of small elements.
    private static let costOfByte = 4

    /// What a packet takes that has brought a part of one.
    private static let costOfPacket = 64

    /// How many bytes may come while an answer is awaited: a client has nothing to say then (RFC 6120 §5.4.2.1).
    private static let heldLimit = 64 << 10

    init(
        _ direction: Direction, of channel: Channel, layers: [TrafficRecord.Layer],
        framing: XMLStreamParser.Framing = .fragments, isWhole: Bool
    ) {
        self.direction = direction
        stream = channel.stream
        self.layers = layers
        let context = channel.context
        sink = context.sink
        openContent = context.openContent
        parser = XMLStreamParser(framing: framing, limits: .recorded)
        if !isWhole { parser.resynchronize() }
    }

    deinit { openContent.forget(self) }

    /// Whether an answer is awaited.
    var isWaiting: Bool { held != nil }

    /// Whether another layer can begin with the next byte: no element is open, or none that its beginning is there of.
    var isBetweenElements: Bool { isWaiting || parser.isResynchronizing || parser.openElementOffset == nil }

    /// The first bytes of what came while an answer is awaited.
    var headOfHeld: [UInt8] { Array((held ?? []).lazy.flatMap(\.bytes).prefix(16)) }

    // MARK: Input

    func receive(_ run: SourceRun) -> [Signal] {
        if held != nil {
            held?.append(run.detached)
            heldBytes += run.bytes.count
            guard heldBytes <= Self.heldLimit else { return resume() }
            count(heldBytes)
            return []
        }
        map.append(byteCount: run.bytes.count, run.origin)
        parser.receive(Array(run.bytes))
        defer { countOpenElement() }
        return drain()
    }

    private func countOpenElement() {
        guard !parser.isResynchronizing, let start = parser.openElementOffset else { return countNothing() }
        count(
            Self.elementOverhead + max(map.end - start, 0) * Self.costOfByte + map.runCount * Self.costOfPacket)
    }

    private func count(_ bytes: Int) {
        isCounted = true
        openContent.note(bytes, of: self)
    }

    private func countNothing() {
        if isCounted { openContent.forget(self) }
        isCounted = false
    }

    /// Looks for the next element instead of the end of this one, which takes too long, or behind what came while an
    /// answer is awaited.
    func giveUp() {
        isCounted = false
        if let last = held?.last { return gap(Int64(heldBytes), .missing, last.origin) }
        reportOpenElement("is given up, because too much waits for its end at a time")
        parser.resynchronize(afterGapOf: 0)
    }

    /// Takes a message of WebSocket.
    ///
    /// Each is a document of its own (RFC 7395 §3.3), and what is wrong with one says nothing about the next.
    func receive(message runs: [SourceRun]) {
        _ = parser.stop()
        for run in runs { map.append(byteCount: run.bytes.count, run.origin) }
        parser.receive(Array(runs.map(\.bytes).joined()))
        _ = drain()
    }

    func gap(_ byteCount: Int64, _ kind: GapKind, _ origin: SourceRun.Origin) {
        let count = kind.isExact ? Int(clamping: byteCount) : 0
        reportOpenElement("is cut off by bytes that the capture does not have")
        emit(.gap(byteCount: byteCount), origin, at: map.end, kind.sentence.map { [$0] } ?? [])
        map.skip(byteCount: count)
        parser.resynchronize(afterGapOf: count)
        held = nil
        heldBytes = 0
        countOpenElement()
    }

    func close(_ end: XMPPChannel.End) {
        _ = resume()
        reportOpenElement(end.isCutOff ? "goes on beyond the capture" : "is cut off by the \(end.reason)")
        parser.finish()
        countNothing()
    }

    /// Goes on after the answer to what was asked turned out to be no.
    func resume() -> [Signal] {
        guard let runs = held else { return [] }
        held = nil
        heldBytes = 0
        countNothing()
        return drain() + runs.flatMap { receive($0) }
    }

    /// The bytes behind the last element, which belong to another layer.
    func takeRest() -> [SourceRun] {
        let start = parser.eventRange.upperBound
        var rest = parser.stop()[...]
        var runs: [SourceRun] = []
        for (byteCount, origin) in map.runs(from: start) where !rest.isEmpty {
            runs.append(SourceRun(direction: direction, bytes: rest.prefix(byteCount), origin: origin))
            rest = rest.dropFirst(byteCount)
        }
        defer { held = nil }
        countNothing()
        return runs + (held ?? [])
    }

    // MARK: Events

    private func drain() -> [Signal] {
        var signals: [Signal] = []
        while true {
            do {
                guard let event = try parser.next() else { break }
                report(event)
                if let signal = signal(of: event) {
                    signals.append(signal)
                    if case .refused = signal { continue }
                    if case .asked = signal { held = [] }
                    return signals
                }
            } catch {
                // What is missing at the end of a message is missing behind its last byte.
                let place = max(min(error.offset, map.end - 1), 0)
                emit(.error(error.sentence), map.origin(of: place..<place + 1), at: error.offset)
                if parser.framing == .webSocket { break }
                parser.resynchronize()
            }
        }
        return signals
    }

    private func report(_ event: XMLStreamEvent) {
        let range = parser.eventRange
        let origin = map.origin(of: range)
        switch event {
        case .streamOpen(let opening):
            emit(.streamOpen(opening), origin, at: range.lowerBound, opening.diagnostics, byteCount: range.count)
        case .element(let element):
            emit(StanzaNamespaces.content(element), origin, at: range.lowerBound, byteCount: range.count)
        case .streamClose(let element):
            emit(.streamClose(element), origin, at: range.lowerBound, byteCount: range.count)
        case .skipped(let byteCount):
            emit(
                .gap(byteCount: Int64(byteCount)), origin, at: range.lowerBound,
                ["These bytes belong to an element whose beginning is missing or broken."])
        case .endOfInput: break
        }
        map.forget(before: range.upperBound)
    }

    private func emit(
        _ content: TrafficRecord.Content, _ origin: SourceRun.Origin, at offset: Int, _ diagnostics: [String] = [],
        byteCount: Int? = nil
    ) {
        sink.append(
            TrafficRecord(
                content, time: origin.time, stream: stream, direction: direction,
                packets: origin.packets.numbers, layers: layers, offset: offset, diagnostics: diagnostics,
                byteCount: byteCount))
    }

    private func reportOpenElement(_ fate: String) {
        guard let start = parser.openElementOffset else { return }
        let origin = map.origin(of: start..<map.end)
        if parser.isResynchronizing {
            if start < map.end { emit(.gap(byteCount: Int64(map.end - start)), origin, at: start) }
            return
        }
        emit(.error("The element that begins here \(fate)."), origin, at: start)
    }

    // MARK: Negotiation

    private func signal(of event: XMLStreamEvent) -> Signal? {
        guard case .element(let element) = event, parser.framing == .fragments else { return nil }
        guard let index = Self.signs.index(ofNameOf: element) else { return nil }
        switch index {
        case 0: return .asked(.tls, direction)
        case 1: return .asked(.zlib, direction)
        case 2, 3: return .refused(direction)
        case 4: return .agreed(.tls, direction)
        default: return .agreed(.zlib, direction)
        }
    }

    /// The elements that mean something for the layers of a connection.
    private static let signs = NameTable([
        .known("starttls", in: "urn:ietf:params:xml:ns:xmpp-tls"),
        .known("compress", in: "http://jabber.org/protocol/compress"),
        .known("failure", in: "urn:ietf:params:xml:ns:xmpp-tls"),
        .known("failure", in: "http://jabber.org/protocol/compress"),
        .known("proceed", in: "urn:ietf:params:xml:ns:xmpp-tls"),
        .known("compressed", in: "http://jabber.org/protocol/compress"),
    ])
}

extension StreamOpening {
    /// What RFC 6120 has against a header that could be read all the same.
    var diagnostics: [String] {
        guard element.namespace != .streams, element.namespace != .framing else { return [] }
        return ["invalid-namespace: The stream header is not in the namespace of streams. (RFC 6120 §4.8.1)"]
    }
}

extension XMLStreamError {
    /// The error without its place, which a record has already.
    var sentence: String { "\(condition.rawValue): \(message) (\(rule))" }
}
