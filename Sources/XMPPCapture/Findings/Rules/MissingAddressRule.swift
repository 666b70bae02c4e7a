import XMLStream

/// Stanzas between servers, or from components, that do not say from whom and to whom they are.
struct MissingAddressRule: FindingRule {
    static let name = "missing-address"

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard case .stanza(let stanza) = record.content else { return }
        let reference: String
        switch context.facts.kind {
        case .server: reference = "RFC 6120 §8.1.1.2"
        case .component where record.direction == .clientToServer: reference = "XEP-0114 §3"
        case .component, .client, .unknown: return
        }
        let missing = [Name.to, .from].filter { stanza.attribute($0) == nil }.map { "‘\($0.localName)’" }
        guard !missing.isEmpty else { return }
        report.add(
            .error, "The \(stanza.localName) has no \(missing.joined(separator: " and no ")).", reference,
            condition: "improper-addressing")
    }
}
