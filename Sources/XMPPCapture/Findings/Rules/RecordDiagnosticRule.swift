/// What decoding has against a record that it could read.
struct RecordDiagnosticRule: FindingRule {
    static let name = "diagnostic"

    /// Whether a sentence may be wrong because something is missing that has not been noticed yet.
    static func presumes(_ sentence: String) -> Bool { sentence.hasSuffix("(\(BOSHSession.orderReference))") }

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        // Why bytes are missing is no fault of theirs.
        if case .gap = record.content { return }
        for sentence in record.diagnostics {
            let (message, reference) = sentence.splitReference
            guard reference == BOSHSession.orderReference else {
                report.add(.warning, message, reference)
                continue
            }
            // What seems to be left out may be what the recording lacks.
            guard context.facts.isComplete else { continue }
            report.add(.warning, message, reference, presuming: [.clientToServer])
        }
    }
}
