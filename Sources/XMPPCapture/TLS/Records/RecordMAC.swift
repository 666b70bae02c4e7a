// OpenSSL reads and fills memory through pointers; those of record MACs stay in here.
import COpenSSL

/// The HMAC of records of one direction (RFC 5246 §6.2.3.1).
final class RecordMAC {
    private let context: OpaquePointer
    /// The length of a MAC, in bytes.
    let length: Int

    /// Makes ready for a key; nil if OpenSSL does not have the hash.
    init?(_ hash: HashFunction, key: [UInt8]) {
        guard let context = EVP_MAC_CTX_new(Self.hmac.algorithm) else { return nil }
        self.context = context
        length = hash.length
        let parameters = [OSSL_PARAM(text: hash.name, for: "digest"), OSSL_PARAM_construct_end()]
        guard EVP_MAC_init(context, key, key.count, parameters) == 1 else { return nil }
    }

    deinit { EVP_MAC_CTX_free(context) }

    /// Whether `mac` is that of the header and the content.
    func isValid(_ mac: ArraySlice<UInt8>, header: [UInt8], content: ArraySlice<UInt8>) -> Bool {
        var expected = [UInt8](repeating: 0, count: length)
        var count = 0
        guard EVP_MAC_init(context, nil, 0, nil) == 1, EVP_MAC_update(context, header, header.count) == 1 else {
            return false
        }
        let isAdded = content.withUnsafeBufferPointer {
            $0.isEmpty || EVP_MAC_update(context, $0.baseAddress, $0.count) == 1
        }
        guard isAdded, EVP_MAC_final(context, &expected, &count, length) == 1 else { return false }
        return mac.elementsEqual(expected)
    }

    /// OpenSSL's HMAC, looked up once. What it has fetched never changes and may be used by several threads; hence it is
    /// Sendable.
    private struct Algorithm: @unchecked Sendable {
        let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)
    }

    private static let hmac = Algorithm()
}
