public import XMLStream
public import XMPPStanzas

/// FAST: as an inline feature of SASL2 the mechanisms for tokens, in `<authenticate/>` that a token is used (XEP-0484 §3).
public struct FAST: Payload {
    public static let element = Name.known("fast", in: "urn:xmpp:fast:0")

    /// In the feature: the mechanisms that tokens can be had for.
    public var mechanisms: [String]
    /// In the feature: whether the request may be part of TLS 1.3's early data.
    public var permitsEarlyData: Bool
    /// In the request: the how manyth use of the token this is; each is higher than the one before.
    public var count: Int?
    /// In the request: whether the token is to be invalid afterwards (XEP-0484 §3.6).
    public var isInvalidated: Bool

    /// Creates the feature.
    public init(mechanisms: [String], permitsEarlyData: Bool = false) {
        self.init(mechanisms: mechanisms, permitsEarlyData: permitsEarlyData, count: nil, isInvalidated: false)
    }

    /// Creates the mark of a request that uses a token.
    public init(count: Int? = nil, isInvalidated: Bool = false) {
        self.init(mechanisms: [], permitsEarlyData: false, count: count, isInvalidated: isInvalidated)
    }

    private init(mechanisms: [String], permitsEarlyData: Bool, count: Int?, isInvalidated: Bool) {
        self.mechanisms = mechanisms
        self.permitsEarlyData = permitsEarlyData
        self.count = count
        self.isInvalidated = isInvalidated
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            mechanisms: try c.textChildren("mechanism", \.mechanisms),
            permitsEarlyData: try c.attribute("tls-0rtt", \.permitsEarlyData, default: false),
            count: try c.attribute("count", \.count),
            isInvalidated: try c.attribute("invalidate", \.isInvalidated, default: false)
        )
    }
}

/// Asks for a token to log in with the next time (XEP-0484 §3.2).
public struct FASTTokenRequest: Payload {
    public static let element = Name.known("request-token", in: "urn:xmpp:fast:0")

    /// The mechanism that it will be used with, and no other.
    public var mechanism: String

    /// Creates a request.
    public init(mechanism: String) { self.mechanism = mechanism }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(mechanism: try c.attribute("mechanism", \.mechanism))
    }
}

/// A token to log in with the next time (XEP-0484 §3.3).
public struct FASTToken: Payload {
    public static let element = Name.known("token", in: "urn:xmpp:fast:0")

    /// The token, as good as a password.
    public var token: MaskedText
    /// When it expires.
    public var expiry: DateTime

    /// Creates a token.
    public init(_ token: MaskedText, expiry: DateTime) {
        self.token = token
        self.expiry = expiry
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let expiry = try c.attribute("expiry", \.expiry)
        return Self(try c.attribute("token", \.token), expiry: expiry)
    }
}
