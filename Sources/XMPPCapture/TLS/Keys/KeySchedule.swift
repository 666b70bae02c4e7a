/// The key derivations of TLS.
enum KeySchedule {
    /// HKDF-Expand-Label with an empty context (RFC 8446 §7.1); nil only if OpenSSL fails.
    static func expand(_ secret: [UInt8], _ label: String, length: Int, hash: HashFunction) -> [UInt8]? {
        let name = Array("tls13 \(label)".utf8)
        let info = [UInt8(length >> 8 & 0xff), UInt8(length & 0xff), UInt8(name.count & 0xff)] + name + [0]
        return KeyDerivation.hkdfExpand.derive(length, from: secret, info, hash: hash)
    }

    /// The PRF of TLS 1.2 and before (RFC 5246 §5); nil only if OpenSSL fails.
    static func prf(_ secret: [UInt8], _ label: String, seed: [UInt8], length: Int, hash: HashFunction) -> [UInt8]? {
        KeyDerivation.tlsPRF.derive(length, from: secret, Array(label.utf8) + seed, hash: hash)
    }
}
