import COpenSSL

/// The nonce that shows that a server speaks WebSocket (RFC 6455 §1.3).
enum HandshakeKey {
    /// What no server would put behind a key by chance.
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// A fresh key: 16 bytes in base64.
    static func generate(using generator: inout some RandomNumberGenerator) -> String {
        base64((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Whether the value is base64 of 16 bytes (RFC 6455 §4.2.1).
    static func isValid(_ key: String) -> Bool {
        guard key.utf8.count == 24, key.hasSuffix("==") else { return false }
        var decoded = [UInt8](repeating: 0, count: 18)
        let count = EVP_DecodeBlock(&decoded, Array(key.utf8), 24)
        // What the last digit has beyond 16 bytes has to be nothing; the padding counts as two more bytes.
        return count == 18 && base64(Array(decoded.prefix(16))) == key
    }

    /// What the server answers a key with; nil only if OpenSSL has no SHA-1.
    static func acceptance(of key: String) -> String? {
        let input = Array((key + suffix).utf8)
        var digest = [UInt8](repeating: 0, count: 20)
        var length: UInt32 = 0
        guard EVP_Digest(input, input.count, &digest, &length, EVP_sha1(), nil) == 1, length == 20 else { return nil }
        return base64(digest)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        // One more for the zero that OpenSSL writes.
        var encoded = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let count = EVP_EncodeBlock(&encoded, bytes, Int32(clamping: bytes.count))
        return String(decoding: encoded.prefix(max(0, Int(count))), as: UTF8.self)
    }
}
