/// What distinguishes a TCP connection while it lasts: its two ends, whichever of them sends.
struct FlowKey: Sendable, Hashable {
    private let low: Endpoint
    private let high: Endpoint

    init(_ a: Endpoint, _ b: Endpoint) {
        (low, high) = a.precedes(b) ? (a, b) : (b, a)
    }

    /// Two words are hashed for IPv4 instead of each field; this is done for every change of stream.
    func hash(into hasher: inout Hasher) {
        if low.address.isIPv4 {
            hasher.combine(low.address.low << 32 | high.address.low)
        } else {
            hasher.combine(low.address)
            hasher.combine(high.address)
        }
        hasher.combine(UInt32(low.port) << 16 | UInt32(high.port))
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

extension Endpoint {
    /// Any order that is total will do for a key; this one is quick.
    fileprivate func precedes(_ other: Endpoint) -> Bool {
        if address.low != other.address.low { return address.low < other.address.low }
        if address.high != other.address.high { return address.high < other.address.high }
        return port < other.port
    }
}
