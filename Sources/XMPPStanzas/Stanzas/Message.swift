public import XMLStream
public import XMPPAddress

/// The types of a message (RFC 6121 §5.2.2).
public enum MessageType: String, XMLValue, CaseIterable {
    case chat, error, groupchat, headline, normal
}

/// A message: pushed from one entity to another (RFC 6121 §5).
///
/// ```swift
/// let message = Message(to: juliet, type: .chat) {
///     Body("Wherefore art thou?")
///     ChatState.active
/// }
/// ```
public struct Message: StanzaProtocol {
    public internal(set) var element: Element {
        didSet { header = StanzaHeader.of(element) }
    }
    private var header: StanzaHeader

    /// Reads a message.
    ///
    /// A type that RFC 6121 does not have is taken for `normal`, as its §5.2.2 demands.
    ///
    /// - Throws: `ErroneousStanza` if the element is of another kind, or an address is not one.
    public init(_ element: Element) throws(ErroneousStanza) {
        guard StanzaKind.of(element) == .message else { throw ErroneousStanza(element, .message, .wrongElement) }
        try self.init(stanza: element)
    }

    /// The element is known to be of this kind.
    init(stanza element: Element) throws(ErroneousStanza) {
        let header = StanzaHeader.of(element)
        try header.checkAddresses(element, .message)
        self.element = element
        self.header = header
    }

    /// Builds a message.
    @inlinable
    public init<C: StanzaContent>(
        to: JID? = nil,
        from: JID? = nil,
        type: MessageType = .normal,
        id: String? = nil,
        language: String? = nil,
        in namespace: Namespace = .client,
        @StanzaContentBuilder content: () -> C
    ) {
        self = .built(
            StanzaBuilding.element(
                .message, in: namespace, to: to, from: from, type: type == .normal ? nil : type.rawValue, id: id,
                language: language, content()),
            to: to, from: from, type: type, hasID: id != nil)
    }

    init(built element: Element) {
        self.element = element
        header = StanzaHeader.of(element)
    }

    private init(_ element: consuming Element, _ header: StanzaHeader) {
        self.element = element
        self.header = header
    }

    /// Takes an element that was made with these attributes.
    @usableFromInline
    static func built(_ element: consuming Element, to: JID?, from: JID?, type: MessageType, hasID: Bool) -> Self {
        Self(element, .built(to: to, from: from, type: StanzaType(type), hasID: hasID))
    }

    // MARK: Header

    public var to: JID? {
        get { header.to(element) }
        set { element = element.settingAttributes([(.to, newValue?.full)]) }
    }

    public var from: JID? {
        get { header.from(element) }
        set { element = element.settingAttributes([(.from, newValue?.full)]) }
    }

    public var id: String? {
        get { header.id(element) }
        set { element = element.settingAttributes([(.id, newValue)]) }
    }

    /// What the message is for; `normal` if it does not say (RFC 6121 §5.2.2).
    public var type: MessageType {
        get { MessageType(header.type) ?? .normal }
        set { element = element.settingAttributes([(.type, newValue == .normal ? nil : newValue.rawValue)]) }
    }

    // MARK: Text

    /// The bodies, at most one a language (RFC 6121 §5.2.3).
    public var bodies: [Body] { element.texts(StanzaNames(of: element).body) }

    /// The subjects, at most one a language (RFC 6121 §5.2.4).
    public var subjects: [Subject] { element.texts(StanzaNames(of: element).subject) }

    /// The text of the body: the one in the message's own language, else the first.
    ///
    /// Setting it replaces that one; setting nil removes all bodies.
    public var body: String? {
        get { element.bestText(StanzaNames(of: element).body) }
        set { element = element.settingText(StanzaNames(of: element).body, to: newValue) }
    }

    /// The text of the subject: the one in the message's own language, else the first.
    ///
    /// Setting it replaces that one; setting nil removes all subjects.
    public var subject: String? {
        get { element.bestText(StanzaNames(of: element).subject) }
        set { element = element.settingText(StanzaNames(of: element).subject, to: newValue) }
    }

    /// The body that best matches a list of language ranges, the most wanted first (RFC 4647 §3.4); the one of
    /// ``body`` if none does.
    public func body(for ranges: [String]) -> Body? {
        let child = element.bestChild(StanzaNames(of: element).body, for: ranges)
        return child.flatMap { try? Body($0) }
    }

    /// The subject that best matches a list of language ranges, the most wanted first (RFC 4647 §3.4); the one of
    /// ``subject`` if none does.
    public func subject(for ranges: [String]) -> Subject? {
        let child = element.bestChild(StanzaNames(of: element).subject, for: ranges)
        return child.flatMap { try? Subject($0) }
    }

    /// The conversation that the message belongs to (RFC 6121 §5.2.5).
    public var thread: MessageThread? {
        let child = element.firstChild(StanzaNames(of: element).thread)
        return child.flatMap { try? MessageThread($0) }
    }

    public var diagnostics: [PayloadError] {
        var diagnostics = element.invalidType(MessageType.self).map { [$0] } ?? []
        diagnostics += element.repeatedLanguages(StanzaNames(of: element).body)
        diagnostics += element.repeatedLanguages(StanzaNames(of: element).subject)
        return diagnostics
    }

    // MARK: Payloads

    /// Changes the first payload of a type, in its place; returns false if there is none.
    ///
    /// Every attribute and child of it that the type does not know stays.
    ///
    /// - Throws: `PayloadError` if it cannot be read, and whatever `change` throws.
    @discardableResult
    public mutating func update<P: Payload>(_ type: P.Type = P.self, _ change: (inout P) throws -> Void) throws -> Bool
    {
        try element.update(type, change)
    }

    /// Puts a payload in the place of the first of its type, or behind all others if there is none.
    public mutating func set<P: Payload>(_ payload: P) { element.set(payload) }

    /// Removes all payloads of a type.
    public mutating func remove<P: Payload>(_ type: P.Type) { element.remove(type) }

    /// Adds content behind what is there.
    public mutating func append<C: StanzaContent>(@StanzaContentBuilder content: () -> C) {
        element = element.appending(content())
    }

    // MARK: Answers

    /// A message to the sender of this one, in the same thread; its id is a new one (RFC 6121 §5.2.5).
    public func reply<C: StanzaContent>(
        id: String? = nil,
        @StanzaContentBuilder content: () -> C
    ) -> Message {
        let content = content()
        let thread = element.firstChild(StanzaNames(of: element).thread)
        let recipient = type == .groupchat ? from?.bare : from
        let type = type == .error ? nil : element.attribute(.type)
        return Message(
            built: StanzaBuilding.element(.message, in: namespace) { writer in
                StanzaBuilding.header(
                    writer, to: recipient, from: to, type: type, id: id, language: nil)
                content.write(to: &writer)
                if let thread { writer.append(thread) }
            })
    }

    /// The message that tells the sender that this one could not be dealt with (RFC 6120 §8.3.1).
    ///
    /// Nil if this one is an error itself, which may not be answered.
    public func errorReply(_ error: StanzaError, keepingPayloads: Bool = false) -> Message? {
        guard type != .error else { return nil }
        return Message(built: StanzaReply.error(error, to: element, keepingPayloads: keepingPayloads))
    }
}

extension Message {
    /// Builds a message without content.
    public init(
        to: JID? = nil,
        from: JID? = nil,
        type: MessageType = .normal,
        id: String? = nil,
        language: String? = nil,
        in namespace: Namespace = .client
    ) {
        self.init(to: to, from: from, type: type, id: id, language: language, in: namespace) {}
    }
}

/// Stanzas are equal when their elements are.
extension Message {
    public static func == (a: Message, b: Message) -> Bool { a.element == b.element }

    public func hash(into hasher: inout Hasher) { hasher.combine(element) }
}
