import XMPPSession

// MARK: - The next place, where TLS does not begin the connection as it should (RFC 6120 §3.2.1, XEP-0368 §3)

extension InitiatingDriver {
    /// Takes up that a session has ended; returns whether there is another place to try, so that this is no end yet.
    ///
    /// A certificate that is not accepted is an answer, and no place that does not work.
    func beginFallback(after ending: Ending) -> Bool {
        guard !isClosing, link != nil, handshake == nil, let endpoint, endpoint.endpoint.usesDirectTLS else {
            return false
        }
        switch ending.cause {
        case .tlsFailed, .transportClosed, .timedOut(.tlsHandshake): break
        default: return false
        }
        let isAddress = endpoint.endpoint.host == endpoint.address.host
        let target = isAddress ? "\(endpoint.endpoint)" : "\(endpoint.endpoint) (\(endpoint.address.host))"
        let failure = AttemptFailure(target, ending.description, hasReachedTLS: true)
        search.failedAttempts.append(failure)
        observe(.attemptFailed(failure))
        search.isFallingBack = !search.alternatives.isEmpty
        return search.isFallingBack
    }

    /// Connects to the next place with a session that takes over from the one before, of which nobody has heard.
    func fallBack(after ending: Ending) {
        search.isFallingBack = false
        guard !isClosing else {
            report(ending)
            proceed()
            return
        }
        session = makeSession(resuming: ending.resumption, at: now)
        connect(with: ServiceLocator(search.locator, alternatives: search.alternatives))
    }

    /// That TLS has failed in more places than one; nil if it has not.
    var handshakesFailure: ConnectionFailure? {
        guard search.failedAttempts.count(where: \.hasReachedTLS) > 1 else { return nil }
        return ConnectionFailure(host: search.locator.host, reason: .attemptsFailed, attempts: search.failedAttempts)
    }
}
