public import XMLStream

/// The three kinds of stanzas (RFC 6120 §8.2).
public enum StanzaKind: String, Sendable, Hashable, CaseIterable {
    case message, presence, iq

    /// The kind of an element; nil if it is not a stanza in any of the namespaces that stanzas have.
    public init?(_ element: Element) {
        guard let kind = Self.kind(of: element, StanzaNames.client) ?? Self.uncommonKind(of: element) else { return nil }
        self = kind
    }

    @inline(__always)
    private static func kind(of element: Element, _ names: StanzaNames) -> StanzaKind? {
        if element.has(names.message) { return .message }
        if element.has(names.presence) { return .presence }
        return element.has(names.iq) ? .iq : nil
    }

    @inline(never)
    private static func uncommonKind(of element: Element) -> StanzaKind? {
        for names in StanzaNames.others {
            if let kind = kind(of: element, names) { return kind }
        }
        return nil
    }
}
