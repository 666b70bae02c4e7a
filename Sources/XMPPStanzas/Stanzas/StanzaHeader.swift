import XMLStream
import XMPPAddress

/// Checking and changing the attributes that all stanzas have.
enum StanzaHeader {
    /// - Throws: `ErroneousStanza` if an address is not one (RFC 6120 §8.1.1, §8.1.2; RFC 7622).
    static func checkAddresses(
        _ element: Element,
        _ offsets: HeaderOffsets,
        _ kind: StanzaKind
    ) throws(ErroneousStanza) {
        if offsets.to != 0, let error = invalidAddress(element, offsets.to) {
            throw ErroneousStanza(element, kind, .invalidTo(error))
        }
        if offsets.from != 0, let error = invalidAddress(element, offsets.from) {
            throw ErroneousStanza(element, kind, .invalidFrom(error))
        }
    }

    /// An address is made anew when it is asked for: what is checked here is not kept.
    private static func invalidAddress(_ element: Element, _ offset: UInt32) -> JIDError? {
        if element.attributeValue(at: offset, passes: JID.isPlain(utf8:)) { return nil }
        do {
            _ = try JID(element.attributeValue(at: offset) ?? "")
            return nil
        } catch {
            return error
        }
    }
}

extension Element {
    /// The element with other values of some attributes; those that are nil go away.
    ///
    /// Attributes that are there keep their place, others are put behind them.
    func settingAttributes(_ changes: [(name: Name, value: String?)]) -> Element {
        TapeWriter.element { tape in
            tape.startElement(name)
            for offset in 1..<firstContentOffset {
                let name = attributeName(at: offset)
                let change = changes.first { $0.name == name }
                if let value = change.map(\.value) ?? attributeValue(at: offset) { tape.attribute(name, value) }
            }
            for (name, value) in changes where attributeOffset(name) == nil {
                if let value { tape.attribute(name, value) }
            }
            copyContent(to: tape)
            tape.endElement()
        }
    }

    /// Copies all content to the element that `tape` has open.
    func copyContent(to tape: TapeWriter) {
        var offset = firstContentOffset
        while offset < endOffset {
            if let child = child(at: offset) {
                tape.copy(child)
            } else if let text = text(at: offset) {
                tape.text(text)
            }
            offset = self.offset(after: offset)
        }
    }
}
