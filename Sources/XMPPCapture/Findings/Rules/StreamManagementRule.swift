import XMLStream

/// Acknowledgements that disagree with what was counted (XEP-0198).
struct StreamManagementRule: FindingRule {
    static let name = "stream-management"

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        for sentence in context.management.disagreements {
            let (message, reference) = sentence.splitReference
            report.add(.error, message, reference, presuming: context.management.presumedSides)
        }
        guard let acknowledgement = context.management.acknowledgement, acknowledgement.unhandled > 0 else { return }
        report.add(
            .info,
            "The answer leaves \(acknowledgement.unhandled) stanzas unhandled that came before the request.",
            "XEP-0198 §4")
    }
}

extension String {
    /// A sentence, and the document and section that it names in parentheses behind its end.
    var splitReference: (message: String, reference: String) {
        guard hasSuffix(")"), let open = utf8.lastIndex(of: UInt8(ascii: "(")), open > startIndex else {
            return (self, "")
        }
        let inside = self[index(after: open)...].dropLast()
        guard inside.hasPrefix("RFC ") || inside.hasPrefix("XEP-") else { return (self, "") }
        let before = self[..<open]
        return (String(before.hasSuffix(" ") ? before.dropLast() : before), String(inside))
    }
}
