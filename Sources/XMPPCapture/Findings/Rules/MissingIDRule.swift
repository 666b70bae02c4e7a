import XMLStream

/// IQs without an identifier, which nobody can answer.
struct MissingIDRule: FindingRule {
    static let name = "missing-id"

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard case .stanza(let stanza) = record.content, stanza.has(localName: "iq") else { return }
        if stanza.attribute(.id)?.isEmpty ?? true {
            report.add(.error, "The iq has no ‘id’.", "RFC 6120 §8.2.3", condition: "bad-request")
        }
    }
}
