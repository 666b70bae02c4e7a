import XMLStream

/// IQs of no type, or with more or less in them than their type allows.
struct IQPayloadRule: FindingRule {
    static let name = "iq-payload"

    private static let section = "RFC 6120 §8.2.3"

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard case .stanza(let stanza) = record.content, stanza.has(localName: "iq") else { return }
        let count = stanza.children.reduce(0) { count, _ in count + 1 }
        switch stanza.attribute(.type) {
        case "get", "set":
            if count != 1 {
                report.add(
                    .error, "The request has \(count) payloads, but must have exactly one.", Self.section,
                    condition: "bad-request")
            }
        case "result":
            if count > 1 {
                report.add(
                    .error, "The result has \(count) payloads, but must have one at most.", Self.section,
                    condition: "bad-request")
            }
        case "error":
            if !stanza.children.contains(where: { $0.has(Name("error", in: stanza.namespace)) }) {
                report.add(
                    .error, "The iq is of type error, but has no error element.", "RFC 6120 §8.3.1",
                    condition: "bad-request")
            }
        case let type:
            let words = type.map { "The iq is of type “\($0.prefix(40))”" } ?? "The iq has no ‘type’"
            report.add(
                .error, words + ", but must be get, set, result or error.", Self.section, condition: "bad-request")
        }
    }
}
