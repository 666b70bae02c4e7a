import XMLStream

/// Reads the XMPP traffic of a capture file.
struct CaptureDecoder: ~Copyable {
    /// What finds the events; nil when that is done elsewhere.
    private var streams: CaptureStreams?
    /// Events that were found elsewhere.
    private var batch = StreamEventBatch()
    private(set) var channels: [Int: Channel] = [:]
    private let context: ChannelContext
    /// What was noted about the file rather than a packet, as long as it is little.
    private(set) var fileNotes: [String] = []

    private static let fileNoteLimit = 16

    init(limits: CaptureLimits = CaptureLimits(), secrets: TLSSecrets = TLSSecrets()) {
        streams = CaptureStreams(limits: limits)
        context = ChannelContext(limits: limits, secrets: secrets)
    }

    /// Creates a decoder of events that are found elsewhere, which does no more than ``nextBatch()`` tells.
    init(ofEventsWith limits: CaptureLimits, secrets: TLSSecrets) {
        streams = nil
        context = ChannelContext(limits: limits, secrets: secrets, relaysProtected: true, measuresTraffic: false)
    }

    /// How many bytes are taken by what waits or is open, in all layers.
    var waitingBytes: Int { context.openContent.bytesBeneath + context.openContent.cost }

    mutating func receive(_ bytes: [UInt8]) { streams?.receive(bytes) }

    /// Takes events instead of bytes, once those before have been dealt with.
    mutating func receive(_ batch: consuming StreamEventBatch) { self.batch = batch }

    /// Takes what a key log has got since it was read.
    func receive(keyLog: [UInt8]) { context.receive(keyLog: keyLog) }

    mutating func finish() { streams?.finish() }

    mutating func nextClosedConnection() -> ConnectionTraffic? { context.traffic?.nextClosed() }

    mutating func next() throws(CaptureError) -> TrafficRecord? {
        while true {
            if let record = context.sink.next() { return record }
            let event = try streams?.next()
            setWaiting(streams?.waitingBytes ?? 0)
            guard let event else { return context.sink.next() }
            receive(event)
        }
    }

    /// The records of the events that were taken, or part of them; nil if there are no more.
    mutating func nextBatch() -> RecordBatch? {
        while context.sink.estimatedBytes < RecordBatch.limit {
            let event = batch.next()
            setWaiting(batch.waitingBytes)
            guard let event else { break }
            receive(event)
        }
        var records = context.sink.takeAll()
        records.waitingBytes = waitingBytes
        return records.isEmpty ? nil : records
    }

    /// Takes note of how many bytes wait beneath for others, which may turn out to be missing.
    private func setWaiting(_ byteCount: Int) {
        context.openContent.bytesBeneath = byteCount
        context.sink.mayLackEarlier = byteCount > 0 || context.untoldGaps > 0
    }

    private mutating func receive(_ event: StreamEvent) {
        switch event {
        case .opened(let opening):
            context.servers[opening.stream] = opening.server
            channels[opening.stream] = Channel(
                stream: opening.stream, layers: [], isWhole: !opening.directionIsGuessed, context: context)
        case .data(let data):
            let origin = SourceRun.Origin(packets: PacketList(data.packet), time: data.time)
            channels[data.stream]?.receive(
                .run(SourceRun(direction: data.direction, bytes: data.bytes, origin: origin)))
        case .gap(let gap):
            let origin = SourceRun.Origin(packets: PacketList(gap.packet), time: gap.time)
            channels[gap.stream]?.receive(.gap(gap.direction, byteCount: gap.byteCount, .missing, origin))
        case .closed(let closing):
            context.servers[closing.stream] = nil
            channels.removeValue(forKey: closing.stream)?.close(
                XMPPChannel.End(
                    reason: closing.reason.words, isCutOff: closing.reason == .endOfCapture,
                    origin: SourceRun.Origin(packets: PacketList(closing.packet), time: closing.time)))
            if closing.reason == .evicted { reportEviction(closing) }
            context.traffic?.close(closing)
        case .note(let note):
            if note.packet == nil, note.stream == nil, fileNotes.count < Self.fileNoteLimit {
                fileNotes.append(note.message)
            }
            context.sink.append(
                TrafficRecord(
                    .note(note.message), time: note.time, stream: note.stream,
                    packets: note.packet.map { [$0] } ?? []))
        case .comment(let packet, let text):
            context.sink.append(TrafficRecord(.note("comment: \(text)"), packets: packet.map { [$0] } ?? []))
        case .secrets(let secrets): context.receive(secrets)
        }
    }
}

extension CaptureDecoder {
    private func reportEviction(_ closing: TCPStreamClosing) {
        context.sink.append(
            TrafficRecord(
                .note("the connection is followed no further, because too many are open at a time"),
                time: closing.time, stream: closing.stream, packets: [closing.packet]))
    }
}

extension TCPStreamClosing.Reason {
    var words: String {
        switch self {
        case .finished: "end of the connection"
        case .reset: "reset of the connection"
        case .replaced: "next connection between the same ports"
        case .evicted: "limit on open connections"
        case .endOfCapture: "end of the capture"
        }
    }
}
