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
        withExtendedLifetime(element) {
            var fields = FormFields()
            let cursor = element.cursor
            var place = cursor.index
            while let next = cursor.nextElement(from: place) {
                if SecretRule.canApply(cursor, at: next), SecretRule(cursor.element(at: next), &fields) != nil {
                    return true
                }
                place = next + 1
            }
            return false
        }
    }

    /// The record with every secret in its element replaced.
    public func masked(_ record: TrafficRecord) -> TrafficRecord {
        var record = record
        mask(&record)
        return record
    }

    /// Replaces every secret in a record's element.
    package func mask(_ record: inout TrafficRecord) {
        if hasSecret(record) { replaceSecrets(in: &record) }
    }

    /// Whether there is a secret in a record's element.
    package func hasSecret(_ record: TrafficRecord) -> Bool { record.element.map(hasSecret) ?? false }

    private func replaceSecrets(in record: inout TrafficRecord) {
        guard let element = record.element else { return }
        switch record.content {
        case .stanza: record.content = .stanza(rebuilt(element))
        case .nonza: record.content = .nonza(rebuilt(element))
        case .bosh: record.content = .bosh(rebuilt(element))
        case .streamClose: record.content = .streamClose(rebuilt(element))
        case .streamOpen, .gap, .error, .note: break
        }
    }

    private func rebuilt(_ element: Element) -> Element {
        var fields = FormFields()
        return TapeWriter.element { write(element, to: $0, &fields) }
    }

    private func write(_ element: Element, to writer: TapeWriter, _ fields: inout FormFields) {
        let rule = SecretRule(element, &fields)
        writer.startElement(nameOf: element)
        for offset in 1..<element.firstContentOffset {
            let value = element.attributeValue(at: offset)
            let isSecret = !value.isEmpty && rule?.covers(attributeOf: element, at: offset) == true
            writer.attribute(nameOf: element, at: offset, isSecret ? replacement : value)
        }
        var isReplaced = false
        for node in element.nodes {
            switch node {
            case .element(let child): write(child, to: writer, &fields)
            case .text(let text):
                guard case .text = rule, !Self.saysNothing(text) else {
                    writer.text(text)
                    continue
                }
                if !isReplaced { writer.text(replacement) }
                isReplaced = true
            }
        }
        writer.endElement()
    }

    /// White space, or the `=` that stands for a SASL message without content (RFC 6120 §6.4.2).
    private static func saysNothing(_ text: String) -> Bool {
        text == "=" || text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
}
