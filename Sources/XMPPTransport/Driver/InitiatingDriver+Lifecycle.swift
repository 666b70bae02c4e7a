import XMPPSession

// MARK: - From the first connection to the end

extension InitiatingDriver {
    func begin() {
        timer.handler = { [weak self] in self?.assumeIsolated { $0.fireTimer() } }
        look(with: makeLocator(redirectedTo: nil))
    }

    // MARK: Connecting

    /// Looks for the server, and connects to it.
    private func look(with locator: ServiceLocator) {
        search = ServerSearch(locator)
        connect(with: locator)
    }

    func connect(with locator: ServiceLocator) {
        search.failure = nil
        let id = makeID()
        let attempt = ConnectionAttempt(
            locator: locator,
            policy: attemptPolicy,
            timeLimit: connectingTime,
            earlierFailures: search.failedAttempts,
            observer: observer.map { _ in
                { @Sendable [weak self] activity in self?.enqueue { $0.observe(activity) } }
            }
        )
        phase = .connecting(
            Task { [weak self] in
                let result: Result<Connected, ConnectionFailure>
                do throws(ConnectionFailure) {
                    result = .success(try await attempt.run())
                } catch {
                    result = .failure(error)
                }
                await self?.finishConnecting(id, result)
            })
        search.attemptID = id
    }

    func beginConnecting(_ attempt: Reconnection.Attempt) {
        look(with: makeLocator(redirectedTo: attempt.host))
    }

    private func finishConnecting(_ id: UInt64, _ result: Result<Connected, ConnectionFailure>) {
        guard case .connecting = phase, search.attemptID == id else { return }
        phase = .linked
        switch result {
        case .success(let connected):
            search.alternatives = connected.alternatives
            search.failedAttempts = connected.failures
            establish(makeLink(id: id, connected.socket), connected.endpoint)
        case .failure(let failure): report(failure)
        }
        pump()
    }

    private func establish(_ link: Link, _ endpoint: ConnectedEndpoint) {
        self.link = link
        self.endpoint = endpoint
        handshake = nil
        observe(.connected(endpoint))
        do throws(LocalError) {
            try beginSession(at: endpoint.endpoint)
        } catch {
            session.transportClosed(.closed("\(error)"), now: now)
            closeLink()
        }
    }

    private func report(_ failure: ConnectionFailure) {
        search.failure = failure
        if failure.reason == .timedOut { session.timeout(now: max(now, session.deadline ?? now)) }
        session.transportClosed(.closed(failure.description), now: now)
    }

    // MARK: After a session

    /// The policy is asked without being told, since it decides when the link is closed.
    var isToBeContinued: Bool {
        guard !isClosing, let ending = session.ending else { return false }
        if search.isFallingBack { return true }
        guard var reconnection else { return false }
        var generator = SystemRandomNumberGenerator()
        return if case .connect = reconnection.next(after: ending, using: &generator) { true } else { false }
    }

    /// The session has ended and its link is closed: begins another one, or comes to the end.
    func proceed() {
        guard case .linked = phase, let ending = session.ending else { return }
        if search.isFallingBack {
            fallBack(after: ending)
            return
        }
        guard !isClosing, var reconnection else {
            finish(after: ending)
            return
        }
        var generator = SystemRandomNumberGenerator()
        let step = reconnection.next(after: ending, using: &generator)
        self.reconnection = reconnection
        switch step {
        case .stop: finish(after: ending)
        case .connect(let attempt): delay(attempt)
        }
    }

    /// Makes the next session at once, so that what the application sends can be added to what is to be resumed.
    private func delay(_ attempt: Reconnection.Attempt) {
        let until = now.advanced(by: attempt.delay)
        session = makeSession(resuming: attempt.resumption, at: until)
        phase = .delaying(until: until, attempt)
        observe(.reconnecting(after: attempt.delay))
    }

    private func finish(after ending: Ending) {
        switch ending.cause {
        case .closed, .givenUp, .accountRemoved: finish(nil)
        default: finish((search.failure ?? handshakesFailure).map { .unreachable($0) } ?? .ended(ending))
        }
    }

    private func finish(_ error: ConnectionError?) {
        phase = .finished(error)
        if !eventWaiters.isEmpty { resumeAtEnd() }
        addressWaiters.resumeAll(with: .failure(error ?? LocalError.ended))
        roomWaiters.resumeAll(with: .failure(LocalError.ended))
        let requests = self.requests
        self.requests = [:]
        abandonedRequests = []
        for request in requests.values { request.resume(throwing: RequestOutcome.Failure.streamEnded) }
        closeWaiters.resumeAll(with: .success(()))
    }

    // MARK: At the application's wish

    func closeSession() {
        try? session.close(now: now)
        leavePhase()
    }

    /// Gives up what is going on without a link.
    private func leavePhase() {
        switch phase {
        case .connecting(let task):
            task.cancel()
            phase = .linked
        case .delaying: phase = .linked
        case .linked, .finished: break
        }
    }
}
