/// A stream that both sides compress from here on (XEP-0138).
final class ZlibChannel: ChannelReader {
    /// It owns this reader, and so outlives it.
    private unowned let channel: Channel
    private let inner: Channel
    private let client: ZlibSide
    private let server: ZlibSide

    /// Creates a reader of what follows `<compressed/>` on `channel`.
    init(_ channel: Channel) {
        self.channel = channel
        let layers = channel.layers + [.zlib]
        inner = Channel(stream: channel.stream, layers: layers, isWhole: true, context: channel.context)
        client = ZlibSide(RecordWriter(channel, .clientToServer, layers: layers), channel.context.openContent)
        server = ZlibSide(RecordWriter(channel, .serverToClient, layers: layers), channel.context.openContent)
    }

    func receive(_ event: Channel.SourceEvent) {
        switch event {
        case .run(let run):
            channel.context.traffic?.count(run, in: channel.stream, into: .zlib)
            for run in side(run.direction).inflate(run) { inner.receive(.run(run)) }
        case .gap(let direction, let byteCount, _, let origin): side(direction).gap(byteCount, origin)
        }
    }

    func close(_ end: XMPPChannel.End) { inner.close(end) }

    private func side(_ direction: Direction) -> ZlibSide { direction == .clientToServer ? client : server }
}

/// One direction of a compressed stream.
private final class ZlibSide: BytesKeeper {
    /// What one packet may inflate to, in bytes. Deflate makes at most 1,032 bytes of one, and XML that was not
    /// written to do harm a tenth of that at most.
    private static let outputLimit = 8 << 20

    private let records: RecordWriter
    /// Nil before the first byte, and when nothing more can be read.
    private var inflater: RunInflater?
    private var isOver = false
    private let openContent: OpenContent
    private var lastOrigin = SourceRun.Origin.none

    init(_ records: RecordWriter, _ openContent: OpenContent) {
        self.records = records
        self.openContent = openContent
    }

    deinit { openContent.forget(self) }

    func inflate(_ run: SourceRun) -> [SourceRun] {
        guard !isOver else { return [] }
        lastOrigin = run.origin
        if inflater == nil { inflater = RunInflater(.zlib) }
        guard let (runs, ending) = inflater?.inflate(run, limit: Self.outputLimit) else { return [] }
        openContent.note(RunInflater.cost, of: self)
        switch ending {
        case _ where isOver: break
        case nil: break
        case .complete(let rest) where rest.isEmpty: break
        case .complete(let rest):
            giveUp("The compressed stream has ended, and \(rest.count) bytes follow it.", run.origin)
        case .damaged(let reason): giveUp("The compressed stream is damaged: \(reason).", run.origin)
        case .tooLarge:
            giveUp("A packet inflates to more than \(Self.outputLimit) bytes; that is no XMPP stream.", run.origin)
        }
        return runs
    }

    func gap(_ byteCount: Int64, _ origin: SourceRun.Origin) {
        guard !isOver else { return }
        records.write(.gap(byteCount: byteCount), origin)
        giveUp("Compressed data cannot be read on after bytes that the capture does not have.", origin)
    }

    /// Keeps its window no longer, because too much is kept.
    func giveUp() {
        giveUp("The compressed stream is given up, because too much is open in all connections at a time.", lastOrigin)
    }

    private func giveUp(_ reason: String, _ origin: SourceRun.Origin) {
        isOver = true
        inflater = nil
        openContent.forget(self)
        records.write(.error(reason + " Nothing more of this direction can be read."), origin)
    }
}
