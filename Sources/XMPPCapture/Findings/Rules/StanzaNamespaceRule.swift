import XMLStream

/// Stanzas in another namespace than the stream's header declares for them.
struct StanzaNamespaceRule: FindingRule {
    static let name = "stanza-namespace"

    private static let names: [StaticString] = ["message", "presence", "iq"]

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard let direction = record.direction else { return }
        switch record.content {
        case .stanza(let element):
            guard let expected = context.facts.contentNamespace(direction), expected != element.namespace,
                !context.facts.isLossy
            else { return }
            tell(element, expected, &report)
        case .nonza(let element) where Self.names.contains { element.has(localName: $0) }:
            tell(element, context.facts.contentNamespace(direction) ?? .client, &report)
        default: return
        }
    }

    private func tell(_ element: Element, _ expected: Namespace, _ report: inout RuleReport) {
        let name = element.namespace.rawValue.prefix(100)
        let namespace = name.isEmpty ? "no namespace" : "the namespace \(name)"
        report.add(
            .error, "The \(element.localName) is in \(namespace), but stanzas of this stream are in \(expected).",
            "RFC 6120 §4.8.2", condition: "invalid-namespace")
    }
}
