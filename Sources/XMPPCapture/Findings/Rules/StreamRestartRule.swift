import XMLStream

/// Streams that do not begin anew where they have to, or do where they must not (RFC 6120 §5.4.3.3, §6.4.6; XEP-0138 §3).
struct StreamRestartRule: FindingRule {
    static let name = "stream-restart"

    /// One direction.
    private struct Side: Sendable {
        var isOpen = false
        /// The element behind which a header has to come next.
        var cause: String?
    }

    private static let causes: [Name] = [
        .known("proceed", in: "urn:ietf:params:xml:ns:xmpp-tls"),
        .known("success", in: "urn:ietf:params:xml:ns:xmpp-sasl"),
        .known("compressed", in: "http://jabber.org/protocol/compress"),
    ]

    private var client = Side()
    private var server = Side()
    /// Whether the client has sent a header while it negotiates, without waiting for consent.
    private var isPipelined = false
    private var isNegotiating = false

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard !record.layers.contains(.bosh), let direction = record.direction else { return }
        switch record.content {
        case .streamOpen: open(direction, &report)
        case .streamClose: change(direction) { $0 = Side() }
        case .stanza(let element): check(element, direction, &report)
        case .nonza(let element):
            check(element, direction, &report)
            negotiate(element, direction)
        case .gap, .error: (client, server, isNegotiating) = (Side(), Side(), false)
        case .bosh, .note: break
        }
    }

    private mutating func open(_ direction: Direction, _ report: inout RuleReport) {
        let side = direction == .clientToServer ? client : server
        if side.isOpen, side.cause == nil {
            if direction == .clientToServer, isNegotiating {
                isPipelined = true
            } else {
                report.add(.error, "A stream header comes within a stream that need not restart.", "RFC 6120 §4.3.3")
            }
        }
        change(direction) { $0 = Side(isOpen: true, cause: nil) }
    }

    private mutating func check(_ element: Element, _ direction: Direction, _ report: inout RuleReport) {
        guard let cause = (direction == .clientToServer ? client : server).cause else { return }
        report.add(.error, "The stream does not begin anew behind <\(cause)/>.", Self.section(cause))
        change(direction) { $0.cause = nil }
    }

    private mutating func negotiate(_ element: Element, _ direction: Direction) {
        switch direction {
        case .clientToServer:
            if ["auth", "response", "starttls", "compress"].contains(element.localName) {
                (isNegotiating, isPipelined) = (true, false)
            }
        case .serverToClient:
            guard Self.causes.contains(where: element.has) else {
                if element.has(localName: "failure") { isNegotiating = false }
                return
            }
            isNegotiating = false
            if client.isOpen, !isPipelined { client.cause = element.localName }
            if server.isOpen { server.cause = element.localName }
        }
    }

    private mutating func change(_ direction: Direction, _ body: (inout Side) -> Void) {
        if direction == .clientToServer { body(&client) } else { body(&server) }
    }

    private static func section(_ cause: String) -> String {
        switch cause {
        case "proceed": "RFC 6120 §5.4.3.3"
        case "success": "RFC 6120 §6.4.6"
        default: "XEP-0138 §3"
        }
    }
}
