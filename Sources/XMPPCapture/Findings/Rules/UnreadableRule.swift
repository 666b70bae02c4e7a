/// What could not be read: markup that XMPP forbids, and elements that are cut off.
struct UnreadableRule: FindingRule {
    static let name = "unreadable"

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        switch record.content {
        case .error(let sentence):
            let (message, reference) = sentence.splitReference
            report.add(reference.isEmpty ? Self.severity(of: message) : .error, message, reference)
        case .gap(let byteCount):
            report.add(.info, "\(byteCount) bytes are missing or could not be understood.", "")
        default: break
        }
    }

    /// What names no rule has been lost or cut off; nobody but the recording is to blame for what it lacks.
    private static func severity(of message: String) -> Finding.Severity {
        message.contains("the capture") || message.contains("The log breaks off") ? .info : .warning
    }
}
