public import XMLStream
public import XMPPStanzas

/// An address of data that goes with a message (XEP-0066 §3).
public struct OutOfBandData: Payload {
    public static let element = Name.known("x", in: "jabber:x:oob")

    /// Where the data are (RFC 3986).
    public var url: String
    /// What they are, for people.
    public var explanation: String?

    /// Creates an address of data.
    public init(_ url: String, explanation: String? = nil) {
        self.url = url
        self.explanation = explanation
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.textChild("url", \.url), explanation: try c.textChild("desc", \.explanation))
    }
}

/// An offer of data at an address, which is answered when they were fetched (XEP-0066 §2).
public struct OutOfBandOffer: Payload {
    public static let element = Name.known("query", in: "jabber:iq:oob")

    /// Where the data are (RFC 3986).
    public var url: String
    /// What they are, for people.
    public var explanation: String?
    /// The stream-initiation session that the offer belongs to.
    public var sid: String?

    /// Creates an offer.
    public init(_ url: String, explanation: String? = nil, sid: String? = nil) {
        self.url = url
        self.explanation = explanation
        self.sid = sid
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            try c.textChild("url", \.url),
            explanation: try c.textChild("desc", \.explanation),
            sid: try c.attribute("sid", \.sid)
        )
    }
}
