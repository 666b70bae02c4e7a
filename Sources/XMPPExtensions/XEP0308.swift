public import XMLStream
public import XMPPStanzas

/// This message takes the place of another (XEP-0308 §3).
public struct Correction: Payload {
    public static let element = Name.known("replace", in: "urn:xmpp:message-correct:0")

    /// The id of the first version of the message.
    public var id: String

    /// Creates a correction.
    public init(of id: String) { self.id = id }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(of: try c.attribute("id", \.id))
    }
}
