public import XMLStream
public import XMPPStanzas

/// Asks for a place to put a file (XEP-0363 §5).
public struct UploadRequest: Payload {
    public static let element = Name.known("request", in: "urn:xmpp:http:upload:0")

    /// The name of the file, without a folder.
    public var fileName: String
    /// In octets.
    public var size: UInt64
    /// The type of the file, such as `image/png`; nil stands for `application/octet-stream`.
    public var mediaType: String?

    /// Creates a request.
    public init(fileName: String, size: UInt64, mediaType: String? = nil) {
        self.fileName = fileName
        self.size = size
        self.mediaType = mediaType
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            fileName: try c.attribute("filename", \.fileName),
            size: try c.attribute("size", \.size),
            mediaType: try c.attribute("content-type", \.mediaType)
        )
    }
}

/// A place to put a file, and where it can be fetched afterwards (XEP-0363 §5).
public struct UploadSlot: Payload {
    public static let element = Name.known("slot", in: "urn:xmpp:http:upload:0")

    /// Where to upload the file to.
    public var put: Put
    /// Where the file will be.
    public var get: Get

    /// Creates a place.
    public init(put: Put, get: Get) {
        self.put = put
        self.get = get
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(put: try c.child(\.put), get: try c.child(\.get))
    }

    /// Where the file is put.
    public struct Put: Payload {
        public static let element = Name.known("put", in: "urn:xmpp:http:upload:0")

        /// An address of scheme `https` for a request of method PUT.
        public var url: String
        /// Headers to be sent with it; only those that XEP-0363 §5 allows may be, without line feeds.
        public var headers: [Header]

        /// Creates an address.
        public init(url: String, headers: [Header] = []) {
            self.url = url
            self.headers = headers
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(url: try c.attribute("url", \.url), headers: try c.children(\.headers))
        }
    }

    /// Where the file is fetched.
    public struct Get: Payload {
        public static let element = Name.known("get", in: "urn:xmpp:http:upload:0")

        /// An address of scheme `https`, to be given to others.
        public var url: String

        /// Creates an address.
        public init(url: String) { self.url = url }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(url: try c.attribute("url", \.url))
        }
    }

    /// A header of HTTP.
    public struct Header: Payload {
        public static let element = Name.known("header", in: "urn:xmpp:http:upload:0")

        /// The header: `Authorization`, `Cookie` or `Expires`, all others being for none to send (XEP-0363 §4).
        public var name: String
        /// Its value, without line feeds.
        public var value: String

        /// Creates a header.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(try c.attribute("name", \.name), try c.text(\.value))
        }
    }
}

/// The file is too large (XEP-0363 §6); an application condition of a stanza's error.
public struct UploadFileTooLarge: Payload {
    public static let element = Name.known("file-too-large", in: "urn:xmpp:http:upload:0")

    /// In octets.
    public var maximumSize: UInt64?

    /// Creates a condition.
    public init(maximumSize: UInt64? = nil) { self.maximumSize = maximumSize }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(maximumSize: try c.textChild("max-file-size", \.maximumSize))
    }
}

/// Try again later (XEP-0363 §6); an application condition of a stanza's error.
public struct UploadRetry: Payload {
    public static let element = Name.known("retry", in: "urn:xmpp:http:upload:0")

    /// When to ask again; nil if that is not known.
    public var stamp: DateTime?

    /// Creates a condition.
    public init(at stamp: DateTime? = nil) { self.stamp = stamp }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(at: try c.attribute("stamp", \.stamp))
    }
}
