import XMLStream

/// Streams that go on in clear although the server offers STARTTLS.
struct StartTLSRule: FindingRule {
    static let name = "starttls-not-used"

    private enum Offer {
        case none, optional, required
    }

    private var offer = Offer.none

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        // Over BOSH and WebSocket it is HTTP that TLS has to protect (XEP-0206 §2, RFC 7395 §3.9).
        guard !context.facts.usesTLS, Set(record.layers).isDisjoint(with: [.tls, .bosh, .webSocket]),
            case .nonza(let element) = record.content
        else { return }
        if element.has(.features) {
            let starttls = element.firstChild(.known("starttls", in: "urn:ietf:params:xml:ns:xmpp-tls"))
            let isRequired = starttls?.children.contains { $0.has(localName: "required") } ?? false
            offer = starttls == nil ? .none : isRequired ? .required : .optional
            return
        }
        guard record.direction == .clientToServer, Self.continues(element) else { return }
        switch offer {
        case .none: return
        case .optional:
            report.add(
                .warning, "The server offers STARTTLS, but authentication begins without it.", "RFC 7590 §3.1")
        case .required:
            report.add(.error, "The server requires STARTTLS, but authentication begins without it.", "RFC 6120 §5.3.1")
        }
        offer = .none
    }

    private static func continues(_ element: Element) -> Bool {
        SASLElements.chosenMechanism(in: element) != nil || element.has(.known("result", in: "jabber:server:dialback"))
    }
}
