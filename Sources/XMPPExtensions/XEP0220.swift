public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// What became of a dialback key (XEP-0220 §2.1.1, §2.4).
public enum DialbackOutcome: String, XMLValue, CaseIterable {
    /// The key could not be judged; an error says why.
    case error
    /// The key is not one of the authoritative server's.
    case invalid
    /// The key is right.
    case valid
}

/// A dialback key for the receiving server, or its answer (XEP-0220 §2.1.1, §2.1.2).
public struct DialbackResult: Payload {
    public static let element = Name.known("result", in: "jabber:server:dialback")

    /// The domain of the sender: of stanzas in a request, of the answering server in an answer.
    public var from: JID
    /// The domain of the addressee.
    public var to: JID
    /// The answer; nil in a request.
    public var outcome: DialbackOutcome?
    /// The key; nil in an answer.
    public var key: String?
    /// The `<error/>` of an answer, and whatever else there is.
    public var others: [Element]

    /// Creates a request.
    public init(from: JID, to: JID, key: String) {
        self.init(from: from, to: to, outcome: nil, key: key, others: [])
    }

    /// Creates an answer; `error` goes with ``DialbackOutcome/error``.
    public init(from: JID, to: JID, outcome: DialbackOutcome, error: StanzaError? = nil) {
        self.init(from: from, to: to, outcome: outcome, key: nil, others: DialbackErrors.elements(error))
    }

    private init(from: JID, to: JID, outcome: DialbackOutcome?, key: String?, others: [Element]) {
        self.from = from
        self.to = to
        self.outcome = outcome
        self.key = key
        self.others = others
    }

    /// Why the key could not be judged.
    public var error: StanzaError? { DialbackErrors.error(in: others) }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            from: try c.attribute("from", \.from),
            to: try c.attribute("to", \.to),
            outcome: try c.attribute("type", \.outcome),
            key: try c.text(\.key),
            others: c.anyChildren(\.others)
        )
    }
}

/// A dialback key for the authoritative server, or its judgement (XEP-0220 §2.1.2, §2.2.2).
public struct DialbackVerification: Payload {
    public static let element = Name.known("verify", in: "jabber:server:dialback")

    /// The domain of the sender of this element.
    public var from: JID
    /// The domain of its addressee.
    public var to: JID
    /// The id of the stream that the key was given on (XEP-0220 §2.1.2).
    public var id: String
    /// The judgement; nil in a request.
    public var outcome: DialbackOutcome?
    /// The key; nil in a judgement.
    public var key: String?
    /// The `<error/>` of a judgement, and whatever else there is.
    public var others: [Element]

    /// Creates a request.
    public init(from: JID, to: JID, id: String, key: String) {
        self.init(from: from, to: to, id: id, outcome: nil, key: key, others: [])
    }

    /// Creates a judgement; `error` goes with ``DialbackOutcome/error``.
    public init(from: JID, to: JID, id: String, outcome: DialbackOutcome, error: StanzaError? = nil) {
        self.init(from: from, to: to, id: id, outcome: outcome, key: nil, others: DialbackErrors.elements(error))
    }

    private init(from: JID, to: JID, id: String, outcome: DialbackOutcome?, key: String?, others: [Element]) {
        self.from = from
        self.to = to
        self.id = id
        self.outcome = outcome
        self.key = key
        self.others = others
    }

    /// Why the key could not be judged.
    public var error: StanzaError? { DialbackErrors.error(in: others) }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            from: try c.attribute("from", \.from),
            to: try c.attribute("to", \.to),
            id: try c.attribute("id", \.id),
            outcome: try c.attribute("type", \.outcome),
            key: try c.text(\.key),
            others: c.anyChildren(\.others)
        )
    }
}

/// Dialback as a feature (XEP-0220 §2.4.2).
public struct DialbackFeature: Payload {
    public static let element = Name.known("dialback", in: "urn:xmpp:features:dialback")

    /// Whether answers of ``DialbackOutcome/error`` are understood.
    public var supportsErrors: Bool

    /// Creates the feature.
    public init(supportsErrors: Bool = true) { self.supportsErrors = supportsErrors }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(supportsErrors: c.flag("errors", \.supportsErrors))
    }
}

/// Errors as they are on streams of servers, where they are in `jabber:server` (XEP-0220 §2.4).
private enum DialbackErrors {
    static func elements(_ error: StanzaError?) -> [Element] {
        guard let element = error?.encoded() else { return [] }
        return [
            Element(
                Name(element.localName, in: .server),
                attributes: element.attributes,
                nodes: element.nodes
            )
        ]
    }

    static func error(in elements: [Element]) -> StanzaError? {
        for element in elements where StanzaError.matches(element) { return try? StanzaError(element) }
        return nil
    }
}

extension StreamHeader {
    /// The header of a stream between servers (RFC 6120 §4.8.2); with `dialback` it declares the prefix `db`, which says
    /// that this side speaks it (XEP-0220 §2.4.1).
    ///
    /// - Parameter id: What tells the stream apart; only in the answer to a header (RFC 6120 §4.7.3).
    public static func betweenServers(
        from: JID? = nil,
        to: JID? = nil,
        id: String? = nil,
        language: String? = nil,
        dialback: Bool = true
    ) -> StreamHeader {
        StreamHeader(
            to: to,
            from: from,
            id: id,
            language: language,
            contentNamespace: .server,
            prefixes: dialback ? [StreamOpening.Prefix(prefix: "db", namespace: .dialback)] : []
        )
    }

    /// Whether the sender of the header speaks dialback, by its declaration of the namespace (XEP-0220 §2.4.1).
    public var declaresDialback: Bool { prefixes.contains { $0.namespace == .dialback } }
}
