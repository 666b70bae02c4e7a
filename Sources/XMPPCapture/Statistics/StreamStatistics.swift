import XMLStream

/// What was measured on one stream, or on all streams together.
public struct StreamStatistics: Sendable, Hashable {
    /// One direction of it.
    public struct Side: Sendable, Hashable {
        /// All stanzas.
        public internal(set) var stanzas = StanzaVolume()
        /// Stanzas by name and type, `message chat`; a presence without type is `presence available`.
        public internal(set) var byType = VolumeTable(limit: 64)
        /// Payloads by `{namespace}name`, with the bytes of the stanza shared out evenly among its payloads.
        public internal(set) var byPayload = VolumeTable(limit: 128)
        /// Bytes of stream headers, stanzas and all other elements.
        public internal(set) var xmlBytes = 0
        /// The most stanzas within a second.
        public internal(set) var stanzaPeak = SlidingPeak(width: 1)
        /// The most presences within 10 seconds.
        public internal(set) var presencePeak = SlidingPeak(width: 10)
        /// How the acknowledgements of XEP-0198 keep up with this direction.
        public internal(set) var acknowledgements = AcknowledgementStatistics()
        /// Bytes that are missing or could not be understood.
        public internal(set) var missingBytes: Int64 = 0
    }

    /// A large stanza.
    public struct LargeStanza: Sendable, Hashable {
        /// Its length in bytes of XML.
        public let byteCount: Int
        /// Where it is.
        public let place: TrafficPlace
        /// Its name and type, `iq result`.
        public let kind: String
        /// The `{namespace}name` of its first payload.
        public let payload: String
    }

    /// How many presences within 10 seconds are a flood.
    public static let floodThreshold = 100
    static let largestLimit = 5

    /// The connection, as Wireshark's `tcp.stream`; nil for the total, and for a BOSH session.
    public internal(set) var stream: Int?
    /// The BOSH session, by its `sid`.
    public internal(set) var session: String?
    /// The time of the first record.
    public internal(set) var first: Timestamp?
    /// The time of the last record.
    public internal(set) var last: Timestamp?
    /// What the side that opened the connection sent.
    public internal(set) var client = Side()
    /// What the side that accepted it sent.
    public internal(set) var server = Side()
    /// IQ requests, of both sides.
    public internal(set) var requests = RequestStatistics()
    /// The largest stanzas, largest first, five at most.
    public internal(set) var largest: [LargeStanza] = []
    /// What its connection carried; nil for logs, and for a connection that still goes on. In the total, the sum.
    public internal(set) var traffic: ConnectionTraffic?
    /// Violations and cut-off elements.
    public internal(set) var errors = 0
    /// The layers that any of it came through.
    public internal(set) var layers: Set<TrafficRecord.Layer> = []

    /// Nanoseconds from the first to the last record; nil without times.
    public var duration: Int64? { last?.nanoseconds(since: first) }

    /// Stanzas of both directions.
    public var stanzaCount: Int { client.stanzas.stanzas + server.stanzas.stanzas }

    /// Whether a direction carried many presences at once.
    public var hasPresenceFlood: Bool {
        max(client.presencePeak.peak, server.presencePeak.peak) >= Self.floodThreshold
    }

    init(_ key: StreamKey?) {
        stream = key?.stream
        session = key?.session
    }
}

/// How IQ requests are answered (RFC 6120 §8.2.3).
public struct RequestStatistics: Sendable, Hashable {
    /// A request that nobody answered.
    public struct Unanswered: Sendable, Hashable {
        /// Where it is.
        public let place: TrafficPlace
        /// The `{namespace}name` of what it asks for.
        public let payload: String
    }

    static let exampleLimit = 10

    /// How many requests there were.
    public internal(set) var count = 0
    /// How many were answered with an error.
    public internal(set) var errors = 0
    /// The times from request to answer, as the recording saw them.
    public internal(set) var roundTrips = DurationHistogram()
    /// How many were not answered by the end.
    public internal(set) var unanswered = 0
    /// The first of those, ten at most.
    public internal(set) var unansweredExamples: [Unanswered] = []
    /// How many were not followed, because too many waited at a time.
    public internal(set) var untracked = 0
}

/// How acknowledgements (XEP-0198) keep up with the stanzas of a direction.
public struct AcknowledgementStatistics: Sendable, Hashable {
    /// How many acknowledgements came.
    public internal(set) var count = 0
    /// The most stanzas that had been sent and were not acknowledged by an acknowledgement when it came.
    public internal(set) var largestLag = 0
    /// That number at the last acknowledgement; in the total, of whichever stream that was.
    public internal(set) var lastLag = 0
    /// The times from `<r/>` to `<a/>`.
    public internal(set) var delays = DurationHistogram()
    /// How many acknowledgements disagree with what was counted.
    public internal(set) var disagreements = 0
}
