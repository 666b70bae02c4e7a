public import XMLStream
public import XMPPStanzas

/// The octets of a user's picture (XEP-0084 §4.1).
public struct AvatarData: Payload {
    public static let element = Name.known("data", in: "urn:xmpp:avatar:data")

    /// The image, which is to be a PNG unless its metadata say otherwise (XEP-0084 §4.1).
    public var data: Base64Data

    /// Creates a picture.
    public init(_ data: Base64Data) { self.data = data }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text(\.data))
    }
}

/// What pictures a user has; none to have none (XEP-0084 §4.2).
public struct AvatarMetadata: Payload {
    public static let element = Name.known("metadata", in: "urn:xmpp:avatar:metadata")

    /// The image in each form that it is there in; none says that there is no avatar (XEP-0084 §4.2).
    public var infos: [Info]

    /// Creates a description of pictures.
    public init(_ infos: [Info]) { self.infos = infos }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.children(\.infos))
    }

    /// A picture (XEP-0084 §4.2.1).
    public struct Info: Payload {
        public static let element = Name.known("info", in: "urn:xmpp:avatar:metadata")

        /// SHA-1 of the picture in hexadecimal digits.
        public var id: String
        /// Its size in octets.
        public var bytes: UInt32
        /// The type of the image, such as `image/png`.
        public var mediaType: String
        /// In pixels.
        public var width: UInt16?
        /// In pixels.
        public var height: UInt16?
        /// Where it is, if not in a node.
        public var url: String?

        /// Creates a description of a picture.
        public init(
            id: String,
            bytes: UInt32,
            mediaType: String,
            width: UInt16? = nil,
            height: UInt16? = nil,
            url: String? = nil
        ) {
            self.id = id
            self.bytes = bytes
            self.mediaType = mediaType
            self.width = width
            self.height = height
            self.url = url
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                id: try c.attribute("id", \.id),
                bytes: try c.attribute("bytes", \.bytes),
                mediaType: try c.attribute("type", \.mediaType),
                width: try c.attribute("width", \.width),
                height: try c.attribute("height", \.height),
                url: try c.attribute("url", \.url)
            )
        }
    }
}
