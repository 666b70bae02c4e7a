import COpenSSL

/// How the engine moves on after an input.
extension TLSEngine {
    /// Does whatever what has been received allows.
    func advance() {
        if case .handshaking = state { continueHandshake() }
        if case .established = state { readPlaintext() }
    }

    private func continueHandshake() {
        OpenSSLErrors.clear()
        let result = SSL_do_handshake(ssl)
        guard result != 1 else {
            completeHandshake()
            return
        }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ:
            break
        case SSL_ERROR_WANT_RETRY_VERIFY:
            guard let peerCertificate else {
                fail(TLSError(.protocolFailure, "verification was suspended without a certificate"))
                return
            }
            state = .awaitingVerdict
            outputs.append(.certificateVerdictNeeded(peerCertificate))
        default:
            fail(handshakeFailure())
        }
    }

    private func completeHandshake() {
        let handshake = TLSHandshake(of: ssl, role: context.role, identity: identity, verified: peerCertificate)
        guard let handshake else {
            fail(TLSError(.protocolFailure, "the handshake led to a version that is not supported"))
            return
        }
        state = .established
        peerCertificate = nil
        outputs.append(.handshakeCompleted(handshake))
    }

    private func handshakeFailure() -> TLSError {
        let error = Self.libraryFailure("the handshake failed")
        guard error.code != .alertReceived, let failures = peerCertificate?.failures, !failures.isEmpty else {
            return error
        }
        guard context.role == .client || context.configuration.clientCertificates == .required else { return error }
        let reasons = failures.map(\.reason).joined(separator: "; ")
        return TLSError(.certificateRejected, reasons, libraryReasons: error.libraryReasons)
    }

    private func readPlaintext() {
        var plaintext: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        reading: while true {
            OpenSSLErrors.clear()
            var count = 0
            let result = SSL_read_ex(ssl, &buffer, buffer.count, &count)
            if result == 1 {
                plaintext += buffer[..<count]
                continue
            }
            if !plaintext.isEmpty { outputs.append(.plaintext(plaintext)) }
            switch SSL_get_error(ssl, result) {
            case SSL_ERROR_WANT_READ:
                break
            case SSL_ERROR_ZERO_RETURN:
                state = .peerClosed
                outputs.append(.closed(.closeNotify))
            default:
                fail(Self.libraryFailure("what the peer sent cannot be read"))
            }
            break reading
        }
    }

    /// Takes the application's answer and goes on where the handshake was suspended.
    func answer(_ verdict: Verdict) {
        guard case .awaitingVerdict = state else { return }
        self.verdict = verdict
        state = .handshaking
        advance()
    }

    /// Ends the connection for good; an alert that OpenSSL has written remains to be sent.
    func fail(_ error: TLSError) {
        state = .ended
        outputs.append(.closed(.failed(error)))
    }

    /// The error that OpenSSL has left in its queue.
    static func libraryFailure(_ reason: String) -> TLSError {
        let entries = OpenSSLErrors.drain()
        let words = entries.map(\.words)
        guard !entries.contains(where: \.isAlert) else {
            return TLSError(.alertReceived, "the peer ended the connection with an alert", libraryReasons: words)
        }
        return TLSError(.protocolFailure, reason, libraryReasons: words)
    }
}
