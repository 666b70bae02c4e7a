/// A message of WebSocket, put together from its frames (RFC 6455 §5.4).
struct WebSocketMessage {
    let isText: Bool
    let isCompressed: Bool
    private(set) var runs: [SourceRun] = []
    private(set) var byteCount = 0
    /// Where it comes from, frame headers included.
    private(set) var origin = SourceRun.Origin.none
    /// Why the message cannot be read.
    private(set) var problem: String?

    /// The longest message that is kept, in bytes.
    static let limit = 16 << 20

    init(isText: Bool, isCompressed: Bool) {
        self.isText = isText
        self.isCompressed = isCompressed
    }

    /// Adds unmasked payload.
    mutating func append(_ run: SourceRun) {
        origin.formUnion(run.origin)
        guard problem == nil else { return }
        guard byteCount + run.bytes.count <= Self.limit else { return fail("has more than \(Self.limit) bytes") }
        byteCount += run.bytes.count
        runs.append(run.detached)
    }

    /// What is kept of it, in bytes; each packet's part takes some beside its own.
    var cost: Int { runs.count * Self.overhead + byteCount }

    /// What a run takes beside its bytes.
    private static let overhead = 128

    /// Says that nothing of the message is to be read.
    mutating func fail(_ reason: String) {
        problem = problem ?? reason
        runs = []
        byteCount = 0
    }
}
