/// One layer of a connection: what is in its bytes shows in them, and is handed to who can read it.
///
/// Channels nest as layers do: TLS holds a channel for what it protects, a compressed stream one for what it
/// compresses.
final class Channel: ChannelReader, BytesKeeper {
    private enum Stage {
        case undecided
        /// It has not shown it for long, and may yet, as its beginning is not in the capture; nothing is kept.
        case searching
        case reading(any ChannelReader)
        /// Nothing that can be read here.
        case ignored
    }

    let layers: [TrafficRecord.Layer]
    let stream: Int
    let context: ChannelContext
    /// Whether both directions are there from their first byte on.
    private let isWhole: Bool
    /// Whether what it carries has to show in the midst of it, because its beginning is not there.
    private var isMidway: Bool
    private var stage = Stage.undecided
    /// Whether only the client has shown what it speaks: an answer in XMPP would show that it was wrong there.
    private var isProvisional = false
    private var waiting: [SourceEvent] = []
    private var heads: [Direction: [UInt8]] = [:]
    private var probed = 0
    /// What is found where the beginning is not in the capture.
    private var midway = MidwaySearch()
    /// How many bytes this channel has of ``ChannelContext/undecidedBytes``.
    private var undecidedBytes = 0

    enum SourceEvent: Sendable {
        case run(SourceRun)
        /// Bytes that are missing, or cannot be handed on.
        case gap(Direction, byteCount: Int64, GapKind, SourceRun.Origin)
    }

    /// A connection that has not shown by this many bytes what it carries is none of ours.
    private static let probeLimit = 64 << 10
    /// How many bytes all of these may have kept together; beyond it, the next one has to show it at once.
    private static let undecidedLimit = 16 << 20

    init(stream: Int, layers: [TrafficRecord.Layer], isWhole: Bool, context: ChannelContext) {
        self.stream = stream
        self.layers = layers
        self.isWhole = isWhole
        isMidway = !isWhole
        self.context = context
    }

    deinit { context.openContent.forget(self) }

    func receive(_ event: SourceEvent) {
        if case .run(let run) = event { context.traffic?.count(run, in: stream, out: layers.last) }
        pass(event)
    }

    private func pass(_ event: SourceEvent) {
        switch stage {
        case .searching: search(event)
        case .undecided:
            keep(event)
            // It may have been too much.
            if case .undecided = stage, case .run(let run) = event { probe(run) }
        case .reading(let reader):
            guard isProvisional, settle(event) else { return reader.receive(event) }
        case .ignored: break
        }
    }

    private func keep(_ event: SourceEvent) {
        guard case .run(let run) = event else {
            if case .gap(let direction, let byteCount, _, let origin) = event {
                if heads[direction, default: []].isEmpty { isMidway = true }
                midway.lack(byteCount, direction, origin)
            }
            return waiting.append(event)
        }
        waiting.append(.run(run.detached))
        undecidedBytes += run.bytes.count
        context.undecidedBytes += run.bytes.count
        // They are kept twice, as they came and put together.
        context.openContent.note(2 * undecidedBytes + waiting.count * Self.overhead, of: self)
    }

    /// What a part of a packet takes that waits, beside its bytes.
    private static let overhead = 128

    /// Waits no longer for what shows what the connection carries.
    func giveUp() {
        let last = waiting.reversed().lazy.compactMap { event in
            if case .run(let run) = event { run.origin } else { nil }
        }.first
        forget()
        guard case .undecided = stage else {
            isProvisional = false
            return
        }
        stage = .ignored
        note("what the connection carries is not found out, because too much waits in all of them at a time", last)
    }

    private func note(_ message: String, _ origin: SourceRun.Origin?) {
        context.sink.append(
            TrafficRecord(
                .note(message), time: origin?.time, stream: stream, packets: origin?.packets.numbers ?? [],
                layers: layers))
    }

    /// Gives up what was kept for the case that it is wanted once more.
    private func forget() {
        waiting = []
        heads = [:]
        context.openContent.forget(self)
        context.undecidedBytes -= undecidedBytes
        undecidedBytes = 0
    }

    func close(_ end: XMPPChannel.End) {
        if case .reading(let reader) = stage { reader.close(end) }
        stage = .ignored
        forget()
    }

    private func probe(_ run: SourceRun) {
        heads[run.direction, default: []] += run.bytes
        probed += run.bytes.count
        switch verdict(midway: run) {
        case .needsMore where probed < Self.probeLimit && context.undecidedBytes < Self.undecidedLimit: break
        case .xmpp: begin(.reading(XMPPChannel(self, isWhole: isWhole)))
        case .http: beginHTTP()
        case .tls: begin(.reading(TLSChannel(self)))
        case .webSocket: begin(.reading(WebSocketChannel(self, WebSocketAgreement(nil, response: nil))))
        case .http2:
            note("this is HTTP/2, which is not read", run.origin)
            begin(.ignored)
        case .needsMore where isMidway:
            stage = .searching
            forget()
        case .needsMore, .other: begin(.ignored)
        }
    }

    // MARK: Midway

    /// Looks whether the next bytes show what the connection carries, for as long as it lasts.
    private func search(_ event: SourceEvent) {
        switch event {
        case .gap(let direction, let byteCount, _, let origin): midway.lack(byteCount, direction, origin)
        case .run(let run):
            if ProtocolProbe.beginsWithStanza(run.bytes) {
                begin(with: XMPPChannel(self, isWhole: false), [run])
            } else if ProtocolProbe.isHTTP(run.bytes) {
                begin(with: HTTPChannel(self, isWhole: false), [run])
            } else if let runs = frames(in: run) {
                let reader = WebSocketChannel(self, WebSocketAgreement(nil, response: nil))
                begin(with: reader, runs, frames: run.direction)
            }
        }
    }

    /// Begins to read what is found at last, with what was passed over before.
    private func begin(with reader: any ChannelReader, _ runs: [SourceRun], frames: Direction? = nil) {
        for direction in Direction.allCases {
            guard let passed = midway.takePassed(direction, holdsFrame: direction == frames) else { continue }
            reader.receive(.gap(direction, byteCount: passed.byteCount, .unread, passed.origin))
        }
        stage = .reading(reader)
        for run in runs { reader.receive(.run(run)) }
    }

    private func frames(in run: SourceRun) -> [SourceRun]? {
        if midway.findsCompression(in: run) {
            note(
                "this looks like a compressed stream (XEP-0138) whose beginning is not in the file, without which it "
                    + "cannot be read", run.origin)
        }
        return midway.frames(in: run)
    }

    /// What both directions together show: an answer in XMPP makes even nonsense a failed attempt at XMPP.
    private func verdict(midway run: SourceRun) -> ProtocolProbe.Verdict {
        if isMidway, let verdict = ProtocolProbe.judgeMidway(run) { return verdict }
        if isMidway, frames(in: run) != nil { return .webSocket }
        let verdicts = Direction.allCases.map { ProtocolProbe.judge(heads[$0, default: []][...]) }
        if verdicts.contains(where: { $0 == .xmpp }) { return .xmpp }
        if verdicts.contains(where: { $0 == .tls }) { return .tls }
        if verdicts.contains(where: { $0 == .http2 }) { return .http2 }
        if isMidway, heads.values.contains(where: { ProtocolProbe.containsStanzas($0[...]) }) { return .xmpp }
        if verdicts.contains(where: { $0 == .http }) { return .http }
        return isMidway || verdicts.contains { $0 == .needsMore } ? .needsMore : .other
    }

    // MARK: HTTP

    /// A request is read before it is answered, so that records come in the order of the packets; the bytes are kept
    /// for the case that the server answers in XMPP.
    private func beginHTTP() {
        let http = HTTPChannel(self, isWhole: isWhole)
        guard heads[.serverToClient, default: []].isEmpty else { return begin(.reading(http)) }
        stage = .reading(http)
        isProvisional = true
        for event in waiting { http.receive(event) }
    }

    /// Looks whether the answer to a request is one of HTTP; true if it is not, and all has begun anew.
    private func settle(_ event: SourceEvent) -> Bool {
        keep(event)
        guard case .run(let run) = event else { return false }
        probed += run.bytes.count
        if run.direction == .serverToClient { heads[.serverToClient, default: []] += run.bytes }
        let verdict = ProtocolProbe.judge(heads[.serverToClient, default: []][...])
        guard verdict != .needsMore || probed > Self.probeLimit || context.undecidedBytes > Self.undecidedLimit else {
            return false
        }
        isProvisional = false
        if verdict == .xmpp {
            begin(.reading(XMPPChannel(self, isWhole: isWhole)))
            return true
        }
        forget()
        return false
    }

    private func begin(_ next: Stage) {
        stage = next
        let events = waiting
        forget()
        for event in events { pass(event) }
    }
}
