import XMLStream

/// Answers that nobody has asked for, or that come from others than were asked.
struct UnmatchedReplyRule: FindingRule {
    static let name = "unmatched-reply"

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        // Between servers, answers come on other streams.
        guard context.facts.isComplete, context.facts.kind != .server, case .answer(let match) = context.exchange,
            let side = record.direction?.opposite
        else { return }
        switch match {
        case .request: break
        case .none:
            report.add(
                .warning, "The reply has the ‘id’ of no request that waits for one.", "RFC 6120 §8.2.3",
                presuming: [side])
        case .otherParty(let request):
            report.add(
                .warning,
                "The reply to record \(request.place.number) comes from, or goes to, another address than was asked.",
                "RFC 6120 §8.1.2.1", presuming: [side])
        }
    }
}
