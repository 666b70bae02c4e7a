import COpenSSL

/// What a peer presented, and what was found wrong with it.
public struct PeerCertificate: Hashable, Sendable {
    /// Something that speaks against a certificate.
    public struct Failure: Hashable, Sendable {
        /// The kinds of objection.
        public enum Kind: String, Hashable, Sendable {
            /// No trusted authority vouches for it, or its chain is broken.
            case untrusted
            /// Its validity, or that of its issuer, is over or has not begun.
            case notCurrent = "not-current"
            /// It is not a certificate for the domain.
            case wrongName = "wrong-name"
            /// It is none of the pinned certificates.
            case notPinned = "not-pinned"
        }

        /// The kind of objection.
        public let kind: Kind
        /// The objection in words; OpenSSL's, where it made it.
        public let reason: String
        /// OpenSSL's number of the objection (`X509_V_ERR_…`).
        let verificationCode: Int32

        /// The objection of a number, in OpenSSL's words unless there are better ones; `nil` for `X509_V_OK`.
        init?(verificationCode: Int32, reason: String? = nil) {
            guard verificationCode != X509_V_OK else { return nil }
            switch verificationCode {
            case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: kind = .notCurrent
            case X509_V_ERR_HOSTNAME_MISMATCH: kind = .wrongName
            case X509_V_ERR_CERT_REJECTED: kind = .notPinned
            default: kind = .untrusted
            }
            let words = X509_verify_cert_error_string(Int(verificationCode)).map { String(cString: $0) }
            self.reason = reason ?? words ?? "it is not trusted"
            self.verificationCode = verificationCode
        }
    }

    /// The certificates in DER form as the peer sent them, its own first.
    public let chain: [[UInt8]]
    /// The names in the peer's own certificate.
    public let names: CertificateNames
    /// The SHA-256 digest of the peer's own certificate, as it is pinned: 32 bytes.
    public let fingerprint: [UInt8]
    /// When the validity begins, in seconds since 1970-01-01T00:00:00Z.
    public let notBefore: Int64
    /// When the validity ends, in seconds since 1970-01-01T00:00:00Z.
    public let notAfter: Int64
    /// What was found wrong, empty if nothing was. A resumed session remembers the first finding alone.
    public var failures: [Failure] = []

    /// Takes up a certificate; `nil` if OpenSSL cannot encode it.
    init?(_ certificate: OpaquePointer, chain certificates: [OpaquePointer]) {
        guard let own = Self.encoded(certificate), let digest = Self.digest(of: certificate, using: EVP_sha256()) else {
            return nil
        }
        var chain = certificates.compactMap { Self.encoded($0) }
        if chain.first != own { chain.insert(own, at: 0) }
        self.chain = chain
        names = CertificateNames(of: certificate)
        fingerprint = digest
        notBefore = Self.seconds(X509_get0_notBefore(certificate))
        notAfter = Self.seconds(X509_get0_notAfter(certificate))
    }

    private static func encoded(_ certificate: OpaquePointer) -> [UInt8]? {
        var start: UnsafeMutablePointer<UInt8>?
        let length = i2d_X509(certificate, &start)
        guard length > 0, let start else { return nil }
        defer { CRYPTO_free(start, nil, 0) }
        return Array(UnsafeBufferPointer(start: start, count: Int(length)))
    }

    static func digest(of certificate: OpaquePointer, using function: OpaquePointer?) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        guard X509_digest(certificate, function, &digest, &length) == 1 else { return nil }
        return Array(digest.prefix(Int(length)))
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        guard let epoch = ASN1_TIME_set(nil, 0) else { return 0 }
        defer { ASN1_TIME_free(epoch) }
        var (days, seconds): (Int32, Int32) = (0, 0)
        guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return 0 }
        return Int64(days) * 86_400 + Int64(seconds)
    }
}
