import XMLStream

/// Passwords that whoever listens can read: PLAIN, LOGIN, or the login of XEP-0078, without TLS.
struct PlaintextAuthenticationRule: FindingRule {
    static let name = "plaintext-authentication"

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard record.direction == .clientToServer, !context.facts.usesTLS, !record.layers.contains(.tls),
            let way = Self.plaintextLogin(record)
        else { return }
        if context.facts.hasLayers || !record.packets.isEmpty {
            report.add(.error, "\(way) sends the password without TLS.", "RFC 4616 §4")
        } else {
            report.add(
                .info, "\(way) sends the password, and the log does not show that TLS protects it.", "RFC 4616 §4")
        }
    }

    private static func plaintextLogin(_ record: TrafficRecord) -> String? {
        switch record.content {
        case .nonza(let element):
            guard let mechanism = SASLElements.chosenMechanism(in: element) else { return nil }
            return ["PLAIN", "LOGIN"].contains(mechanism) ? mechanism : nil
        case .stanza(let stanza):
            let query = stanza.children.first { $0.isIn("jabber:iq:auth") }
            return query?.children.contains { $0.has(localName: "password") } == true ? "The login of XEP-0078" : nil
        default: return nil
        }
    }
}
