// OpenSSL takes names, keys and seeds as pointers; those of the key derivation stay in here.
import COpenSSL

/// A key derivation function of OpenSSL, looked up once: to do so for each key took longer than to derive it.
///
/// What OpenSSL has fetched never changes and may be used by several threads; hence it is Sendable.
struct KeyDerivation: @unchecked Sendable {
    /// The PRF of TLS 1.2 and before (RFC 5246 §5).
    static let tlsPRF = KeyDerivation("TLS1-PRF")

    private let algorithm: OpaquePointer?

    private init(_ name: String) {
        algorithm = EVP_KDF_fetch(nil, name, nil)
    }

    /// Derives so many bytes; nil only if OpenSSL fails.
    func derive(_ length: Int, from secret: [UInt8], _ seed: [UInt8], hash: HashFunction) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let context = EVP_KDF_CTX_new(algorithm) else { return nil }
        defer { EVP_KDF_CTX_free(context) }
        var (secret, seed) = (secret, seed)
        var isDerived = false
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { output, count in
            secret.withUnsafeMutableBytes { secret in
                seed.withUnsafeMutableBytes { seed in
                    let parameters = [
                        OSSL_PARAM(octets: secret, for: "secret"), OSSL_PARAM(octets: seed, for: "seed"),
                        OSSL_PARAM(text: hash.name, for: "digest"), OSSL_PARAM_construct_end(),
                    ]
                    isDerived = EVP_KDF_derive(context, output.baseAddress, length, parameters) == 1
                }
            }
            count = isDerived ? length : 0
        }
        return isDerived ? bytes : nil
    }
}

extension OSSL_PARAM {
    /// A text for a parameter. OpenSSL keeps pointers to both, so that they have to be static.
    init(text: StaticString, for name: StaticString) {
        self = OSSL_PARAM_construct_utf8_string(name.characters, UnsafeMutablePointer(mutating: text.characters), 0)
    }

    /// Bytes for a parameter, which have to stay there as long as it is used.
    fileprivate init(octets: UnsafeMutableRawBufferPointer, for name: StaticString) {
        self = OSSL_PARAM_construct_octet_string(name.characters, octets.baseAddress, octets.count)
    }
}

extension StaticString {
    /// Its characters, which a zero ends, for as long as the program runs.
    fileprivate var characters: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
