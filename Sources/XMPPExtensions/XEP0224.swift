public import XMLStream
public import XMPPStanzas

/// Wants the user's attention (XEP-0224 §3).
public struct Attention: Payload {
    public static let element = Name.known("attention", in: "urn:xmpp:attention:0")

    /// Creates the request.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}
