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
        if let key = StreamKey(record) {
            if let earlier = resumptions.receive(record, key), let session = streams.remove(earlier) {
                streams.change(key, from: AuditedStream()) { $0.resume(session) }
            }
            let said = management.receive(record)
            streams.change(key, from: AuditedStream()) { $0.receive(record, said, &report) }
        }
        var general: [any FindingRule] = [UnreadableRule(), RecordDiagnosticRule()]
        report.apply(&general, to: record, RuleContext(facts: StreamFacts(), exchange: nil, management: .init()))
        return report.findings.withoutRepetitions + evictedFindings(place)
    }

    /// Says that nothing more comes on a connection.
    ///
    /// - Returns: what is found at its end; nothing yet if the session can be resumed on another one.
    public mutating func close(stream: Int) -> [Finding] {
        let key = StreamKey(stream: stream)
        management.close(stream: stream)
        guard streams[key]?.canBeResumed == false else { return [] }
        return streams.remove(key)?.finish() ?? []
    }

    /// Says that the input is over.
    ///
    /// - Returns: what is found at the end of the streams that are still followed.
    public mutating func finish() -> [Finding] {
        defer { streams = StreamTable(limit: Self.streamLimit) }
        return streams.states.flatMap { $0.finish() }.sorted { ($0.place?.number ?? 0) < ($1.place?.number ?? 0) }
    }

    private mutating func evictedFindings(_ place: TrafficPlace) -> [Finding] {
        let evicted = streams.evict()
        guard !evicted.isEmpty else { return [] }
        let message = "\(evicted.count) streams are no longer followed, because too many are open at a time."
        return evicted.flatMap { $0.finish() } + [
            Finding(rule: "limit", severity: .info, message: message, place: place)
        ]
    }
}

extension [Finding] {
    /// Without findings that only repeat another one's sentence, as a record's own diagnostics may.
    fileprivate var withoutRepetitions: [Finding] {
        guard count > 1 else { return self }
        var seen: Set<String> = []
        return filter { seen.insert($0.message).inserted }
    }
}
