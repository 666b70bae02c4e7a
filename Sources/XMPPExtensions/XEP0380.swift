public import XMLStream
public import XMPPStanzas

/// Says how a message is encrypted (XEP-0380 §3).
public struct EncryptionHint: Payload {
    public static let element = Name.known("encryption", in: "urn:xmpp:eme:0")

    /// The namespace of the encryption.
    public var method: String
    /// The name of the encryption, for people.
    public var name: String?

    /// Creates a hint.
    public init(_ method: String, name: String? = nil) {
        self.method = method
        self.name = name
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.attribute("namespace", \.method), name: try c.attribute("name", \.name))
    }
}
