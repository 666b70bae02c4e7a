import COpenSSL

/// What the engine does when OpenSSL asks it in the middle of a handshake.
extension TLSEngine {
    /// Judges the peer's certificate: 1 to go on, 0 to fail.
    func verifyCertificate(_ store: OpaquePointer) -> Int32 {
        if verdict == nil {
            let verifier = CertificateVerifier(trust: context.configuration.trust, reference: reference)
            peerCertificate = verifier.evaluate(store)
        }
        guard let peerCertificate else { return 0 }
        // Kept even where the certificate is let through: a session resumed later must not look better than this.
        let finding = peerCertificate.failures.first?.verificationCode ?? X509_V_OK
        X509_STORE_CTX_set_error(store, finding)
        if finding == X509_V_OK || verdict == .accepted { return 1 }
        switch (context.role, context.configuration.clientCertificates, context.configuration.trust.onFailure) {
        case (.client, _, .askApplication) where verdict == nil:
            // Suspends the handshake where OpenSSL can do that, and fails it where not.
            return stanzakit_ssl_suspend_verification(ssl)
        case (.server, .requested, _):
            return 1
        case (.client, _, _), (.server, _, _):
            return 0
        }
    }

    /// Makes this side who it is, unless it is nobody.
    func useIdentity() -> Bool {
        identity?.use(for: ssl) ?? true
    }

    /// Who this side is: for a server, whom the client asked for if possible.
    var identity: TLSIdentity? {
        let identities = context.configuration.identities
        let requested = context.role == .server ? TLSHandshake.serverName(of: ssl) : nil
        let fitting = requested.flatMap { name in identities.first { $0.names.match(serverName: name) } }
        return fitting ?? identities.first
    }

    /// Where in the client's ALPN list the protocol stands that this side prefers; `nil` if there is none in common.
    func protocolRange(in offer: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var offered: [Range<Int>] = []
        var position = 0
        while position < offer.count {
            let start = position + 1
            let end = start + Int(offer[position])
            guard end <= offer.count else { return nil }
            offered.append(start..<end)
            position = end
        }
        for preferred in context.configuration.applicationProtocols {
            if let range = offered.first(where: { offer[$0].elementsEqual(preferred.utf8) }) { return range }
        }
        return nil
    }

    /// Hands out a session for resumption.
    func take(session: OpaquePointer) {
        guard let reference else { return }
        var start: UnsafeMutablePointer<UInt8>?
        let length = i2d_SSL_SESSION(session, &start)
        guard length > 0, let start else { return }
        defer { CRYPTO_clear_free(start, Int(length), nil, 0) }
        let encoded = Array(UnsafeBufferPointer(start: start, count: Int(length)))
        outputs.append(.session(TLSSession(domain: reference.domain, encoded: encoded)))
    }

    /// Hands out a line of the key log.
    func take(keyLogLine line: String) {
        outputs.append(.keyLog(line))
    }

    /// Offers an earlier session; one that cannot be read is left out, which costs a full handshake.
    func resume(_ session: TLSSession) {
        session.encoded.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            guard let decoded = d2i_SSL_SESSION(nil, &start, bytes.count) else { return }
            SSL_set_session(ssl, decoded)
            SSL_SESSION_free(decoded)
        }
        OpenSSLErrors.clear()
    }
}
