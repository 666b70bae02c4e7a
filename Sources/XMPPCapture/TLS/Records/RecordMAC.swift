// OpenSSL reads and fills memory through pointers; those of record MACs stay in here.
import COpenSSL

/// The HMAC of records of one direction (RFC 5246 §6.2.3.1).
final class RecordMAC {
    private let context: OpaquePointer
    /// The length of a MAC, in bytes.
    let length: Int

    /// Makes ready for a key; nil if OpenSSL does not have the hash.
    init?(_ hash: HashFunction, key: [UInt8]) {
        guard let algorithm = EVP_MAC_fetch(nil, "HMAC", nil) else { return nil }
        defer { EVP_MAC_free(algorithm) }
        guard let context = EVP_MAC_CTX_new(algorithm) else { return nil }
        self.context = context
        length = hash.length
        var name = Array(hash.name.utf8CString)
        let isReady = name.withUnsafeMutableBufferPointer { name in
            var parameters = [
                OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.baseAddress, 0),
                OSSL_PARAM_construct_end(),
            ]
            return EVP_MAC_init(context, key, key.count, &parameters) == 1
        }
        guard isReady else { return nil }
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
}
