public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// SASL2 as a stream feature: its mechanisms, and what can be done in the same round trips (XEP-0388 §2.1).
public struct SASL2Feature: Payload {
    public static let element = Name.known("authentication", in: "urn:xmpp:sasl:2")

    /// The names of the mechanisms.
    public var mechanisms: [String]
    /// What can be asked for together with the authentication; nil if nothing is said about it.
    public var inline: Inline?
    /// What else there is, such as upgrade tasks (XEP-0480).
    public var others: [Element]

    /// Creates the feature.
    public init(mechanisms: [String], inline: Inline? = nil, others: [Element] = []) {
        self.mechanisms = mechanisms
        self.inline = inline
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            mechanisms: try c.textChildren("mechanism", \.mechanisms),
            inline: try c.child(\.inline),
            others: c.anyChildren(\.others)
        )
    }

    /// The features that can be asked for in `<authenticate/>` (XEP-0388 §2.1).
    public struct Inline: Payload {
        public static let element = Name.known("inline", in: "urn:xmpp:sasl:2")

        /// One element for each.
        public var features: [Element]

        /// Creates the list.
        public init(_ features: [Element]) { self.features = features }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(c.anyChildren(\.features))
        }
    }
}

/// What a client says about itself to its own server (XEP-0388 §2.3).
public struct SASL2UserAgent: Payload {
    public static let element = Name.known("user-agent", in: "urn:xmpp:sasl:2")

    /// A version 4 UUID that stays the same for this installation of the client.
    public var id: String?
    /// What the client is called.
    public var software: String?
    /// What the device is called that it runs on.
    public var device: String?

    /// Creates a description of a client.
    public init(id: String? = nil, software: String? = nil, device: String? = nil) {
        self.id = id
        self.software = software
        self.device = device
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            id: try c.attribute("id", \.id),
            software: try c.textChild("software", \.software),
            device: try c.textChild("device", \.device)
        )
    }
}

/// The client's choice of a mechanism, with all that it asks for besides (XEP-0388 §2.3).
public struct SASL2Authenticate: Payload {
    public static let element = Name.known("authenticate", in: "urn:xmpp:sasl:2")

    /// The name of the mechanism.
    public var mechanism: String
    /// The initial response; nil if there is none, and not the same as an empty one.
    public var initialResponse: MaskedData?
    /// What the client says about itself.
    public var userAgent: SASL2UserAgent?
    /// What is asked for inline: binding, resumption, tokens, upgrades.
    public var others: [Element]

    /// Creates a choice.
    public init(
        mechanism: String,
        initialResponse: MaskedData? = nil,
        userAgent: SASL2UserAgent? = nil,
        others: [Element] = []
    ) {
        self.mechanism = mechanism
        self.initialResponse = initialResponse
        self.userAgent = userAgent
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            mechanism: try c.attribute("mechanism", \.mechanism),
            initialResponse: try c.textChild("initial-response", \.initialResponse),
            userAgent: try c.child(\.userAgent),
            others: c.anyChildren(\.others)
        )
    }
}

/// The server's challenge (XEP-0388 §2.5).
public struct SASL2Challenge: Payload {
    public static let element = Name.known("challenge", in: "urn:xmpp:sasl:2")

    /// The mechanism's message.
    public var data: MaskedData

    /// Creates a challenge.
    public init(_ data: MaskedData) { self.data = data }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text(\.data))
    }
}

/// The client's response (XEP-0388 §2.5).
public struct SASL2Response: Payload {
    public static let element = Name.known("response", in: "urn:xmpp:sasl:2")

    /// The mechanism's message.
    public var data: MaskedData

    /// Creates a response.
    public init(_ data: MaskedData) { self.data = data }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text(\.data))
    }
}

/// The client is authenticated (XEP-0388 §2.6.1).
public struct SASL2Success: Payload {
    public static let element = Name.known("success", in: "urn:xmpp:sasl:2")

    /// The mechanism's additional data; nil if there is none.
    public var additionalData: MaskedData?
    /// The identity that was negotiated: a bare address, or a full one if an address was bound. Required, though not every
    /// specification's examples have it.
    public var authorizationIdentifier: JID?
    /// What became of what was asked for inline.
    public var others: [Element]

    /// Creates the end of an authentication.
    public init(_ authorizationIdentifier: JID?, additionalData: MaskedData? = nil, others: [Element] = []) {
        self.authorizationIdentifier = authorizationIdentifier
        self.additionalData = additionalData
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let additionalData = try c.textChild("additional-data", \.additionalData)
        return Self(
            try c.textChild("authorization-identifier", \.authorizationIdentifier),
            additionalData: additionalData,
            others: c.anyChildren(\.others)
        )
    }
}

/// The server refuses (XEP-0388 §2.6.2).
public struct SASL2Failure: Payload {
    public static let element = Name.known("failure", in: "urn:xmpp:sasl:2")

    /// The local name of the condition's element, such as `not-authorized` (RFC 6120 §6.5); nil if there is none.
    public var condition: String?
    /// A text for people.
    public var text: String?
    /// Elements that say more.
    public var others: [Element]

    /// Creates a refusal.
    public init(condition: String?, text: String? = nil, others: [Element] = []) {
        self.condition = condition
        self.text = text
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let condition = try c.child { (failure: Self) in failure.condition.map(Condition.init(name:)) }
        let text = try c.textChild("text", \.text)
        if condition == nil { try c.report("there is no condition") }
        return Self(condition: condition?.name, text: text, others: c.anyChildren(\.others))
    }

    private struct Condition: Payload {
        static let element = Name.known("not-authorized", in: "urn:ietf:params:xml:ns:xmpp-sasl")

        var name: String

        static func matches(_ name: Name) -> Bool { name.namespace == Self.element.namespace }

        var elementName: Name { Name(name, in: Self.element.namespace) }

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(name: try c.localName(\.name))
        }
    }
}

/// The client gives up (XEP-0388 §6.5).
public struct SASL2Abort: Payload {
    public static let element = Name.known("abort", in: "urn:xmpp:sasl:2")

    /// Why, for people.
    public var text: String?
    /// Elements that say more.
    public var others: [Element]

    /// Creates the abort.
    public init(text: String? = nil, others: [Element] = []) {
        self.text = text
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(text: try c.textChild("text", \.text), others: c.anyChildren(\.others))
    }
}
