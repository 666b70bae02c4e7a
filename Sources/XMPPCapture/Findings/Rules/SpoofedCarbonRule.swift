import XMLStream
import XMPPAddress

/// Carbons that somebody else than the user's own account sent (CVE-2017-5589 and its like).
struct SpoofedCarbonRule: FindingRule {
    static let name = "spoofed-carbon"

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard record.direction == .serverToClient, context.facts.kind != .server, context.facts.kind != .component,
            case .stanza(let stanza) = record.content, stanza.has(localName: "message"),
            stanza.children.contains(where: Self.isCarbon),
            // Those who are not told by whom it is take it as from their account (RFC 6120 §8.1.2.1).
            let from = stanza.attribute(.from),
            let account = (context.facts.account ?? stanza.attribute(.to).flatMap { try? JID($0) })?.bare
        else { return }
        guard (try? JID(from)) != account else { return }
        report.add(
            .error, "The carbon is from “\(from.prefix(200))”, not from the user's own account \(account.full).",
            "XEP-0280 §11")
    }

    private static func isCarbon(_ element: Element) -> Bool {
        element.isIn("urn:xmpp:carbons:2") && ["sent", "received"].contains(element.localName)
    }
}
