import XMPPSession

// MARK: - The next place, where TLS does not begin the connection as it should (RFC 6120 §3.2.1, XEP-0368 §3)

extension ConnectionDriver {
    /// Takes up that a session has ended; returns whether there is another place to try, so that this is no end yet.
    ///
    /// A certificate that is not accepted is an answer, and no place that does not work.
    func beginFallback(after ending: Ending) -> Bool {
        guard !isClosing, handshake == nil, let endpoint, endpoint.endpoint.usesDirectTLS else { return false }
        switch ending.cause {
        case .tlsFailed, .transportClosed, .timedOut(.tlsHandshake): break
        default: return false
        }
        let isAddress = endpoint.endpoint.host == endpoint.address.host
        let target = isAddress ? "\(endpoint.endpoint)" : "\(endpoint.endpoint) (\(endpoint.address.host))"
        let failure = AttemptFailure(target, ending.description, hasReachedTLS: true)
        failedAttempts.append(failure)
        observe(.attemptFailed(failure))
        isFallingBack = !alternatives.isEmpty
        return isFallingBack
    }

    /// Connects to the next place with a session that takes over from the one before, of which nobody has heard.
    func fallBack(after ending: Ending) {
        isFallingBack = false
        guard !isClosing else {
            handle(.ended(ending))
            proceed()
            return
        }
        var next = configuration.session
        next.resumption = ending.resumption
        var generator = SystemRandomNumberGenerator()
        session = ClientSession(next, using: &generator, now: now)
        beginConnecting(with: ServiceLocator(locator, alternatives: alternatives))
    }

    /// That TLS has failed in more places than one; nil if it has not.
    var handshakesFailure: ConnectionFailure? {
        guard failedAttempts.count(where: \.hasReachedTLS) > 1 else { return nil }
        return ConnectionFailure(host: locator.host, reason: .attemptsFailed, attempts: failedAttempts)
    }
}
