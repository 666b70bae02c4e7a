import XMPPPrimitives

/// Octets that are written as base64 (RFC 4648 §4).
///
/// White space in the text is passed over, because pictures are often broken into lines; anything else that the
/// alphabet does not have makes the text unreadable. It is written on one line.
public struct Base64Data: XMLValue {
    /// The octets that the text stands for.
    public var bytes: [UInt8]

    /// Creates data from octets.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public init?(xmlText: String) {
        guard let bytes = Base64Coding.bytes(of: xmlText.utf8, whiteSpace: .passedOver) else { return nil }
        self.bytes = bytes
    }

    public init?(xmlUTF8: Span<UInt8>) {
        let bytes = xmlUTF8.withUnsafeBufferPointer { Base64Coding.bytes(of: $0, whiteSpace: .passedOver) }
        guard let bytes else { return nil }
        self.bytes = bytes
    }

    public var xmlText: String { Base64Coding.text(of: bytes) }

    public static var xmlDescription: String { "base64 (RFC 4648 §4)" }
}
