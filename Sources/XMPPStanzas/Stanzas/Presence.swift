public import XMLStream
public import XMPPAddress

/// The types of a presence that are written as an attribute; an available one has none (RFC 6121 §4.7.1).
public enum PresenceType: String, XMLValue, CaseIterable {
    case error, probe, subscribe, subscribed, unavailable, unsubscribe, unsubscribed
}

/// A presence: whether and how an entity is available, or a request about that (RFC 6121 §3, §4).
public struct Presence: StanzaProtocol {
    /// How available an entity is, when not just available (RFC 6121 §4.7.2.1).
    public enum Show: String, XMLValue, CaseIterable {
        /// For a short time not there.
        case away
        /// Interested in chatting.
        case chat
        /// Busy: do not disturb.
        case doNotDisturb = "dnd"
        /// For a longer time not there.
        case extendedAway = "xa"
    }

    public internal(set) var element: Element {
        didSet { header = StanzaHeader.of(element) }
    }
    private var header: StanzaHeader

    /// Reads a presence.
    ///
    /// - Throws: `ErroneousStanza` if the element is of another kind, an address is not one, or the type is none of
    ///   RFC 6121 §4.7.1.
    public init(_ element: Element) throws(ErroneousStanza) {
        guard StanzaKind.of(element) == .presence else { throw ErroneousStanza(element, .presence, .wrongElement) }
        try self.init(stanza: element)
    }

    /// The element is known to be of this kind.
    init(stanza element: Element) throws(ErroneousStanza) {
        let header = StanzaHeader.of(element)
        try header.checkAddresses(element, .presence)
        guard header.type == .absent || PresenceType(header.type) != nil else {
            throw ErroneousStanza(element, .presence, .invalidType(header.typeText(element)))
        }
        self.element = element
        self.header = header
    }

    /// Builds a presence: an available one if `type` is nil.
    @inlinable
    public init<C: StanzaContent>(
        to: JID? = nil,
        from: JID? = nil,
        type: PresenceType? = nil,
        id: String? = nil,
        language: String? = nil,
        show: Show? = nil,
        status: String? = nil,
        priority: Int8? = nil,
        in namespace: Namespace = .client,
        @StanzaContentBuilder content: () -> C
    ) {
        let availability = Availability(show: show, status: status, priority: priority)
        self = .built(
            StanzaBuilding.element(
                .presence, in: namespace, to: to, from: from, type: type?.rawValue, id: id, language: language,
                ContentPair(availability, content())),
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
    static func built(_ element: consuming Element, to: JID?, from: JID?, type: PresenceType?, hasID: Bool) -> Self {
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

    /// What the presence is for; nil says that the sender is available (RFC 6121 §4.7.1).
    public var type: PresenceType? {
        get { PresenceType(header.type) }
        set { element = element.settingAttributes([(.type, newValue?.rawValue)]) }
    }

    /// Whether the sender says that it is available.
    public var isAvailable: Bool { header.type == .absent }

    // MARK: Availability

    /// How available the sender is; nil for "just available" and for a value that is none of RFC 6121 §4.7.2.1.
    public var show: Show? {
        get { element.firstChild(StanzaNames(of: element).show).flatMap { Show(rawValue: $0.text) } }
        set { element = element.settingFirstText(StanzaNames(of: element).show, to: newValue?.rawValue) }
    }

    /// The priority of the sender's resource (RFC 6121 §4.7.2.3): 0 if there is none, or one out of bounds.
    public var priority: Int8 {
        get { element.firstChild(StanzaNames(of: element).priority).flatMap { Int8($0.text.trimmed) } ?? 0 }
        set {
            let text = newValue == 0 ? nil : "\(newValue)"
            element = element.settingFirstText(StanzaNames(of: element).priority, to: text)
        }
    }

    /// The sender's own words on it (RFC 6121 §4.7.2.2): those in the presence's own language, else the first.
    public var status: String? {
        get { element.bestText(StanzaNames(of: element).status) }
        set { element = element.settingText(StanzaNames(of: element).status, to: newValue) }
    }

    /// The sender's own words in all languages.
    public var statuses: [Status] { element.texts(StanzaNames(of: element).status) }

    /// The status that best matches a list of language ranges, the most wanted first (RFC 4647 §3.4); the one of
    /// ``status`` if none does.
    public func status(for ranges: [String]) -> Status? {
        element.bestChild(StanzaNames(of: element).status, for: ranges).flatMap { try? Status($0) }
    }

    public var diagnostics: [PayloadError] {
        let names = StanzaNames(of: element)
        var diagnostics: [PayloadError] = []
        for child in element.children {
            if child.has(names.show), let error = child.invalidText(Show.self, in: element) {
                diagnostics.append(error)
            } else if child.has(names.priority), let error = child.invalidText(Int8.self, in: element) {
                diagnostics.append(error)
            }
        }
        return diagnostics + element.repeatedLanguages(names.status)
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

    /// A presence of another type to the sender of this one, such as `subscribed` (RFC 6121 §3.1.4).
    public func reply(_ type: PresenceType) -> Presence {
        Presence(built: StanzaBuilding.reply(to: element, type: type.rawValue) { _ in })
    }

    /// The presence that tells the sender that this one could not be dealt with (RFC 6120 §8.3.1).
    ///
    /// Nil if this one is an error itself, which may not be answered.
    public func errorReply(_ error: StanzaError, keepingPayloads: Bool = false) -> Presence? {
        guard type != .error else { return nil }
        return Presence(built: StanzaReply.error(error, to: element, keepingPayloads: keepingPayloads))
    }
}

extension Presence {
    /// Builds a presence without payloads: an available one if `type` is nil.
    public init(
        to: JID? = nil,
        from: JID? = nil,
        type: PresenceType? = nil,
        id: String? = nil,
        language: String? = nil,
        show: Show? = nil,
        status: String? = nil,
        priority: Int8? = nil,
        in namespace: Namespace = .client
    ) {
        self.init(
            to: to, from: from, type: type, id: id, language: language, show: show, status: status, priority: priority,
            in: namespace
        ) {}
    }

    /// What RFC 6121 §4.7.2 puts into a presence.
    @usableFromInline
    struct Availability: StanzaContent {
        let show: Show?
        let status: String?
        let priority: Int8?

        @usableFromInline
        init(show: Show?, status: String?, priority: Int8?) {
            self.show = show
            self.status = status
            self.priority = priority
        }

        @usableFromInline
        func write(to writer: inout StanzaWriter) {
            write(show?.rawValue, writer.names.show, writer)
            write(status, writer.names.status, writer)
            write(priority.map(String.init), writer.names.priority, writer)
        }

        private func write(_ text: String?, _ name: Name, _ writer: borrowing StanzaWriter) {
            guard let text else { return }
            writer.tape.startElement(name)
            writer.tape.text(text)
            writer.tape.endElement()
        }
    }
}

/// Stanzas are equal when their elements are.
extension Presence {
    public static func == (a: Presence, b: Presence) -> Bool { a.element == b.element }

    public func hash(into hasher: inout Hasher) { hasher.combine(element) }
}
