// OpenSSL hands out and takes memory as pointers; those of private keys stay in here.
import COpenSSL

/// A private key that decrypts the premaster secrets of static RSA key exchange (RFC 5246 §7.4.7.1).
///
/// It is never changed after it was read, and OpenSSL's keys may be used by several threads at once as long as nobody
/// changes them; hence it is Sendable.
final class RSAPrivateKey: @unchecked Sendable {
    private let key: OpaquePointer

    /// Reads a key in PEM (PKCS #1 or PKCS #8).
    ///
    /// - Throws: ``TLSSecretsError`` if there is none, if it is encrypted, or if it is not for RSA.
    init(pem: [UInt8]) throws(TLSSecretsError) {
        defer { ERR_clear_error() }
        guard let length = Int32(exactly: pem.count), let input = BIO_new_mem_buf(pem, length) else {
            throw TLSSecretsError("the private key could not be read")
        }
        defer { BIO_free(input) }
        // Without a callback OpenSSL would ask for a password on the terminal.
        guard let key = PEM_read_bio_PrivateKey(input, nil, { _, _, _, _ in -1 }, nil) else {
            throw TLSSecretsError("there is no private key in PEM that can be read without a password")
        }
        self.key = key
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA else {
            throw TLSSecretsError("the private key is not an RSA key, and others decrypt nothing")
        }
    }

    deinit { EVP_PKEY_free(key) }

    /// The premaster secret, 48 bytes; nil if it was encrypted for another key.
    func decrypt(_ encrypted: [UInt8]) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let context = EVP_PKEY_CTX_new(key, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_decrypt_init(context) == 1,
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        else { return nil }
        var count = Int(EVP_PKEY_get_size(key))
        guard count > 0 else { return nil }
        var secret = [UInt8](repeating: 0, count: count)
        guard EVP_PKEY_decrypt(context, &secret, &count, encrypted, encrypted.count) == 1, count == 48 else {
            return nil
        }
        return Array(secret.prefix(count))
    }
}
