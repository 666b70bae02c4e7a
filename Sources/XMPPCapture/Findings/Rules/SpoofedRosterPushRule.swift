import XMLStream
import XMPPAddress

/// Roster pushes that somebody else than the user's own account sent.
struct SpoofedRosterPushRule: FindingRule {
    static let name = "spoofed-roster-push"

    private static let query = Name.known("query", in: "jabber:iq:roster")

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard record.direction == .serverToClient, context.facts.kind != .server, context.facts.kind != .component,
            case .stanza(let stanza) = record.content, stanza.has(localName: "iq"), stanza.attribute(.type) == "set",
            stanza.firstChild(Self.query) != nil, let from = stanza.attribute(.from),
            let account = (context.facts.account ?? stanza.attribute(.to).flatMap { try? JID($0) })?.bare
        else { return }
        guard (try? JID(from)) != account else { return }
        report.add(
            .error, "The roster push is from “\(from.prefix(200))”, not from the user's own account \(account.full).",
            "RFC 6121 §2.1.6")
    }
}
