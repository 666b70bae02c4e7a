public import XMLStream
public import XMPPStanzas

/// Asks for a receipt (XEP-0184 §5.1).
public struct ReceiptRequest: Payload {
    public static let element = Name.known("request", in: "urn:xmpp:receipts")

    /// Creates the request.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}

/// Says that a message was delivered (XEP-0184 §5.3).
public struct Receipt: Payload {
    public static let element = Name.known("received", in: "urn:xmpp:receipts")

    /// The id of the message; nil from clients of before 2011, whose receipt has it as its own.
    public var id: String?

    /// Creates a receipt.
    public init(for id: String?) { self.id = id }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(for: try c.attribute("id", \.id))
    }
}
