public import XMLStream

/// The three kinds of stanzas (RFC 6120 §8.2).
public enum StanzaKind: String, Sendable, Hashable, CaseIterable {
    case message, presence, iq

    /// The kind of an element; nil if it is not a stanza in any of the namespaces that stanzas have.
    public init?(_ element: Element) {
        let kind = StanzaNames.client.kind(element.nameNumber) ?? Self.uncommonKind(of: element)
        guard let kind else { return nil }
        self = kind
    }

    @inline(never)
    private static func uncommonKind(of element: Element) -> StanzaKind? {
        for names in [StanzaNames.client] + StanzaNames.others {
            if element.has(names.message) { return .message }
            if element.has(names.presence) { return .presence }
            if element.has(names.iq) { return .iq }
        }
        return nil
    }
}
