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
            check(stanza, .to, &report)
            check(stanza, .from, &report)
            for query in stanza.children where query.namespace == "jabber:iq:roster" {
                // One is enough to tell: a roster may have thousands.
                _ = query.children(Self.item).first { !check($0, Self.jid, &report) }
            }
        case .streamOpen(let opening):
            check(opening.element, .to, &report)
            check(opening.element, .from, &report)
        default: break
        }
    }

    @discardableResult
    private func check(_ element: Element, _ attribute: Name, _ report: inout RuleReport) -> Bool {
        guard let address = element.attribute(attribute) else { return true }
        do {
            _ = try JID(address)
            return true
        } catch {
            let place = "The ‘\(attribute.localName)’ of \(element.localName)"
            report.add(.error, "\(place), “\(address.prefix(200))”, is no address: \(error).", "RFC 7622 §3")
            return false
        }
    }
}
