public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// An id that an entity on the way has given a message (XEP-0359 §3.1).
///
/// It is to be believed only if `by` is an entity that would have removed a forged one (XEP-0359 §5).
public struct StanzaID: Payload {
    public static let element = Name.known("stanza-id", in: "urn:xmpp:sid:0")

    /// The id, which `by` chooses; unique among those of `by`.
    public var id: String
    /// Who vouches for the id: the account, or a room. To be believed only from there (XEP-0359 §6).
    public var by: JID

    /// Creates an id.
    public init(_ id: String, by: JID) {
        self.id = id
        self.by = by
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.attribute("id", \.id), by: try c.attribute("by", \.by))
    }
}

/// An id that the sender has given a message (XEP-0359 §3.2).
public struct OriginID: Payload {
    public static let element = Name.known("origin-id", in: "urn:xmpp:sid:0")

    /// The id, which its sender chooses; nobody vouches for it.
    public var id: String

    /// Creates an id.
    public init(_ id: String) { self.id = id }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.attribute("id", \.id))
    }
}
