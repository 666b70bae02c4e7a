public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// The message that this one replies to (XEP-0461 §3).
public struct Reply: Payload {
    public static let element = Name.known("reply", in: "urn:xmpp:reply:0")

    /// The id of the message that is answered: in rooms its stanza id, elsewhere its origin id or id (XEP-0461 §4.1).
    public var id: String
    /// Who has written it.
    public var to: JID?

    /// Creates a reference.
    public init(toMessage id: String, by to: JID? = nil) {
        self.id = id
        self.to = to
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(toMessage: try c.attribute("id", \.id), by: try c.attribute("to", \.to))
    }
}
