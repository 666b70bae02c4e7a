public import XMLStream
public import XMPPStanzas

/// The sender takes a message back (XEP-0424 §3), or a moderator does (XEP-0425 §4).
public struct Retraction: Payload {
    public static let element = Name.known("retract", in: "urn:xmpp:message-retract:1")

    /// The id of the message.
    public var id: String
    /// Why, for people.
    public var reason: String?
    /// The moderation that it is part of, as it is.
    public var others: [Element]

    /// Creates a retraction.
    public init(of id: String, reason: String? = nil, others: [Element] = []) {
        self.id = id
        self.reason = reason
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            of: try c.attribute("id", \.id),
            reason: try c.textChild("reason", \.reason),
            others: c.anyChildren(\.others)
        )
    }
}

/// What an archive has in the place of a message that was taken back (XEP-0424 §4).
public struct RetractedTombstone: Payload {
    public static let element = Name.known("retracted", in: "urn:xmpp:message-retract:1")

    /// The id of the retraction.
    public var id: String?
    /// When it was retracted.
    public var stamp: DateTime?

    /// Creates a tombstone.
    public init(id: String? = nil, stamp: DateTime? = nil) {
        self.id = id
        self.stamp = stamp
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(id: try c.attribute("id", \.id), stamp: try c.attribute("stamp", \.stamp))
    }
}
