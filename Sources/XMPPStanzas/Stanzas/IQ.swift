public import XMLStream
public import XMPPAddress

/// The types of an IQ (RFC 6120 §8.2.3).
public enum IQType: String, XMLValue, CaseIterable {
    case get, set, result, error
}

/// A request, or the answer to one (RFC 6120 §8.2.3).
public struct IQ: StanzaProtocol {
    public internal(set) var element: Element {
        didSet { header = StanzaHeader.of(element) }
    }
    private var header: StanzaHeader

    /// Reads an IQ.
    ///
    /// - Throws: `ErroneousStanza` if the element is of another kind, an address is not one, the type is none, the id is
    ///   missing, a request has not one payload, or a result has more than one.
    public init(_ element: Element) throws(ErroneousStanza) {
        guard StanzaKind.of(element) == .iq else { throw ErroneousStanza(element, .iq, .wrongElement) }
        try self.init(stanza: element)
    }

    /// The element is known to be of this kind.
    init(stanza element: Element) throws(ErroneousStanza) {
        let header = StanzaHeader.of(element)
        try header.checkAddresses(element, .iq)
        guard let type = IQType(header.type) else {
            throw ErroneousStanza(element, .iq, .invalidType(header.typeText(element)))
        }
        guard header.hasID else { throw ErroneousStanza(element, .iq, .missingID) }
        try Self.checkPayloads(of: element, type)
        self.element = element
        self.header = header
    }

    private static func checkPayloads(of element: Element, _ type: IQType) throws(ErroneousStanza) {
        guard type != .error else { return }
        let wanted = type == .result ? 0...1 : 1...1
        let count = element.childCount
        if !wanted.contains(count) { throw ErroneousStanza(element, .iq, .payloadCount(count, wanted: wanted)) }
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
    static func built(_ element: consuming Element, to: JID?, from: JID?, type: IQType, hasID: Bool) -> Self {
        Self(element, .built(to: to, from: from, type: StanzaType(type), hasID: hasID))
    }

    // MARK: Building

    /// Builds a request for information.
    public init<P: Payload>(
        get payload: P,
        to: JID? = nil,
        from: JID? = nil,
        id: String,
        language: String? = nil,
        in namespace: Namespace = .client
    ) {
        self.init(.get, to: to, from: from, id: id, language: language, in: namespace, payload)
    }

    /// Builds a request for a change.
    public init<P: Payload>(
        set payload: P,
        to: JID? = nil,
        from: JID? = nil,
        id: String,
        language: String? = nil,
        in namespace: Namespace = .client
    ) {
        self.init(.set, to: to, from: from, id: id, language: language, in: namespace, payload)
    }

    /// Builds a request of `type` with an element as its payload; nil if the type is not one of a request.
    public init?(
        _ type: IQType,
        element payload: Element,
        to: JID? = nil,
        from: JID? = nil,
        id: String,
        language: String? = nil,
        in namespace: Namespace = .client
    ) {
        guard type == .get || type == .set else { return nil }
        self = .built(
            StanzaBuilding.element(
                .iq, in: namespace, to: to, from: from, type: type.rawValue, id: id, language: language,
                ElementContent(CollectionOfOne(payload))),
            to: to, from: from, type: type, hasID: true)
    }

    private init<P: Payload>(
        _ type: IQType,
        to: JID?,
        from: JID?,
        id: String,
        language: String?,
        in namespace: Namespace,
        _ payload: P
    ) {
        self = .built(
            StanzaBuilding.element(
                .iq, in: namespace, to: to, from: from, type: type.rawValue, id: id, language: language,
                PayloadContent(payload)),
            to: to, from: from, type: type, hasID: true)
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

    /// What connects an answer with its request; there always is one.
    public var id: String {
        get { header.id(element) ?? "" }
        set { element = element.settingAttributes([(.id, newValue)]) }
    }

    /// Whether it asks, changes or answers.
    public var type: IQType { IQType(header.type) ?? .error }

    /// Whether it has to be answered (RFC 6120 §8.2.3, rule 2).
    public var isRequest: Bool { type == .get || type == .set }

    /// The payload as an element: of a request always there, of an error what was sent back of the request.
    public var payloadElement: Element? {
        let error = StanzaNames(of: element).error
        return element.children.first { !$0.has(error) }
    }

    public var diagnostics: [PayloadError] {
        guard type == .error, error == nil else { return [] }
        return [PayloadError(.missing(.child("error")), path: "iq")]
    }

    // MARK: Payloads

    /// Changes the payload, in its place; returns false if it is of another type.
    ///
    /// Every attribute and child of it that the type does not know stays.
    ///
    /// - Throws: `PayloadError` if it cannot be read, and whatever `change` throws.
    @discardableResult
    public mutating func update<P: Payload>(_ type: P.Type = P.self, _ change: (inout P) throws -> Void) throws -> Bool
    {
        try element.update(type, change)
    }

    // MARK: Answers

    /// The result that answers this request, with a payload (RFC 6120 §8.2.3, rule 3).
    ///
    /// Nil if this one is an answer itself.
    public func result<P: Payload>(_ payload: P) -> IQ? {
        guard isRequest else { return nil }
        return IQ(built: StanzaBuilding.reply(to: element, type: IQType.result.rawValue) { $0.append(payload) })
    }

    /// The result that answers this request without saying more; nil if this one is an answer itself.
    public func result() -> IQ? {
        guard isRequest else { return nil }
        return IQ(built: StanzaBuilding.reply(to: element, type: IQType.result.rawValue) { _ in })
    }

    /// The error that answers this request (RFC 6120 §8.3.1), with its payload if that is wanted.
    ///
    /// Nil if this one is an answer itself.
    public func errorReply(_ error: StanzaError, keepingPayloads: Bool = false) -> IQ? {
        guard isRequest else { return nil }
        return IQ(built: StanzaReply.error(error, to: element, keepingPayloads: keepingPayloads))
    }
}

/// Stanzas are equal when their elements are.
extension IQ {
    public static func == (a: IQ, b: IQ) -> Bool { a.element == b.element }

    public func hash(into hasher: inout Hasher) { hasher.combine(element) }
}
