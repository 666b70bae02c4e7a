public import XMLStream
public import XMPPStanzas

/// The software that an entity is, or the question for it (XEP-0092 §3).
public struct SoftwareVersion: Payload {
    public static let element = Name.known("query", in: "jabber:iq:version")

    /// What the software is called.
    public var name: String?
    /// Its version, as its makers number it.
    public var version: String?
    /// What it runs on (`os`).
    public var operatingSystem: String?

    /// Creates a question, or an answer to it.
    public init(name: String? = nil, version: String? = nil, operatingSystem: String? = nil) {
        self.name = name
        self.version = version
        self.operatingSystem = operatingSystem
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            name: try c.textChild("name", \.name),
            version: try c.textChild("version", \.version),
            operatingSystem: try c.textChild("os", \.operatingSystem)
        )
    }
}
