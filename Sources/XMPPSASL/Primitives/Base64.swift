import XMPPPrimitives

/// Base64 as RFC 4648 §4 defines it, read strictly: the standard alphabet, full padding, no white space and no
/// bits beyond the data, so that each byte string has exactly one accepted spelling (RFC 6120 §13.9.1 asks for
/// this).
public enum Base64 {
    /// The padded text of the bytes: four characters for every three bytes begun.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        Base64Coding.text(of: bytes)
    }

    /// The bytes that the text stands for, or `nil` if any character of it is out of place.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        Base64Coding.bytes(of: text.utf8, whiteSpace: .refused)
    }

    /// The bytes that the ASCII text stands for, or `nil` if any character of it is out of place.
    public static func decode(_ text: some RandomAccessCollection<UInt8>) -> [UInt8]? {
        Base64Coding.bytes(of: text, whiteSpace: .refused)
    }
}
