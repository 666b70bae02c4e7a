// OpenSSL reads and fills memory through pointers; those of HMAC stay in here.
import COpenSSL

/// HMAC (RFC 2104) with one key: what authenticates records (RFC 5246 §6.2.3.1), and what keys are derived with.
final class HMACContext {
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

    /// The MAC of some bytes and those that follow; nil only if OpenSSL fails.
    func tag(of bytes: [UInt8], _ rest: ArraySlice<UInt8> = []) -> [UInt8]? {
        guard EVP_MAC_init(context, nil, 0, nil) == 1, EVP_MAC_update(context, bytes, bytes.count) == 1 else {
            return nil
        }
        let isAdded = rest.withUnsafeBufferPointer {
            $0.isEmpty || EVP_MAC_update(context, $0.baseAddress, $0.count) == 1
        }
        guard isAdded else { return nil }
        var written = 0
        let tag = [UInt8](unsafeUninitializedCapacity: length) { output, count in
            let isDone = EVP_MAC_final(context, output.baseAddress, &written, length) == 1
            count = isDone ? written : 0
        }
        return tag.count == length ? tag : nil
    }

    /// Whether `mac` is that of the header and the content.
    func isValid(_ mac: ArraySlice<UInt8>, header: [UInt8], content: ArraySlice<UInt8>) -> Bool {
        tag(of: header, content).map(mac.elementsEqual) ?? false
    }

    /// OpenSSL's HMAC, looked up once. What it has fetched never changes and may be used by several threads; hence it is
    /// Sendable.
    private struct Algorithm: @unchecked Sendable {
        let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)
    }

    private static let hmac = Algorithm()
}
