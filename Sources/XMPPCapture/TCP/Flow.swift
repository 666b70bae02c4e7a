/// What distinguishes a TCP connection while it lasts: its two ends, whichever of them sends.
struct FlowKey: Sendable, Hashable {
    private let low: Endpoint
    private let high: Endpoint

    init(_ a: Endpoint, _ b: Endpoint) {
        let isOrdered = (a.address, a.port) < (b.address, b.port)
        (low, high) = isOrdered ? (a, b) : (b, a)
    }
}

/// A TCP stream under observation, or the memory of one that is over.
struct Flow: Sendable {
    let stream: Int
    let key: FlowKey
    let client: Endpoint
    let server: Endpoint
    let directionIsGuessed: Bool
    /// How many packets it has had.
    private(set) var packets = 1
    /// Its latest packet.
    private(set) var lastPacket: Int
    private(set) var lastTime: Timestamp?
    /// When a reset was seen, until bytes show that the connection went on.
    var reset: HalfStream.Moment?
    var wasReset = false
    /// It is over and holds nothing; it is remembered so that stray packets do not count as a new stream.
    var isClosed = false
    /// It is in the queue for a later look.
    var isQueued = false

    /// A stream that begins with `segment`.
    init(stream: Int, key: FlowKey, first segment: TCPSegment) {
        self.stream = stream
        self.key = key
        let senderIsClient: Bool
        if segment.flags.contains(.syn) {
            senderIsClient = !segment.flags.contains(.ack)
            directionIsGuessed = false
        } else {
            senderIsClient = DirectionGuess.isClient(segment.source, towards: segment.destination)
            directionIsGuessed = true
        }
        client = senderIsClient ? segment.source : segment.destination
        server = senderIsClient ? segment.destination : segment.source
        lastPacket = segment.packet
        lastTime = segment.time
    }

    /// Counts a further packet.
    mutating func count(_ segment: TCPSegment) {
        packets += 1
        lastPacket = segment.packet
        lastTime = segment.time
    }

    var now: HalfStream.Moment { HalfStream.Moment(packets: packets, time: lastTime) }
}
