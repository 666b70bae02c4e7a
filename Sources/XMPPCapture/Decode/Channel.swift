/// One layer of a connection: what is in its bytes shows in them, and is handed to who can read it.
///
/// Channels nest as layers do: TLS holds a channel for what it protects, a compressed stream one for what it
/// compresses.
final class Channel {
    private enum Stage {
        case undecided
        case xmpp(XMPPChannel)
        /// Nothing that can be read here.
        case ignored
    }

    let layers: [TrafficRecord.Layer]
    let stream: Int
    /// Whether both directions are there from their first byte on.
    private let isWhole: Bool
    private let sink: RecordSink
    private var stage = Stage.undecided
    private var waiting: [SourceEvent] = []
    private var heads: [Direction: [UInt8]] = [:]
    private var probed = 0

    enum SourceEvent {
        case run(SourceRun)
        case gap(Direction, byteCount: Int64, SourceRun.Origin)
    }

    /// A connection that has not shown by this many bytes what it carries is none of ours.
    private static let probeLimit = 64 << 10

    init(stream: Int, layers: [TrafficRecord.Layer], isWhole: Bool, sink: RecordSink) {
        self.stream = stream
        self.layers = layers
        self.isWhole = isWhole
        self.sink = sink
    }

    func receive(_ event: SourceEvent) {
        switch stage {
        case .undecided:
            waiting.append(event)
            if case .run(let run) = event { probe(run) }
        case .xmpp(let channel): channel.receive(event)
        case .ignored: break
        }
    }

    func close(_ end: XMPPChannel.End) {
        if case .xmpp(let channel) = stage { channel.close(end) }
        stage = .ignored
        waiting = []
        heads = [:]
    }

    private func probe(_ run: SourceRun) {
        heads[run.direction, default: []] += run.bytes
        probed += run.bytes.count
        let verdict = verdict()
        switch verdict {
        case .needsMore where probed < Self.probeLimit: break
        case .xmpp: begin(.xmpp(XMPPChannel(self, isWhole: isWhole, sink: sink)))
        case .tls:
            sink.append(
                TrafficRecord(
                    .note("This connection is encrypted; it is not decrypted."), time: run.origin.time, stream: stream,
                    direction: run.direction, packets: run.origin.packets.numbers, layers: layers))
            begin(.ignored)
        case .needsMore, .http, .other: begin(.ignored)
        }
    }

    /// What both directions together show: an answer in XMPP makes even nonsense a failed attempt at XMPP.
    private func verdict() -> ProtocolProbe.Verdict {
        let verdicts = Direction.allCases.map { ProtocolProbe.judge(heads[$0, default: []][...]) }
        if verdicts.contains(where: { $0 == .xmpp }) { return .xmpp }
        if verdicts.contains(where: { $0 == .tls }) { return .tls }
        if !isWhole, heads.values.contains(where: { ProtocolProbe.containsStanzas($0[...]) }) { return .xmpp }
        if !isWhole || verdicts.contains(where: { $0 == .needsMore }) { return .needsMore }
        return verdicts.contains { $0 == .http } ? .http : .other
    }

    private func begin(_ next: Stage) {
        stage = next
        let events = waiting
        waiting = []
        heads = [:]
        for event in events { receive(event) }
    }
}
