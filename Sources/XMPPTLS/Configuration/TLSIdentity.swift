import COpenSSL

/// A certificate with its chain and its private key: who this side is.
///
/// OpenSSL counts references to the objects inside and nothing changes them once they are read: hence `@unchecked`.
public final class TLSIdentity: @unchecked Sendable {
    let certificate: OpaquePointer
    let privateKey: OpaquePointer
    /// The certificates between this one and an authority, nearest first: a stack owned here.
    let intermediates: OpaquePointer
    /// The certificate's names, by which a server picks the identity that a client asks for.
    public let names: CertificateNames

    /// Reads an identity from PEM text.
    ///
    /// - Parameters:
    ///   - certificateChain: The certificate first, then its intermediates in order.
    ///   - privateKey: The key, encrypted or not.
    ///   - passphrase: What decrypts the key, if it is encrypted.
    ///
    /// Throws ``TLSError/Code/invalidConfiguration`` for text that cannot be read and for a key of another
    /// certificate.
    public init(
        certificateChain: [UInt8],
        privateKey: [UInt8],
        passphrase: [UInt8]? = nil
    ) throws(TLSError) {
        guard let key = PEM.privateKey(in: privateKey, passphrase: passphrase) else {
            throw OpenSSLErrors.configurationError("the private key cannot be read")
        }
        var owned = PEM.certificates(in: certificateChain)[...]
        guard let leaf = owned.popFirst() else {
            EVP_PKEY_free(key)
            throw OpenSSLErrors.configurationError("there is no certificate in the chain")
        }
        let stack = stanzakit_x509_stack_new()
        let isComplete = owned.allSatisfy { stanzakit_x509_stack_push(stack, $0) == 1 }
        for certificate in owned { X509_free(certificate) }
        guard let stack, isComplete, X509_check_private_key(leaf, key) == 1 else {
            stanzakit_x509_stack_free(stack)
            X509_free(leaf)
            EVP_PKEY_free(key)
            throw OpenSSLErrors.configurationError("the private key is not the certificate's")
        }
        certificate = leaf
        self.privateKey = key
        intermediates = stack
        names = CertificateNames(of: leaf)
    }

    /// Takes over a certificate without intermediates, and its key; nil, and both are still the caller's, if there is no
    /// memory.
    init?(certificate: OpaquePointer, privateKey: OpaquePointer) {
        guard let stack = stanzakit_x509_stack_new() else { return nil }
        self.certificate = certificate
        self.privateKey = privateKey
        intermediates = stack
        names = CertificateNames(of: certificate)
    }

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(privateKey)
        stanzakit_x509_stack_free(intermediates)
    }

    /// Makes this the identity of one connection.
    func use(for ssl: OpaquePointer) -> Bool {
        SSL_use_certificate(ssl, certificate) == 1
            && SSL_use_PrivateKey(ssl, privateKey) == 1
            && stanzakit_ssl_set_chain(ssl, intermediates) == 1
    }
}
