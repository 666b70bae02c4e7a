import XMLStream

/// A stream with the rules that look at it.
struct AuditedStream: Sendable {
    private var facts = StreamFacts()
    private var requests = RequestTracker()
    private var connectionRules: [any FindingRule]
    private var sessionRules: [any FindingRule]
    private var presumed = PresumedFindings()
    /// Whether it goes over several connections, so that what comes on one says nothing of what is missing on another.
    private var spansConnections = false
    /// Whether it goes on with a session whose earlier connection is known.
    private var isResumed = false
    private let hearsBothSides: Bool
    private var lastTime: Timestamp?
    /// Whether its session may go on over another connection.
    private(set) var canBeResumed = false

    /// Creates a stream that has seen nothing yet.
    ///
    /// - Parameter hearsBothSides: whether records of both directions will come, so that answers can be missed.
    init(hearsBothSides: Bool = true) {
        self.hearsBothSides = hearsBothSides
        connectionRules = hearsBothSides ? FindingRules.ofConnection() : FindingRules.ofOneSide()
        sessionRules = hearsBothSides ? FindingRules.ofSession() : []
    }

    /// Goes on with the session of an earlier connection.
    ///
    /// - Parameter isWhole: whether that is all that the session had so far.
    mutating func resume(_ earlier: AuditedStream, isWhole: Bool) {
        requests = earlier.requests
        sessionRules = earlier.sessionRules
        presumed.add(earlier.presumed)
        facts.takeOver(earlier.facts)
        if !isWhole { miss(nil) }
        canBeResumed = earlier.canBeResumed
        (spansConnections, isResumed) = (true, true)
    }

    /// Takes note that something is missing, on another connection that this depends on.
    ///
    /// - Parameter side: what is missing; nil if that is not known.
    mutating func miss(_ side: Direction?) {
        presumed.drop(side)
        facts.miss()
    }

    mutating func receive(_ record: TrafficRecord, _ management: StreamManagementReport, _ report: inout RuleReport) {
        settle(record, &report)
        let context = RuleContext(
            facts: facts, exchange: exchange(record, management, report.place), management: management)
        report.apply(&connectionRules, to: record, context)
        report.apply(&sessionRules, to: record, context)
        if hearsBothSides { report.apply(FindingRules.ofRecords(), to: record, context) }
        presumed.add(report.presumed)
        note(record)
    }

    /// What is certain now that nothing more comes.
    var remaining: [Finding] { presumed.remaining(facts) }

    /// What is found at the end.
    func finish() -> [Finding] {
        var copy = self
        var context = RuleContext(facts: facts, exchange: nil, management: StreamManagementReport())
        context.unanswered = requests.waiting
        context.lastTime = lastTime
        var report = RuleReport(at: nil)
        report.finish(&copy.connectionRules, context)
        report.finish(&copy.sessionRules, context)
        return report.findings + evictedRequests
    }

    /// Tells what the record makes certain, and drops what it refutes.
    private mutating func settle(_ record: TrafficRecord, _ report: inout RuleReport) {
        switch record.content {
        case .gap, .error: presumed.drop(record.direction)
        case .note: break
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh:
            // The requests of a BOSH session come on any connection.
            spansConnections = spansConnections || record.session != nil
            if !spansConnections, let side = record.direction { report.add(presumed.take(after: side)) }
        }
    }

    private mutating func exchange(
        _ record: TrafficRecord, _ management: StreamManagementReport, _ place: TrafficPlace?
    ) -> RequestTracker.Outcome? {
        guard hearsBothSides, case .stanza(let stanza) = record.content, let direction = record.direction, let place
        else { return nil }
        return requests.receive(
            stanza, direction, at: place, account: facts.account, isRepetition: management.isRepetition)
    }

    private var evictedRequests: [Finding] {
        guard requests.evicted > 0 else { return [] }
        let message =
            "\(requests.evicted) requests were not followed to their answers, because more than "
            + "\(RequestTracker.limit) waited at a time."
        return [Finding(rule: "limit", severity: .info, message: message, place: nil)]
    }

    private mutating func note(_ record: TrafficRecord) {
        lastTime = record.time ?? lastTime
        if case .nonza(let element) = record.content, record.direction == .serverToClient,
            let answer = StreamManagement.answer(in: element)
        {
            switch answer.localName {
            case "enabled": canBeResumed = StreamManagement.isTrue(answer["resume"])
            case "failed": canBeResumed = false
            // What the session was before is not known.
            case "resumed" where !isResumed: facts.miss()
            default: break
            }
        }
        if case .streamClose = record.content { canBeResumed = false }
        facts.note(record)
    }
}
