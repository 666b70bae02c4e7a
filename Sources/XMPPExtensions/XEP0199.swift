public import XMLStream
public import XMPPStanzas

/// Asks for a sign of life (XEP-0199 §3).
public struct Ping: Payload {
    public static let element = Name.known("ping", in: "urn:xmpp:ping")

    /// Creates the request.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}
