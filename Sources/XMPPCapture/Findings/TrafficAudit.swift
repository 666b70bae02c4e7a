import XMLStream

/// Looks for what is wrong in recorded traffic: against the rules of XMPP, unsafe, or unanswered.
///
/// ```swift
/// var audit = TrafficAudit()
/// while let record = try decoder.next() {
///     for finding in audit.receive(record) { … }
/// }
/// for finding in audit.finish() { … }
/// ```
///
/// Each record costs the same however many came before. Memory is bounded: at most ``streamLimit`` streams are followed
/// at a time, and 128 unanswered requests in each direction of each; what is given up is said in a finding.
public struct TrafficAudit: Sendable {
    /// How many streams are followed at a time.
    public static let streamLimit = 2048

    private var streams: StreamTable<AuditedStream>
    private var resumptions = ResumptionIndex()
    private var management = StreamManagementFollower()
    private var dependents = ConnectionDependents()
    private var number = 0

    /// Creates an audit that has seen nothing yet.
    public init() { self.init(streamLimit: Self.streamLimit) }

    init(streamLimit: Int) {
        streams = StreamTable(limit: streamLimit)
    }

    /// Takes the next record of the input.
    ///
    /// - Returns: what is found in it, and in earlier records in its light.
    public mutating func receive(_ record: TrafficRecord) -> [Finding] {
        number += 1
        let place = TrafficPlace(record, number: number)
        var report = RuleReport(at: place)
        miss(record)
        if let key = StreamKey(record) {
            if let resumption = resumptions.receive(record, key), let session = streams.remove(resumption.earlier) {
                streams.change(key, from: AuditedStream()) { $0.resume(session, isWhole: resumption.isCertain) }
                dependents.move(resumption.earlier, to: key)
            }
            let said = management.receive(record)
            streams.change(key, from: AuditedStream()) { $0.receive(record, said, &report) }
        } else {
            let context = RuleContext(facts: StreamFacts(), exchange: nil, management: .init())
            report.apply(FindingRules.ofRecords(), to: record, context)
        }
        return report.findings.withoutRepetitions + evictedFindings(place)
    }

    /// Says that nothing more comes on a connection.
    ///
    /// - Returns: what is found at its end; nothing yet if the session can be resumed on another one.
    public mutating func close(stream: Int) -> [Finding] {
        let key = StreamKey(stream: stream)
        management.close(stream: stream)
        guard streams[key]?.canBeResumed == false else { return [] }
        return streams.remove(key).map { $0.remaining + $0.finish() } ?? []
    }

    /// Says that the input is over.
    ///
    /// - Returns: what is found at the end of the streams that are still followed.
    public mutating func finish() -> [Finding] {
        defer { streams = StreamTable(limit: Self.streamLimit) }
        let states = streams.states
        return [states.flatMap(\.remaining), states.flatMap { $0.finish() }].flatMap { findings in
            findings.sorted { ($0.place?.number ?? 0) < ($1.place?.number ?? 0) }
        }
    }

    /// Tells the sessions that depend on a connection what is missing there; of layers beneath streams that may be on
    /// both sides.
    private mutating func miss(_ record: TrafficRecord) {
        dependents.note(record)
        switch record.content {
        case .gap, .error:
            var keys = dependents.of(record)
            if let stream = record.stream, record.direction == nil { keys.insert(StreamKey(stream: stream)) }
            for key in keys where streams.contains(key) {
                streams.change(key, from: AuditedStream()) { $0.miss(record.direction) }
            }
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh, .note: break
        }
    }

    private mutating func evictedFindings(_ place: TrafficPlace) -> [Finding] {
        let evicted = streams.evict()
        guard !evicted.isEmpty else { return [] }
        let message = "\(evicted.count) streams are no longer followed, because too many are open at a time."
        return evicted.flatMap { $0.remaining + $0.finish() } + [
            Finding(rule: "limit", severity: .info, message: message, place: place)
        ]
    }
}

extension [Finding] {
    private struct Statement: Hashable {
        let message: String
        let record: Int?
    }

    /// Without findings that only repeat another one's sentence about a record, as its own diagnostics may.
    fileprivate var withoutRepetitions: [Finding] {
        guard count > 1 else { return self }
        var seen: Set<Statement> = []
        return filter { seen.insert(Statement(message: $0.message, record: $0.place?.number)).inserted }
    }
}
