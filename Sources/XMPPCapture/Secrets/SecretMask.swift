import XMLStream

/// Replaces what lets its reader log in, take over or decrypt: passwords, tokens, SASL exchanges, media keys.
///
/// What is masked is listed in ``SecretRule``; everything else stays as it was, element for element. The text of
/// messages is not looked into.
public struct SecretMask: Sendable {
    /// What stands in a secret's place.
    public var replacement: String

    /// Creates a mask.
    public init(replacement: String = "***") {
        self.replacement = replacement
    }

    /// The element with every secret in it replaced; the very same one if it has none.
    public func masked(_ element: Element) -> Element {
        hasSecret(element) ? rebuilt(element) : element
    }

    private func hasSecret(_ element: Element) -> Bool {
        SecretRule(element) != nil || element.descendants.contains { SecretRule($0) != nil }
    }

    /// The record with every secret in its element replaced.
    public func masked(_ record: TrafficRecord) -> TrafficRecord {
        var record = record
        mask(&record)
        return record
    }

    /// Replaces every secret in a record's element.
    package func mask(_ record: inout TrafficRecord) {
        guard let element = record.element, hasSecret(element) else { return }
        switch record.content {
        case .stanza: record.content = .stanza(rebuilt(element))
        case .nonza: record.content = .nonza(rebuilt(element))
        case .bosh: record.content = .bosh(rebuilt(element))
        case .streamClose: record.content = .streamClose(rebuilt(element))
        case .streamOpen, .gap, .error, .note: break
        }
    }

    private func rebuilt(_ element: Element) -> Element {
        var attributes = element.attributes
        var isTextSecret = false
        switch SecretRule(element) {
        case .text:
            isTextSecret = true
        case .attribute(let name):
            for index in attributes.indices where attributes[index].name == name && !attributes[index].value.isEmpty {
                attributes[index].value = replacement
            }
        case nil:
            break
        }
        var isReplaced = false
        let nodes = element.nodes.compactMap { node -> Element.Node? in
            switch node {
            case .element(let child):
                return .element(masked(child))
            case .text(let text):
                guard isTextSecret, !Self.saysNothing(text) else { return node }
                defer { isReplaced = true }
                return isReplaced ? nil : .text(replacement)
            }
        }
        return Element(element.name, attributes: attributes, nodes: nodes)
    }

    /// White space, or the `=` that stands for a SASL message without content (RFC 6120 §6.4.2).
    private static func saysNothing(_ text: String) -> Bool {
        text == "=" || text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
}
