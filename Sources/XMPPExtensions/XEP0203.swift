public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// When a stanza was sent first, and who has kept it since (XEP-0203 §3).
public struct Delay: Payload {
    public static let element = Name.known("delay", in: "urn:xmpp:delay")

    /// When it was sent (XEP-0082).
    public var stamp: DateTime
    /// Who has kept it: a room, a server, an account.
    public var from: JID?
    /// Why it is late, for people.
    public var reason: String?

    /// Creates a delay.
    public init(_ stamp: DateTime, from: JID? = nil, reason: String? = nil) {
        self.stamp = stamp
        self.from = from
        self.reason = reason
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            try c.attribute("stamp", \.stamp),
            from: try c.attribute("from", \.from),
            reason: try c.text(\.reason)
        )
    }
}
