public import XMLStream

/// The three kinds of stanzas (RFC 6120 §8.2).
public enum StanzaKind: String, Sendable, Hashable, CaseIterable {
    case message, presence, iq

    /// The kind of an element; nil if it is not a stanza in any of the namespaces that stanzas have.
    public init?(_ element: Element) {
        guard let kind = Self.of(element) else { return nil }
        self = kind
    }

    static func of(_ element: Element) -> StanzaKind? {
        let number = element.nameNumber
        return number == 0 ? uncommonKind(of: element) : Self(number: number)
    }

    private init?(number: UInt32) {
        switch StanzaPart.of(number)?.part {
        case .message: self = .message
        case .presence: self = .presence
        case .iq: self = .iq
        default: return nil
        }
    }

    /// Of an element that was made with a name of its own.
    @inline(never)
    private static func uncommonKind(of element: Element) -> StanzaKind? {
        for space in StanzaNamespace.allCases {
            if element.has(StanzaPart.message.name(in: space)) { return .message }
            if element.has(StanzaPart.presence.name(in: space)) { return .presence }
            if element.has(StanzaPart.iq.name(in: space)) { return .iq }
        }
        return nil
    }
}
