public import XMLStream
public import XMPPStanzas

/// How long an entity has been idle, offline or up, or the question for it (XEP-0012 §3).
public struct LastActivity: Payload {
    public static let element = Name.known("query", in: "jabber:iq:last")

    /// Seconds since the last activity; nil in a question.
    public var seconds: UInt64?
    /// The status with which an account went offline (XEP-0012 §4).
    public var status: String?

    /// Creates a question, or an answer to it.
    public init(seconds: UInt64? = nil, status: String? = nil) {
        self.seconds = seconds
        self.status = status
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(seconds: try c.attribute("seconds", \.seconds), status: try c.text(\.status))
    }
}
