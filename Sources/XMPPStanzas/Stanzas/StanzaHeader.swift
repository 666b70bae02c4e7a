import XMLStream
import XMPPAddress

/// Checking and changing the attributes that all stanzas have.
enum StanzaHeader {
    /// - Throws: `ErroneousStanza` if an address is not one (RFC 6120 §8.1.1, §8.1.2; RFC 7622).
    @inline(__always)
    static func checkAddresses(_ element: Element, _ kind: StanzaKind) throws(ErroneousStanza) {
        if let error = invalidAddress(element, .to) {
            throw ErroneousStanza(element, kind, .invalidTo(error))
        }
        if let error = invalidAddress(element, .from) {
            throw ErroneousStanza(element, kind, .invalidFrom(error))
        }
    }

    /// An address is made anew when it is asked for: what is checked here is not kept.
    @inline(__always)
    private static func invalidAddress(_ element: Element, _ name: Name) -> JIDError? {
        element.withAttribute(name) { bytes -> JIDError? in
            guard let bytes, !JID.isPlain(utf8: bytes) else { return nil }
            do throws(JIDError) {
                _ = try JID(utf8: bytes)
                return nil
            } catch {
                return error
            }
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
