import XMLStream

/// Delays whose stamp is no date and time of XEP-0082.
struct DelayStampRule: FindingRule {
    static let name = "delay-stamp"

    private static let delay = Name.known("delay", in: "urn:xmpp:delay")

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard case .stanza(let stanza) = record.content, !stanza.has(localName: "iq") else { return }
        for delay in stanza.descendants where delay.has(Self.delay) {
            guard let stamp = delay["stamp"] else {
                report.add(.error, "The delay has no ‘stamp’.", "XEP-0203 §2", condition: "bad-request")
                continue
            }
            if !XMPPDateTime.isValid(stamp) {
                report.add(
                    .error, "The stamp of the delay, “\(stamp.prefix(60))”, is no date and time.", "XEP-0082 §3.2",
                    condition: "bad-request")
            }
        }
    }
}
