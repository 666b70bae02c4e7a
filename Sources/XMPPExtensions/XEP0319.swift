public import XMLStream
public import XMPPStanzas

/// Since when the user has not done anything (XEP-0319 §3).
public struct Idle: Payload {
    public static let element = Name.known("idle", in: "urn:xmpp:idle:1")

    /// When the user did something last.
    public var since: DateTime

    /// Creates an indication.
    public init(since: DateTime) { self.since = since }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(since: try c.attribute("since", \.since))
    }
}
