import COpenSSL

/// Judges what a peer presents.
struct CertificateVerifier {
    let trust: TLSTrust
    /// Whom the certificate must be for; `nil` where any name will do, as for a client's.
    let reference: ReferenceIdentity?

    /// The certificate with everything that speaks against it; `nil` if there is none.
    func evaluate(_ store: OpaquePointer) -> PeerCertificate? {
        guard let leaf = X509_STORE_CTX_get0_cert(store) else { return nil }
        let presented = X509_STORE_CTX_get0_untrusted(store)
        let chain = (0..<stanzakit_x509_stack_count(presented)).compactMap {
            stanzakit_x509_stack_value(presented, $0)
        }
        guard var certificate = PeerCertificate(leaf, chain: chain) else { return nil }
        if trust.pinnedCertificates.isEmpty {
            certificate.failures = failures(of: store, names: certificate.names)
        } else if !trust.pinnedCertificates.contains(certificate.fingerprint) {
            certificate.failures = [
                PeerCertificate.Failure(
                    kind: .notPinned,
                    reason: "it is none of the pinned certificates",
                    verificationCode: X509_V_ERR_CERT_REJECTED
                )
            ]
        }
        return certificate
    }

    private func failures(of store: OpaquePointer, names: CertificateNames) -> [PeerCertificate.Failure] {
        var failures: [PeerCertificate.Failure] = []
        if X509_verify_cert(store) != 1 {
            let code = X509_STORE_CTX_get_error(store)
            failures.append(
                PeerCertificate.Failure(
                    kind: Self.kind(of: code),
                    reason: X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? "it is not trusted",
                    verificationCode: code
                )
            )
        }
        if let reference, !names.match(reference) {
            failures.append(
                PeerCertificate.Failure(
                    kind: .wrongName,
                    reason: "it is not a certificate for \(reference.domain)",
                    verificationCode: X509_V_ERR_HOSTNAME_MISMATCH
                )
            )
        }
        return failures
    }

    private static func kind(of code: Int32) -> PeerCertificate.Failure.Kind {
        switch code {
        case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: .notCurrent
        default: .untrusted
        }
    }
}
