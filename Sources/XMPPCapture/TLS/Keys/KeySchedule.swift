/// The key derivations of TLS.
enum KeySchedule {
    /// HKDF-Expand-Label with an empty context (RFC 8446 §7.1), for one secret.
    struct Expansion {
        private let mac: HMACContext

        /// Nil only if OpenSSL fails.
        init?(of secret: [UInt8], hash: HashFunction) {
            guard let mac = HMACContext(hash, key: secret) else { return nil }
            self.mac = mac
        }

        /// So many bytes, at most 255 times as many as the hash has; nil only if OpenSSL fails.
        func bytes(_ label: String, length: Int) -> [UInt8]? {
            let name = Array("tls13 \(label)".utf8)
            let info = [UInt8(length >> 8 & 0xff), UInt8(length & 0xff), UInt8(name.count & 0xff)] + name + [0]
            // RFC 5869 §2.3.
            var output: [UInt8] = []
            var block: [UInt8] = []
            var counter: UInt8 = 0
            while output.count < length {
                counter &+= 1
                guard counter > 0, let next = mac.tag(of: block + info + [counter]) else { return nil }
                block = next
                output += block
            }
            return Array(output.prefix(length))
        }
    }

    /// The PRF of TLS 1.2 and before (RFC 5246 §5); nil only if OpenSSL fails.
    static func prf(_ secret: [UInt8], _ label: String, seed: [UInt8], length: Int, hash: HashFunction) -> [UInt8]? {
        KeyDerivation.tlsPRF.derive(length, from: secret, Array(label.utf8) + seed, hash: hash)
    }
}
