public import XMLStream
public import XMPPStanzas

/// An entity's clock, or the question for it (XEP-0202 §3).
public struct EntityTime: Payload {
    public static let element = Name.known("time", in: "urn:xmpp:time")

    /// The offset of local time from UTC.
    public var offset: TimeZoneOffset?
    /// The time, in UTC.
    public var utc: DateTime?

    /// Creates a question, or an answer to it.
    public init(utc: DateTime? = nil, offset: TimeZoneOffset? = nil) {
        self.offset = offset
        self.utc = utc
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let offset = try c.textChild("tzo", \.offset)
        return Self(utc: try c.textChild("utc", \.utc), offset: offset)
    }
}
