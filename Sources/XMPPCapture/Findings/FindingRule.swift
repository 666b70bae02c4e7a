import XMLStream
import XMPPAddress

/// A kind of finding: what it looks at, and what it has to say.
///
/// Each stream has rules of its own, so that a rule may remember what it saw there, as long as that is little.
/// To add one: a type here, a row in ``FindingRules``.
protocol FindingRule: Sendable {
    /// What findings of this kind are called.
    static var name: String { get }

    init()

    /// Looks at a record before it changes what `context` knows of the stream.
    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport)

    /// Looks at the stream when nothing more comes of it.
    mutating func finish(_ context: RuleContext, _ report: inout RuleReport)
}

extension FindingRule {
    mutating func finish(_ context: RuleContext, _ report: inout RuleReport) {}
}

/// What rules are told beside the record.
struct RuleContext: Sendable {
    /// What the stream was before the record.
    let facts: StreamFacts
    /// What the record is to the requests before it.
    let exchange: RequestTracker.Outcome?
    /// What stream management says in it.
    let management: StreamManagementReport
    /// The requests that no answer came to; only known at the end.
    var unanswered: [RequestTable.Request] = []
    /// The time of the stream's last record.
    var lastTime: Timestamp?
}

/// What rules find in one record.
struct RuleReport: Sendable {
    /// The record that is looked at.
    let place: TrafficPlace?
    fileprivate(set) var findings: [Finding] = []
    /// What is found only if the recording has everything.
    fileprivate(set) var presumed: [PresumedFindings.Entry] = []
    fileprivate var rule = ""
    fileprivate var layers: [TrafficRecord.Layer] = []

    init(at place: TrafficPlace?) {
        self.place = place
    }

    /// Adds a finding about the record, or about an earlier one.
    ///
    /// - Parameter sides: the sides of which everything has to have been recorded: whoever concludes from something
    ///   that was not there names those that might have said it.
    mutating func add(
        _ severity: Finding.Severity, _ message: String, _ reference: String, condition: String? = nil,
        at earlier: TrafficPlace? = nil, presuming sides: [Direction] = []
    ) {
        let finding = Finding(
            rule: rule, severity: severity, message: message, reference: reference, condition: condition,
            place: earlier ?? place)
        if !sides.isEmpty {
            presumed.append(PresumedFindings.Entry(finding: finding, sides: sides, layers: layers))
        } else if !presumed.contains(where: { $0.finding.message == message }) {
            findings.append(finding)
        }
    }

    /// Adds what has become certain.
    mutating func add(_ certain: [Finding]) { findings += certain }
}

extension RuleReport {
    mutating func apply(_ rules: inout [any FindingRule], to record: TrafficRecord, _ context: RuleContext) {
        layers = record.layers
        for index in rules.indices {
            rule = type(of: rules[index]).name
            rules[index].examine(record, context, &self)
        }
    }

    /// Applies rules that remember nothing.
    mutating func apply(_ rules: [any FindingRule], to record: TrafficRecord, _ context: RuleContext) {
        var rules = rules
        apply(&rules, to: record, context)
    }

    mutating func finish(_ rules: inout [any FindingRule], _ context: RuleContext) {
        for index in rules.indices {
            rule = type(of: rules[index]).name
            rules[index].finish(context, &self)
        }
    }
}
