import XMLStream

/// Messages of a type that there is not, which are read as normal ones.
struct MessageTypeRule: FindingRule {
    static let name = "message-type"

    private static let types = ["chat", "error", "groupchat", "headline", "normal"]

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard case .stanza(let stanza) = record.content, stanza.has(localName: "message"),
            let type = stanza.attribute(.type), !Self.types.contains(type)
        else { return }
        report.add(
            .warning, "There is no message of type “\(type.prefix(40))”; it is read as normal.", "RFC 6121 §5.2.2",
            condition: "bad-request")
    }
}
