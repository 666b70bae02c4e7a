import COpenSSL

/// Reads PEM text (RFC 7468). What is returned is the caller's to free.
enum PEM {
    /// Every certificate in the text, in order; empty if one of them cannot be read.
    static func certificates(in text: [UInt8]) -> [OpaquePointer] {
        withReader(of: text) { reader in
            var certificates: [OpaquePointer] = []
            while let certificate = PEM_read_bio_X509(reader, nil, nil, nil) { certificates.append(certificate) }
            // The end of the text is reported as a missing start line; anything else is a broken certificate.
            guard OpenSSLErrors.isEndOfPEM else {
                for certificate in certificates { X509_free(certificate) }
                return []
            }
            OpenSSLErrors.clear()
            return certificates
        } ?? []
    }

    /// The private key in the text.
    static func privateKey(in text: [UInt8], passphrase: [UInt8]?) -> OpaquePointer? {
        withReader(of: text) { reader in
            guard let passphrase else {
                // Without a callback of its own OpenSSL would ask for the passphrase on the terminal.
                return PEM_read_bio_PrivateKey(reader, nil, { _, _, _, _ in -1 }, nil)
            }
            var terminated = passphrase + [0]
            defer { terminated.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
            return terminated.withUnsafeMutableBytes { PEM_read_bio_PrivateKey(reader, nil, nil, $0.baseAddress) }
        }
    }

    private static func withReader<Result>(of text: [UInt8], _ body: (OpaquePointer) -> Result?) -> Result? {
        OpenSSLErrors.clear()
        return text.withUnsafeBytes { bytes in
            guard let reader = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer { BIO_free(reader) }
            return body(reader)
        }
    }
}
