import XMLStream

/// Stanzas that the side which opened the stream sends before it may.
struct EarlyStanzaRule: FindingRule {
    static let name = "early-stanza"

    private var hasAskedToBind = false

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        let facts = context.facts
        guard record.direction == .clientToServer, case .stanza(let stanza) = record.content, facts.isComplete,
            !facts.isBound
        else { return }
        let payload = stanza.children.first { _ in true }?.namespaceText(upTo: 64)
        if facts.isAuthenticated {
            if payload == "urn:ietf:params:xml:ns:xmpp-bind" { hasAskedToBind = true }
            guard !hasAskedToBind else { return }
            report.add(
                .error, "The client sends a stanza before it has bound a resource.", "RFC 6120 §7.1",
                condition: "not-authorized", presuming: [.serverToClient])
        } else {
            // Registration and the old login come before authentication (XEP-0077 §3.1, XEP-0078 §3.1).
            guard payload != "jabber:iq:register", payload != "jabber:iq:auth" else { return }
            let reference = facts.kind == .component ? "XEP-0114 §3" : "RFC 6120 §4.9.3.12"
            report.add(
                .error, "A stanza is sent before the stream is authenticated.", reference, condition: "not-authorized",
                presuming: [.serverToClient])
        }
    }
}
