public import XMLStream
public import XMPPStanzas

/// The client's choice of a mechanism (RFC 6120 §6.4.2).
public struct SASLAuth: Payload {
    public static let element = Name.known("auth", in: "urn:ietf:params:xml:ns:xmpp-sasl")

    /// The name of the mechanism, such as `SCRAM-SHA-1` (RFC 6120 §6.3.3): 1 to 20 characters (RFC 4422 §3.1).
    public var mechanism: String
    /// The initial response; nil if there is none, empty if it is an empty one, which is written as `=`.
    public var initialResponse: Base64Data?

    /// Creates a choice.
    public init(mechanism: String, initialResponse: Base64Data? = nil) {
        self.mechanism = mechanism
        self.initialResponse = initialResponse
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            mechanism: try c.attribute("mechanism", \.mechanism),
            initialResponse: try c.text { $0.initialResponse.map(SASLData.init) }?.data
        )
    }
}

/// The server's challenge (RFC 6120 §6.4.3).
public struct SASLChallenge: Payload {
    public static let element = Name.known("challenge", in: "urn:ietf:params:xml:ns:xmpp-sasl")

    /// What the mechanism sends, decoded; it may be empty.
    public var data: Base64Data

    /// Creates a challenge.
    public init(_ data: Base64Data) { self.data = data }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text { SASLData($0.data, marksEmpty: false) }.data)
    }
}

/// The client's response (RFC 6120 §6.4.3).
public struct SASLResponse: Payload {
    public static let element = Name.known("response", in: "urn:ietf:params:xml:ns:xmpp-sasl")

    /// What the mechanism sends, decoded; it may be empty.
    public var data: Base64Data

    /// Creates a response.
    public init(_ data: Base64Data) { self.data = data }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text { SASLData($0.data, marksEmpty: false) }.data)
    }
}

/// The end of a successful exchange (RFC 6120 §6.4.6).
public struct SASLSuccess: Payload {
    public static let element = Name.known("success", in: "urn:ietf:params:xml:ns:xmpp-sasl")

    /// The mechanism's additional data; nil if there is none.
    public var data: Base64Data?

    /// Creates the end of an exchange.
    public init(_ data: Base64Data? = nil) { self.data = data }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text { $0.data.map(SASLData.init) }?.data)
    }
}

/// The client gives up (RFC 6120 §6.4.4).
public struct SASLAbort: Payload {
    public static let element = Name.known("abort", in: "urn:ietf:params:xml:ns:xmpp-sasl")

    /// Creates the abort.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}

/// The server refuses (RFC 6120 §6.4.5).
public struct SASLFailure: Payload {
    public static let element = Name.known("failure", in: "urn:ietf:params:xml:ns:xmpp-sasl")

    /// The local name of the condition's element, such as `not-authorized` (RFC 6120 §6.5); nil if there is none.
    public var condition: String?
    /// Texts for people, at most one a language.
    public var texts: [LocalizedText]
    /// Elements that say more.
    public var others: [Element]

    /// Creates a refusal.
    public init(condition: String?, texts: [LocalizedText] = [], others: [Element] = []) {
        self.condition = condition
        self.texts = texts
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let condition = try c.child { (failure: Self) in failure.condition.map(Condition.init(name:)) }
        let texts = try c.children { $0.texts.map(Text.init(value:)) }
        if condition == nil { try c.report("there is no condition") }
        return Self(condition: condition?.name, texts: texts.map(\.value), others: c.anyChildren(\.others))
    }

    private struct Condition: Payload {
        static let element = Name.known("not-authorized", in: "urn:ietf:params:xml:ns:xmpp-sasl")

        var name: String

        static func matches(_ element: Element) -> Bool {
            element.namespace == Self.element.namespace && !element.has(Text.element)
        }

        var elementName: Name { Name(name, in: Self.element.namespace) }

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(name: try c.localName(\.name))
        }
    }

    private struct Text: Payload {
        static let element = Name.known("text", in: "urn:ietf:params:xml:ns:xmpp-sasl")

        var value: LocalizedText

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(value: LocalizedText(try c.text(\.value.text), language: c.language(\.value.language)))
        }
    }
}

/// Octets as SASL writes them: `=` stands for none, where nothing would say that there are none (RFC 6120 §6.4.2).
private struct SASLData: XMLValue {
    let data: Base64Data
    let marksEmpty: Bool

    init(_ data: Base64Data) { self.init(data, marksEmpty: true) }

    init(_ data: Base64Data, marksEmpty: Bool) {
        self.data = data
        self.marksEmpty = marksEmpty
    }

    init?(xmlText: String) {
        guard let data = Base64Data(xmlText: xmlText == "=" ? "" : xmlText) else { return nil }
        self.init(data)
    }

    var xmlText: String { data.bytes.isEmpty && marksEmpty ? "=" : data.xmlText }
    static var xmlDescription: String { Base64Data.xmlDescription }
}
