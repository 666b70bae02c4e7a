/// What could not be read: markup that XMPP forbids, and elements that are cut off.
struct UnreadableRule: FindingRule {
    static let name = "unreadable"

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        switch record.content {
        case .error(let sentence):
            let (message, reference) = sentence.splitReference
            // What names no rule has been lost or cut off, which may be the recording's fault.
            report.add(reference.isEmpty ? .warning : .error, message, reference)
        case .gap(let byteCount):
            report.add(.info, "\(byteCount) bytes are missing or could not be understood.", "")
        default: break
        }
    }
}
