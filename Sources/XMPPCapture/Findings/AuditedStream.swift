import XMLStream

/// A stream with the rules that look at it.
struct AuditedStream: Sendable {
    private var facts = StreamFacts()
    private var requests = RequestTracker()
    private var connectionRules: [any FindingRule]
    private var sessionRules: [any FindingRule]
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
    mutating func resume(_ earlier: AuditedStream) {
        requests = earlier.requests
        sessionRules = earlier.sessionRules
        facts.takeOver(earlier.facts)
        canBeResumed = earlier.canBeResumed
    }

    mutating func receive(_ record: TrafficRecord, _ management: StreamManagementReport, _ report: inout RuleReport) {
        let context = RuleContext(facts: facts, exchange: exchange(record, report.place), management: management)
        report.apply(&connectionRules, to: record, context)
        report.apply(&sessionRules, to: record, context)
        note(record)
    }

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

    private mutating func exchange(_ record: TrafficRecord, _ place: TrafficPlace?) -> RequestTracker.Outcome? {
        guard hearsBothSides, case .stanza(let stanza) = record.content, let direction = record.direction, let place
        else { return nil }
        return requests.receive(stanza, direction, at: place, account: facts.account)
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
            default: break
            }
        }
        if case .streamClose = record.content { canBeResumed = false }
        facts.note(record)
    }
}
