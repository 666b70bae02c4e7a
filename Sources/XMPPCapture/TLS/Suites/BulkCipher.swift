import COpenSSL

/// A cipher for records, with what TLS fixes about its use.
struct BulkCipher: Sendable, Equatable {
    /// How a cipher protects a record.
    enum Mode: Sendable, Equatable {
        /// RFC 5288 §3: in TLS 1.2 a part of the nonce is in the record.
        case gcm
        /// RFC 6655 §3: as GCM, with a tag of 16 or, for the suites named `CCM_8`, 8 bytes.
        case ccm
        /// RFC 7905 §2: the nonce is made of the record's number.
        case chachaPoly
        /// RFC 5246 §6.2.3.2: with a MAC of its own.
        case cbc
    }

    let name: String
    let mode: Mode
    /// In bytes.
    let keyLength: Int
    /// How many bytes an AEAD adds; 0 for CBC.
    let tagLength: Int
    /// In bytes; it matters to CBC alone.
    let blockLength: Int

    /// A cipher by its name in those of suites, without the hash; nil for one that is not supported.
    init?(name: String) {
        guard let cipher = Self.all.first(where: { $0.name == name }) else { return nil }
        self = cipher
    }

    private init(_ name: String, _ mode: Mode, key: Int, tag: Int = 0, block: Int = 16) {
        self.name = name
        self.mode = mode
        keyLength = key
        tagLength = tag
        blockLength = block
    }

    private static let all = [
        BulkCipher("AES_128_GCM", .gcm, key: 16, tag: 16),
        BulkCipher("AES_256_GCM", .gcm, key: 32, tag: 16),
        BulkCipher("CHACHA20_POLY1305", .chachaPoly, key: 32, tag: 16),
        BulkCipher("AES_128_CCM", .ccm, key: 16, tag: 16),
        BulkCipher("AES_256_CCM", .ccm, key: 32, tag: 16),
        BulkCipher("AES_128_CCM_8", .ccm, key: 16, tag: 8),
        BulkCipher("AES_256_CCM_8", .ccm, key: 32, tag: 8),
        BulkCipher("AES_128_CBC", .cbc, key: 16),
        BulkCipher("AES_256_CBC", .cbc, key: 32),
        BulkCipher("CAMELLIA_128_CBC", .cbc, key: 16),
        BulkCipher("CAMELLIA_256_CBC", .cbc, key: 32),
        BulkCipher("3DES_EDE_CBC", .cbc, key: 24, block: 8),
    ]

    /// OpenSSL's implementation.
    var implementation: OpaquePointer? { Self.implementations[name]?.cipher }

    private static let implementations = [
        "AES_128_GCM": Implementation("AES-128-GCM"),
        "AES_256_GCM": Implementation("AES-256-GCM"),
        "CHACHA20_POLY1305": Implementation("ChaCha20-Poly1305"),
        "AES_128_CCM": Implementation("AES-128-CCM"),
        "AES_256_CCM": Implementation("AES-256-CCM"),
        "AES_128_CCM_8": Implementation("AES-128-CCM"),
        "AES_256_CCM_8": Implementation("AES-256-CCM"),
        "AES_128_CBC": Implementation("AES-128-CBC"),
        "AES_256_CBC": Implementation("AES-256-CBC"),
        "CAMELLIA_128_CBC": Implementation("CAMELLIA-128-CBC"),
        "CAMELLIA_256_CBC": Implementation("CAMELLIA-256-CBC"),
        "3DES_EDE_CBC": Implementation("DES-EDE3-CBC"),
    ]

    /// A cipher of OpenSSL's, looked up once and not for every key. What it has fetched never changes and may be used by
    /// several threads; hence it is Sendable.
    private struct Implementation: @unchecked Sendable {
        let cipher: OpaquePointer?

        init(_ name: String) {
            cipher = EVP_CIPHER_fetch(nil, name, nil)
            ERR_clear_error()
        }
    }
}
