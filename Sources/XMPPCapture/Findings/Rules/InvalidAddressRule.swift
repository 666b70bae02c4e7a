import XMLStream
import XMPPAddress

/// Addresses that are none.
struct InvalidAddressRule: FindingRule {
    static let name = "invalid-address"

    private static let item = Name.known("item", in: "jabber:iq:roster")
    private static let jid = Name.known("jid")

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        switch record.content {
        case .stanza(let stanza):
            // Between servers a bad address ends the stream (RFC 6120 §4.9.3.7).
            let condition = context.facts.kind == .server ? "improper-addressing" : "jid-malformed"
            check(stanza, .to, condition, &report)
            check(stanza, .from, condition, &report)
            for query in stanza.children where query.isIn("jabber:iq:roster") {
                // One is enough to tell: a roster may have thousands.
                _ = query.children(Self.item).first { !check($0, Self.jid, condition, &report) }
            }
        case .streamOpen(let opening):
            check(opening.element, .to, "improper-addressing", &report)
            check(opening.element, .from, "improper-addressing", &report)
        default: break
        }
    }

    @discardableResult
    private func check(
        _ element: Element, _ attribute: Name, _ condition: String, _ report: inout RuleReport
    ) -> Bool {
        guard let address = element.attribute(attribute) else { return true }
        do {
            _ = try JID(address)
            return true
        } catch {
            let place = "The ‘\(attribute.localName)’ of \(element.localName)"
            report.add(
                .error, "\(place), “\(address.prefix(200))”, is no address: \(error).", "RFC 7622 §3",
                condition: condition)
            return false
        }
    }
}
