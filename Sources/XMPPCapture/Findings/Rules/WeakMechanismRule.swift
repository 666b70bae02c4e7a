import XMLStream

/// Mechanisms that have been given up because they do not protect passwords, or the exchange, any more.
struct WeakMechanismRule: FindingRule {
    static let name = "weak-mechanism"

    private static let weak = ["DIGEST-MD5", "CRAM-MD5", "LOGIN", "NTLM", "GSS-SPNEGO", "KERBEROS_V4"]

    private var hasToldOffer = false

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        switch record.content {
        case .nonza(let element):
            if let mechanism = SASLElements.chosenMechanism(in: element), Self.weak.contains(mechanism) {
                let message = "The client authenticates with \(mechanism), which is obsolete."
                report.add(.warning, message, Self.reference(mechanism))
            }
            reportOffer(element, &report)
        case .stanza(let stanza) where record.direction == .clientToServer:
            let query = stanza.children.first { $0.isIn("jabber:iq:auth") }
            let hasDigest = query?.children.contains { $0.has(localName: "digest") } ?? false
            if stanza.attribute(.type) == "set", hasDigest {
                report.add(.warning, "The client logs in with a SHA-1 digest, which is obsolete.", "XEP-0078 §6")
            }
        default: break
        }
    }

    private mutating func reportOffer(_ element: Element, _ report: inout RuleReport) {
        guard !hasToldOffer else { return }
        let offered = SASLElements.offeredMechanisms(in: element).filter(Self.weak.contains)
        guard let first = offered.first else { return }
        hasToldOffer = true
        report.add(
            .info, "The server offers obsolete mechanisms: \(offered.joined(separator: " ")).", Self.reference(first))
    }

    private static func reference(_ mechanism: String) -> String {
        mechanism == "DIGEST-MD5" ? "RFC 6331 §1" : "RFC 6120 §13.8.3"
    }
}
