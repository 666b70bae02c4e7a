import XMLStream

/// Requests that are never answered.
struct UnansweredRequestRule: FindingRule {
    static let name = "unanswered-request"

    /// Answers that take longer than this many seconds are late.
    private static let patience: Int64 = 10

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {}

    mutating func finish(_ context: RuleContext, _ report: inout RuleReport) {
        // Between servers, answers go on other streams; behind a gap, they may have been in it.
        guard context.facts.kind != .server, !context.facts.isLossy, context.facts.hearsBothSides else { return }
        for request in context.unanswered {
            let wait = context.lastTime?.nanoseconds(since: request.place.time).map { $0 / 1_000_000_000 }
            let isLate = wait.map { $0 >= Self.patience } ?? false
            let time = wait.map { " within the \($0) seconds that the stream goes on" } ?? ""
            report.add(
                isLate ? .warning : .info, "The request (\(request.payload)) is not answered\(time).",
                "RFC 6120 §8.2.3", at: request.place)
        }
    }
}
