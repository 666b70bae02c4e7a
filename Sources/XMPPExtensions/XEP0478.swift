public import XMLStream
public import XMPPStanzas

/// What a server takes on a stream, as a feature (XEP-0478 §2).
public struct StreamLimitsFeature: Payload {
    public static let element = Name.known("limits", in: "urn:xmpp:stream-limits:0")

    /// The most bytes of a stanza, or of another element at the top of the stream; nil if that is not said.
    public var maximumBytes: Int?
    /// After how many seconds without anything from the client the server may check on it, or end the stream; nil if that
    /// is not said.
    public var idleSeconds: Int?

    /// Creates the feature.
    public init(maximumBytes: Int? = nil, idleSeconds: Int? = nil) {
        self.maximumBytes = maximumBytes
        self.idleSeconds = idleSeconds
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            maximumBytes: try c.textChild("max-bytes", \.maximumBytes),
            idleSeconds: try c.textChild("idle-seconds", \.idleSeconds)
        )
    }
}
