public import XMLStream
public import XMPPAddress

/// A message, a presence or an IQ (RFC 6120 §8).
public enum Stanza: Sendable, Hashable {
    case message(Message)
    case presence(Presence)
    case iq(IQ)

    /// Reads a stanza; nil if the element is not one, such as features or an error of the stream.
    ///
    /// - Throws: `ErroneousStanza`, with the element, if it is a stanza that breaks RFC 6120 §8.
    public init?(_ element: Element) throws(ErroneousStanza) {
        switch StanzaKind.of(element) {
        case .message: self = .message(try Message(stanza: element))
        case .presence: self = .presence(try Presence(stanza: element))
        case .iq: self = .iq(try IQ(stanza: element))
        case nil: return nil
        }
    }

    public var kind: StanzaKind {
        switch self {
        case .message: .message
        case .presence: .presence
        case .iq: .iq
        }
    }
}

extension Stanza: StanzaProtocol {
    public var to: JID? {
        switch self {
        case .message(let message): message.to
        case .presence(let presence): presence.to
        case .iq(let iq): iq.to
        }
    }

    public var from: JID? {
        switch self {
        case .message(let message): message.from
        case .presence(let presence): presence.from
        case .iq(let iq): iq.from
        }
    }

    public var id: String? {
        switch self {
        case .message(let message): message.id
        case .presence(let presence): presence.id
        case .iq(let iq): iq.id
        }
    }

    public var element: Element {
        switch self {
        case .message(let message): message.element
        case .presence(let presence): presence.element
        case .iq(let iq): iq.element
        }
    }

    public var diagnostics: [PayloadError] {
        switch self {
        case .message(let message): message.diagnostics
        case .presence(let presence): presence.diagnostics
        case .iq(let iq): iq.diagnostics
        }
    }
}

/// What all stanzas have: the common attributes (RFC 6120 §8.1), and payloads.
///
/// A stanza is the element that it came as, or was built as, so that nothing of it is ever lost; its parts are read
/// when they are asked for.
public protocol StanzaProtocol: Sendable, Hashable, CustomStringConvertible {
    /// The whole stanza.
    var element: Element { get }
    /// Deviations from RFC 6121 in the stanza's own attributes and children; those of payloads come with them.
    var diagnostics: [PayloadError] { get }
}

extension StanzaProtocol {
    /// Whom the stanza is for (RFC 6120 §8.1.1).
    public var to: JID? { element.jid(.to) }
    /// Whom the stanza is from (RFC 6120 §8.1.2).
    public var from: JID? { element.jid(.from) }
    /// What tells the stanza apart from others (RFC 6120 §8.1.3).
    public var id: String? { element.attribute(.id) }
    /// The language of the stanza's text, its own or that of its stream (RFC 6120 §8.1.5, §4.7.4).
    public var language: String? { element.language }
    /// The namespace of the stanza: that of clients, of servers or of components.
    public var namespace: Namespace { element.namespace }
    /// The children that are payloads or the stanza's own, in document order.
    public var children: Element.Children { element.children }
    /// The error that a stanza of type `error` carries (RFC 6120 §8.3); nil if there is none that can be read.
    public var error: StanzaError? {
        element.firstChild(StanzaNames(of: element).error).flatMap { try? StanzaError($0) }
    }

    /// The first payload of a type, or nil if there is none.
    ///
    /// - Throws: `PayloadError` if there is one, and a required field of it is missing or unreadable.
    @inlinable
    public subscript<P: Payload>(_ type: P.Type) -> P? {
        get throws(PayloadError) { try element.payload(type) }
    }

    /// The first payload of a type, or nil if there is none.
    ///
    /// - Throws: `PayloadError` if there is one that cannot be read or, if `strict`, deviates from its schema.
    @inlinable
    public func payload<P: Payload>(_ type: P.Type = P.self, strict: Bool = false) throws(PayloadError) -> P? {
        try element.payload(type, strict: strict)
    }

    /// The first payload of a type, or nil if there is none; deviations from its schema are appended.
    ///
    /// - Throws: `PayloadError` if there is one, and a required field of it is missing or unreadable.
    @inlinable
    public func payload<P: Payload>(
        _ type: P.Type = P.self,
        diagnostics: inout [PayloadError]
    ) throws(PayloadError) -> P? {
        try element.payload(type, diagnostics: &diagnostics)
    }

    /// All payloads of a type, but for those that cannot be read.
    @inlinable
    public func all<P: Payload>(_ type: P.Type) -> [P] { element.all(type) }

    /// Whether there is a payload of a type, readable or not.
    @inlinable
    public func has<P: Payload>(_ type: P.Type) -> Bool { element.has(type) }

    /// The stanza as XML on its own.
    public var description: String { element.description }
}

extension Element {
    /// An address that was found valid before.
    func jid(_ name: Name) -> JID? { attribute(name).flatMap { try? JID($0) } }
}
