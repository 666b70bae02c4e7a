import XMLStream

/// Presences whose type, `<show/>` or `<priority/>` has a value that there is not.
struct PresenceValueRule: FindingRule {
    static let name = "presence-value"

    private static let types = [
        "error", "probe", "subscribe", "subscribed", "unavailable", "unsubscribe", "unsubscribed",
    ]

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard case .stanza(let stanza) = record.content, stanza.has(localName: "presence") else { return }
        if let type = stanza.attribute(.type), !Self.types.contains(type) {
            report.add(
                .error, "There is no presence of type “\(type.prefix(40))”.", "RFC 6121 §4.7.1",
                condition: "bad-request")
        }
        for child in stanza.children where child.isInNamespace(of: stanza) {
            // White space around a value does not count (XML Schema Part 2 §4.3.6).
            let text = child.text.collapsed
            if child.has(localName: "show"), !["away", "chat", "dnd", "xa"].contains(text) {
                report.add(
                    .error, "The show is “\(text.prefix(40))”, but must be away, chat, dnd or xa.", "RFC 6121 §4.7.2.1",
                    condition: "bad-request")
            }
            if child.has(localName: "priority"), Int8(text) == nil {
                report.add(
                    .error, "The priority is “\(text.prefix(40))”, but must be from -128 to 127.", "RFC 6121 §4.7.2.3",
                    condition: "bad-request")
            }
        }
    }
}
