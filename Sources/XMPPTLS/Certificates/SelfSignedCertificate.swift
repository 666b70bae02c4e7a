import COpenSSL

/// A certificate that nobody but its own key vouches for (RFC 5280), while it is being made.
struct SelfSignedCertificate {
    /// How long before it is made its validity begins, in seconds: clocks differ.
    private static let leeway = 3600
    private static let secondsPerDay = 86_400

    private let certificate: OpaquePointer
    private let key: OpaquePointer

    /// Makes a certificate with a key on P-256; both are the caller's to free. Nil where OpenSSL cannot.
    static func make(for names: [String], days: Int) -> (certificate: OpaquePointer, key: OpaquePointer)? {
        guard let key = stanzakit_p256_key_new() else { return nil }
        guard let certificate = X509_new() else {
            EVP_PKEY_free(key)
            return nil
        }
        let unfinished = SelfSignedCertificate(certificate: certificate, key: key)
        guard unfinished.fill(days: days), unfinished.add(names), unfinished.sign() else {
            X509_free(certificate)
            EVP_PKEY_free(key)
            return nil
        }
        return (certificate, key)
    }

    private func fill(days: Int) -> Bool {
        let version3 = 2
        // A number that no other certificate of the same issuer has (RFC 5280 §4.1.2.2): 63 random bits.
        let serial = UInt64.random(in: 1...UInt64(Int64.max))
        return X509_set_version(certificate, version3) == 1
            && ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial) == 1
            && X509_gmtime_adj(X509_getm_notBefore(certificate), -Self.leeway) != nil
            && X509_gmtime_adj(X509_getm_notAfter(certificate), days * Self.secondsPerDay) != nil
            && X509_set_pubkey(certificate, key) == 1
    }

    /// Adds subject alternative names. The subject stays empty, so they are critical (RFC 5280 §4.2.1.6).
    private func add(_ names: [String]) -> Bool {
        guard let list = GENERAL_NAMES_new() else { return false }
        defer { GENERAL_NAMES_free(list) }
        for name in names {
            guard let entry = Self.entry(name) else { return false }
            guard stanzakit_general_names_push(list, entry) == 1 else {
                GENERAL_NAME_free(entry)
                return false
            }
        }
        let isCritical: Int32 = 1
        return X509_add1_ext_i2d(
            certificate, NID_subject_alt_name, UnsafeMutableRawPointer(list), isCritical, UInt(X509V3_ADD_DEFAULT)) == 1
    }

    private static func entry(_ name: String) -> UnsafeMutablePointer<GENERAL_NAME>? {
        guard let entry = GENERAL_NAME_new() else { return nil }
        if let address = IPAddress.bytes(of: name) {
            if let octets = ASN1_OCTET_STRING_new(), ASN1_OCTET_STRING_set(octets, address, Int32(address.count)) == 1 {
                GENERAL_NAME_set0_value(entry, GEN_IPADD, octets)
                return entry
            }
        } else if let text = ASN1_IA5STRING_new() {
            let bytes = Array(name.utf8)
            if ASN1_STRING_set(text, bytes, Int32(clamping: bytes.count)) == 1 {
                GENERAL_NAME_set0_value(entry, GEN_DNS, text)
                return entry
            }
        }
        GENERAL_NAME_free(entry)
        return nil
    }

    private func sign() -> Bool { X509_sign(certificate, key, EVP_sha256()) > 0 }
}

extension TLSIdentity {
    /// Makes an identity that nobody vouches for, for tests and first steps: a fresh key on P-256, and a certificate for
    /// `names` that is valid from an hour ago.
    ///
    /// A client accepts it that has its ``certificatePEM`` as its only authority (``TLSTrust/Anchors/pem(_:)``).
    ///
    /// - Parameters:
    ///   - names: Whom it is for: 1 to 100 domain names of A-labels, with a wildcard as their left-most label or not, or IP
    ///     addresses.
    ///   - days: How long it is valid, from 1 to 398.
    ///
    /// Throws ``TLSError/Code/invalidConfiguration`` for other names and times.
    public static func selfSigned(for names: [String], days: Int = 30) throws(TLSError) -> TLSIdentity {
        guard 1...100 ~= names.count, names.allSatisfy({ DNSName.isPresentable($0) || IPAddress.bytes(of: $0) != nil })
        else {
            throw TLSError(.invalidConfiguration, "a certificate is for 1 to 100 domain names or IP addresses")
        }
        guard 1...398 ~= days else {
            throw TLSError(.invalidConfiguration, "a certificate is valid for 1 to 398 days")
        }
        OpenSSLErrors.clear()
        guard let made = SelfSignedCertificate.make(for: names, days: days) else {
            throw OpenSSLErrors.configurationError("the certificate cannot be made")
        }
        guard let identity = TLSIdentity(certificate: made.certificate, privateKey: made.key) else {
            X509_free(made.certificate)
            EVP_PKEY_free(made.key)
            throw OpenSSLErrors.configurationError("the certificate cannot be made")
        }
        return identity
    }

    /// The certificate alone as PEM text, such as to be trusted by a client; empty if OpenSSL has no memory for it.
    public var certificatePEM: [UInt8] {
        guard let writer = BIO_new(BIO_s_mem()) else { return [] }
        defer { BIO_free(writer) }
        guard PEM_write_bio_X509(writer, certificate) == 1 else { return [] }
        var text = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(writer)))
        let count = BIO_read(writer, &text, Int32(clamping: text.count))
        return Array(text.prefix(max(0, Int(count))))
    }
}
