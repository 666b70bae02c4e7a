import XMLStream

/// Stream errors, which end a stream for good.
struct StreamErrorRule: FindingRule {
    static let name = "stream-error"

    /// Conditions that say that a server is managed or busy rather than that somebody did something wrong.
    private static let ordinary = ["system-shutdown", "see-other-host", "reset", "conflict"]
    private static let circumstances = [
        "connection-timeout", "resource-constraint", "remote-connection-failed", "host-gone", "internal-server-error",
    ]

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard case .nonza(let element) = record.content, element.has(.streamError) else { return }
        let parts = element.children.filter { $0.isIn("urn:ietf:params:xml:ns:xmpp-streams") }
        let condition = parts.first { !$0.has(localName: "text") }?.localName ?? "no condition"
        let severity: Finding.Severity =
            Self.ordinary.contains(condition) ? .info : Self.circumstances.contains(condition) ? .warning : .error
        let sender = record.direction == .clientToServer ? "side that opened it" : "side that accepted it"
        report.add(
            severity, "The \(sender) ends the stream with the error \(condition).", "RFC 6120 §4.9.3",
            condition: parts.isEmpty ? nil : condition)
    }
}
