// OpenSSL takes keys and seeds as pointers; those of the key derivation stay in here.
import COpenSSL

/// The key derivations of TLS.
enum KeySchedule {
    /// HKDF-Expand-Label with an empty context (RFC 8446 §7.1); nil only if OpenSSL fails.
    static func expand(_ secret: [UInt8], _ label: String, length: Int, hash: HashFunction) -> [UInt8]? {
        let name = Array("tls13 \(label)".utf8)
        let info = [UInt8(length >> 8 & 0xff), UInt8(length & 0xff), UInt8(name.count & 0xff)] + name + [0]
        return derive(EVP_PKEY_HKDF, length: length) { context in
            EVP_PKEY_CTX_set_hkdf_mode(context, EVP_KDF_HKDF_MODE_EXPAND_ONLY) == 1
                && EVP_PKEY_CTX_set_hkdf_md(context, hash.implementation) == 1
                && EVP_PKEY_CTX_set1_hkdf_key(context, secret, Int32(truncatingIfNeeded: secret.count)) == 1
                && EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(truncatingIfNeeded: info.count)) == 1
        }
    }

    /// The PRF of TLS 1.2 and before (RFC 5246 §5); nil only if OpenSSL fails.
    static func prf(_ secret: [UInt8], _ label: String, seed: [UInt8], length: Int, hash: HashFunction) -> [UInt8]? {
        let seed = Array(label.utf8) + seed
        return derive(EVP_PKEY_TLS1_PRF, length: length) { context in
            EVP_PKEY_CTX_set_tls1_prf_md(context, hash.implementation) == 1
                && EVP_PKEY_CTX_set1_tls1_prf_secret(context, secret, Int32(truncatingIfNeeded: secret.count)) == 1
                && EVP_PKEY_CTX_add1_tls1_prf_seed(context, seed, Int32(truncatingIfNeeded: seed.count)) == 1
        }
    }

    private static func derive(_ algorithm: Int32, length: Int, configure: (OpaquePointer) -> Bool) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let context = EVP_PKEY_CTX_new_id(algorithm, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_derive_init(context) == 1, configure(context) else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        var count = length
        guard EVP_PKEY_derive(context, &bytes, &count) == 1, count == length else { return nil }
        return bytes
    }
}
