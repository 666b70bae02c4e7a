import XMLStream

/// What stream management (XEP-0198) says in a record, compared with what went over the stream.
public struct StreamManagementReport: Sendable, Hashable {
    /// An `h` that says how many stanzas have been handled.
    public struct Acknowledgement: Sendable, Hashable {
        /// The direction of the stanzas that it is about, opposite to its own.
        public let direction: Direction
        /// The number of handled stanzas, modulo 2³².
        public let count: UInt32
        /// How many stanzas had been sent by then and are not acknowledged.
        public let outstanding: UInt32
        /// Whether `outstanding` was counted without bytes missing in between.
        public let isExact: Bool
        /// Nanoseconds since the request that it answers; nil if none waits, or the input has no times.
        public let delay: Int64?
        /// Stanzas that had been sent before that request and are not acknowledged all the same: they may still be
        /// in work, as only what has been handled counts.
        public let unhandled: UInt32
    }

    /// The acknowledgement that the record is or brings.
    public internal(set) var acknowledgement: Acknowledgement?
    /// Why the record is against XEP-0198, a sentence each with its section at the end.
    public internal(set) var disagreements: [String] = []
    /// The sides of which the recording has to have everything for the record to be in the wrong.
    var presumedSides: [Direction] = []
    /// Whether the record is a stanza that went over an earlier connection already and was not acknowledged there.
    var isRepetition = false
}

/// Follows the counters of stream management (XEP-0198) in both directions of every stream, and over resumptions on
/// other connections.
public struct StreamManagementFollower: Sendable {
    private var sessions: StreamTable<StreamManagementSession>
    private var resumptions = ResumptionIndex()

    /// Creates a follower of at most `limit` streams at a time; those that say nothing for longest give way, and are
    /// followed anew, without exact counts, if they go on.
    public init(limit: Int = 4096) {
        sessions = StreamTable(limit: limit)
    }

    /// Takes the next record.
    public mutating func receive(_ record: TrafficRecord) -> StreamManagementReport {
        guard let key = StreamKey(record), let direction = record.direction else { return StreamManagementReport() }
        if let resumption = resumptions.receive(record, key), let session = sessions.remove(resumption.earlier) {
            let own = sessions.remove(key)
            sessions.change(key, from: session) { $0.takeOver(own, isWhole: resumption.isCertain) }
        }
        let report = sessions.change(key, from: StreamManagementSession()) { $0.receive(record, direction) }
        _ = sessions.evict()
        return report
    }

    /// Takes the next record, and adds to its diagnostics why it is against XEP-0198.
    mutating func follow(_ record: inout TrafficRecord) {
        Self.add(disagreements(of: record), to: &record)
    }

    /// Takes the next records, as if each came alone. An array that others have too is copied only to add something.
    mutating func follow(_ records: inout [TrafficRecord]) {
        for index in records.indices {
            if records[index].session == nil, let direction = records[index].direction,
                case .stanza = records[index].content
            {
                // Only counted: to hand on the record itself, or part of it, would be to copy it.
                countStanza(StreamKey(stream: records[index].stream, session: nil), direction)
                continue
            }
            let disagreements = disagreements(of: records[index])
            if !disagreements.isEmpty { Self.add(disagreements, to: &records[index]) }
        }
    }

    private mutating func disagreements(of record: TrafficRecord) -> [String] {
        let report = receive(record)
        // What disagrees with what has not come may agree with what is missing.
        return record.mayLackEarlier && !report.presumedSides.isEmpty ? [] : report.disagreements
    }

    private mutating func countStanza(_ key: StreamKey, _ direction: Direction) {
        _ = sessions.change(key, from: StreamManagementSession()) { $0.countStanza(direction) }
        _ = sessions.evict()
    }

    private static func add(_ disagreements: [String], to record: inout TrafficRecord) {
        // A log of records has them already.
        for sentence in disagreements where !record.diagnostics.contains(sentence) {
            record.diagnostics.append(sentence)
        }
    }

    /// Forgets a connection that is over, unless it can be resumed.
    mutating func close(stream: Int) {
        let key = StreamKey(stream: stream)
        if sessions[key]?.canBeResumed == false { _ = sessions.remove(key) }
    }
}
