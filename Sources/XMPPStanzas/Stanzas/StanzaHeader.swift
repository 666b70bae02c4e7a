import XMLStream
import XMPPAddress

/// Where the attributes of a stanza are, what its type is, and where the parts of its addresses are if those are plain
/// ASCII.
struct StanzaHeader: Sendable {
    private let offsets: HeaderOffsets
    /// The type, whatever kind of stanza it belongs to.
    let type: StanzaType
    private let toLayout: JID.PreparedLayout?
    private let fromLayout: JID.PreparedLayout?

    private init(
        _ offsets: HeaderOffsets,
        _ type: StanzaType,
        to: JID.PreparedLayout?,
        from: JID.PreparedLayout?
    ) {
        self.offsets = offsets
        self.type = type
        toLayout = to
        fromLayout = from
    }

    static func of(_ element: Element) -> StanzaHeader {
        withExtendedLifetime(element) {
            let cursor = element.cursor
            let offsets = cursor.headerOffsets
            return StanzaHeader(
                offsets, cursor.type(offsets),
                to: cursor.octets(atOffset: offsets.to).flatMap { JID.preparedLayout(utf8: $0) },
                from: cursor.octets(atOffset: offsets.from).flatMap { JID.preparedLayout(utf8: $0) }
            )
        }
    }

    /// The header of an element that ``StanzaBuilding`` has made with these attributes.
    static func built(to: JID?, from: JID?, type: StanzaType, hasID: Bool) -> StanzaHeader {
        let (toLayout, fromLayout) = (to?.layout, from?.layout)
        let offsets = HeaderOffsets(
            to: toLayout != nil, from: fromLayout != nil, type: type != .absent, id: hasID)
        return StanzaHeader(offsets, type, to: toLayout, from: fromLayout)
    }

    /// - Throws: `ErroneousStanza` if an address is not one (RFC 6120 §8.1.1, §8.1.2; RFC 7622).
    func checkAddresses(_ element: Element, _ kind: StanzaKind) throws(ErroneousStanza) {
        if toLayout == nil, let error = element.invalidAddress(at: offsets.to) {
            throw ErroneousStanza(element, kind, .invalidTo(error))
        }
        if fromLayout == nil, let error = element.invalidAddress(at: offsets.from) {
            throw ErroneousStanza(element, kind, .invalidFrom(error))
        }
    }

    var hasID: Bool { offsets.id != 0 }

    func to(_ element: Element) -> JID? { element.jid(at: offsets.to, toLayout) }
    func from(_ element: Element) -> JID? { element.jid(at: offsets.from, fromLayout) }
    func id(_ element: Element) -> String? { element.attributeValue(at: offsets.id) }
    func typeText(_ element: Element) -> String? { element.attributeValue(at: offsets.type) }
}

extension ElementCursor {
    fileprivate func type(_ offsets: HeaderOffsets) -> StanzaType {
        octets(atOffset: offsets.type).map { StanzaType($0) } ?? .absent
    }
}

extension Element {
    fileprivate func invalidAddress(at offset: UInt32) -> JIDError? {
        guard let text = attributeValue(at: offset) else { return nil }
        do {
            _ = try JID(text)
            return nil
        } catch {
            return error
        }
    }

    /// An address that was found valid before.
    fileprivate func jid(at offset: UInt32, _ layout: JID.PreparedLayout?) -> JID? {
        guard let text = attributeValue(at: offset) else { return nil }
        return layout.map { JID(text, layout: $0) } ?? (try? JID(text))
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
