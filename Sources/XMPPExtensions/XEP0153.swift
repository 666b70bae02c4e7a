public import XMLStream
public import XMPPStanzas

/// The picture that an entity has in its vCard, by its hash (XEP-0153 §3).
public struct VCardUpdate: Payload {
    public static let element = Name.known("x", in: "vcard-temp:x:update")

    /// SHA-1 of the picture in hexadecimal digits; empty if there is none; nil if the client does not know yet.
    public var photo: String?

    /// Creates an announcement.
    public init(photo: String?) { self.photo = photo }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(photo: try c.textChild("photo", \.photo))
    }
}
