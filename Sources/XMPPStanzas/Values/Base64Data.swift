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
        var text = xmlText
        let bytes = text.withUTF8 { Base64Coding.bytes(of: $0, whiteSpace: .passedOver) }
        guard let bytes else { return nil }
        self.bytes = bytes
    }

    public init?(xmlUTF8: Span<UInt8>) {
        let bytes = xmlUTF8.withUnsafeBufferPointer { Base64Coding.bytes(of: $0, whiteSpace: .passedOver) }
        guard let bytes else { return nil }
        self.bytes = bytes
    }

    public var xmlText: String { bytes.withUnsafeBufferPointer { Base64Coding.text(of: $0) } }

    public static var xmlDescription: String { "base64 (RFC 4648 §4)" }
}
