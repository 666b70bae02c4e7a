import COpenSSL

/// The hash functions that SASL mechanisms are built from.
public enum HashFunction: Sendable, Hashable, CaseIterable {
    /// SHA-1, for SCRAM-SHA-1 (RFC 5802).
    case sha1
    /// SHA-256, for SCRAM-SHA-256 (RFC 7677) and the HT-SHA-256 family.
    case sha256
    /// SHA-512, for SCRAM-SHA-512.
    case sha512
    /// SHA3-512, for SCRAM-SHA3-512.
    case sha3512

    /// The size of a digest in bytes: 20, 32 or 64.
    public var digestLength: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha512, .sha3512: 64
        }
    }

    /// The digest of the message.
    ///
    /// Throws ``SASLError/Code/cryptographyUnavailable`` where the library's configuration forbids the function.
    public func digest(_ message: [UInt8]) throws(SASLError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestLength)
        let succeeded = EVP_Digest(message, message.count, &digest, nil, evp, nil)
        guard succeeded == 1 else { throw .cryptographyUnavailable }
        return digest
    }

    /// HMAC (RFC 2104) of the message under the key.
    ///
    /// Throws ``SASLError/Code/cryptographyUnavailable`` where the library's configuration forbids the function.
    public func authenticationCode(for message: [UInt8], key: Secret) throws(SASLError) -> Secret {
        var code = [UInt8](repeating: 0, count: digestLength)
        let done = key.withBytes { key in
            HMAC(evp, key.baseAddress, Int32(clamping: key.count), message, message.count, &code, nil) != nil
        }
        defer { wipe(&code) }
        guard done else { throw .cryptographyUnavailable }
        return Secret(code)
    }

    /// `Hi()` of RFC 5802 §2.2: PBKDF2 with HMAC (RFC 8018 §5.2), one digest long.
    ///
    /// The time taken is proportional to `iterations`, which must be at least 1: bound it before calling.
    /// Throws ``SASLError/Code/cryptographyUnavailable`` where the library's configuration forbids the function.
    public func saltedPassword(_ password: Secret, salt: [UInt8], iterations: Int) throws(SASLError) -> Secret {
        var key = [UInt8](repeating: 0, count: digestLength)
        defer { wipe(&key) }
        let succeeded = password.withBytes { password in
            PKCS5_PBKDF2_HMAC(
                password.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(clamping: password.count),
                salt,
                Int32(clamping: salt.count),
                Int32(clamping: iterations),
                evp,
                Int32(key.count),
                &key
            )
        }
        guard succeeded == 1 else { throw .cryptographyUnavailable }
        return Secret(key)
    }

    private var evp: OpaquePointer? {
        switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha512: EVP_sha512()
        case .sha3512: EVP_sha3_512()
        }
    }
}

/// Overwrites what an array holds before its memory is given back.
func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
}
