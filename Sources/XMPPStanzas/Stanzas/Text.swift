public import XMLStream

/// The text of a message in one language (RFC 6121 §5.2.3).
public struct Body: Payload {
    public static let element = Name.body

    /// The body's own `xml:lang`; nil if it is in the language of its message.
    public var language: String?
    /// The text; it may be empty.
    public var text: String

    /// Creates a body.
    public init(_ text: String, language: String? = nil) {
        self.language = language
        self.text = text
    }

    public static let names = StanzaNames.names(\.body)

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text(\.text), language: c.language(\.language))
    }
}

/// The subject of a message in one language (RFC 6121 §5.2.4).
public struct Subject: Payload {
    public static let element = Name.subject

    /// The subject's own `xml:lang`; nil if it is in the language of its message.
    public var language: String?
    /// The text; it may be empty.
    public var text: String

    /// Creates a subject.
    public init(_ text: String, language: String? = nil) {
        self.language = language
        self.text = text
    }

    public static let names = StanzaNames.names(\.subject)

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text(\.text), language: c.language(\.language))
    }
}

/// The conversation that a message belongs to (RFC 6121 §5.2.5).
public struct MessageThread: Payload {
    public static let element = Name.thread

    /// What tells the conversation apart (RFC 6121 §5.2.5).
    public var id: String
    /// The thread that this one branched off.
    public var parent: String?

    /// Creates a thread from its identifier.
    public init(_ id: String, parent: String? = nil) {
        self.id = id
        self.parent = parent
    }

    public static let names = StanzaNames.names(\.thread)

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text(\.id), parent: try c.attribute("parent", \.parent))
    }
}

/// What a presence says about availability in one language (RFC 6121 §4.7.2.2).
public struct Status: Payload {
    public static let element = Name.status

    /// The status's own `xml:lang`; nil if it is in the language of its presence.
    public var language: String?
    /// The text; it may be empty.
    public var text: String

    /// Creates a status.
    public init(_ text: String, language: String? = nil) {
        self.language = language
        self.text = text
    }

    public static let names = StanzaNames.names(\.status)

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text(\.text), language: c.language(\.language))
    }
}
