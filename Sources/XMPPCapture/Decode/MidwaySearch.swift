/// Looks into a connection whose beginning is not in the capture for what shows what it carries.
struct MidwaySearch {
    private var client = WebSocketFrameSearch(allowsDeflate: false)
    private var server = WebSocketFrameSearch(allowsDeflate: false)
    /// How many runs there were, as long as all of them end as compressed data does that is flushed; nil after another.
    private var flushes: [Direction: Int]? = [:]
    private var hasTold = false

    /// How many runs make it certain that a connection is compressed.
    private static let flushLimit = 4
    /// How data ends that is flushed for the other side to read (RFC 1951 §3.2.4; zlib's `Z_SYNC_FLUSH`).
    private static let flush: [UInt8] = [0, 0, 0xFF, 0xFF]

    /// The runs from the first frame of WebSocket on that carries XMPP; nil if there is none yet.
    mutating func frames(in run: SourceRun) -> [SourceRun]? {
        switch run.direction {
        case .clientToServer: client.receive(run, isMasked: true)
        case .serverToClient: server.receive(run, isMasked: false)
        }
    }

    /// Says that bytes are missing.
    mutating func lack(_ byteCount: Int64, _ direction: Direction, _ origin: SourceRun.Origin) {
        switch direction {
        case .clientToServer: client.lack(byteCount, origin)
        case .serverToClient: server.lack(byteCount, origin)
        }
    }

    /// What was passed over in a direction.
    ///
    /// - Parameter holdsFrame: whether a frame has been found there, so that what is held is read.
    mutating func takePassed(_ direction: Direction, holdsFrame: Bool) -> PassedBytes? {
        switch direction {
        case .clientToServer: holdsFrame ? client.takePassed() : client.interrupt()
        case .serverToClient: holdsFrame ? server.takePassed() : server.interrupt()
        }
    }

    /// Whether a run makes it certain, for the first time, that both sides compress what they say.
    mutating func findsCompression(in run: SourceRun) -> Bool {
        guard var counts = flushes, !hasTold else { return false }
        guard run.bytes.count > Self.flush.count, run.bytes.suffix(Self.flush.count).elementsEqual(Self.flush) else {
            flushes = nil
            return false
        }
        counts[run.direction, default: 0] += 1
        flushes = counts
        hasTold = counts.count == 2 && counts.values.reduce(0, +) >= Self.flushLimit
        return hasTold
    }
}
