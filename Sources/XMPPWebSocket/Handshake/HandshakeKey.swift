import COpenSSL
import XMPPPrimitives

/// The nonce that shows that a server speaks WebSocket (RFC 6455 §1.3).
enum HandshakeKey {
    /// What no server would put behind a key by chance.
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// A fresh key: 16 bytes in base64.
    static func generate(using generator: inout some RandomNumberGenerator) -> String {
        Base64Coding.text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Whether the value is base64 of 16 bytes (RFC 6455 §4.2.1).
    static func isValid(_ key: String) -> Bool {
        key.utf8.count == 24 && Base64Coding.bytes(of: key.utf8, whiteSpace: .refused)?.count == 16
    }

    /// What the server answers a key with; nil only if OpenSSL has no SHA-1.
    static func acceptance(of key: String) -> String? {
        let input = Array((key + suffix).utf8)
        var digest = [UInt8](repeating: 0, count: 20)
        var length: UInt32 = 0
        guard EVP_Digest(input, input.count, &digest, &length, EVP_sha1(), nil) == 1, length == 20 else { return nil }
        return Base64Coding.text(of: digest)
    }
}
