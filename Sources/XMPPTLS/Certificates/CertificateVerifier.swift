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
            let failure = PeerCertificate.Failure(
                verificationCode: X509_V_ERR_CERT_REJECTED,
                reason: "it is none of the pinned certificates"
            )
            certificate.failures = [failure].compactMap { $0 }
        }
        return certificate
    }

    private func failures(of store: OpaquePointer, names: CertificateNames) -> [PeerCertificate.Failure] {
        let isTrusted = X509_verify_cert(store) == 1
        let code = X509_STORE_CTX_get_error(store)
        let chain = isTrusted ? X509_V_OK : code == X509_V_OK ? X509_V_ERR_UNSPECIFIED : code
        let isNamed = reference.map { names.match($0) } ?? true
        return [
            PeerCertificate.Failure(verificationCode: chain),
            PeerCertificate.Failure(
                verificationCode: isNamed ? X509_V_OK : X509_V_ERR_HOSTNAME_MISMATCH,
                reason: "it is not a certificate for \(reference?.domain ?? "the domain")"
            ),
        ].compactMap { $0 }
    }
}
