import XMPPSession

/// The way from a configuration to a connected socket, within a time.
struct ConnectionAttempt: Sendable {
    let locator: ServiceLocator
    let policy: AttemptPolicy
    let timeLimit: Duration
    /// What was tried before.
    let earlierFailures: [AttemptFailure]
    let observer: (@Sendable (ConnectionActivity) -> Void)?

    /// Locates the server and connects to it.
    ///
    /// Throws what was tried in vain; after cancellation as if the time were up.
    func run() async throws(ConnectionFailure) -> Connected {
        let failures = FailureLog(after: earlierFailures, observer: observer)
        let result = try? await withTimeLimit(timeLimit) { await connect(failures) }
        guard let result else { throw failure(.timedOut, failures) }
        return try result.get()
    }

    private func connect(_ failures: FailureLog) async -> Result<Connected, ConnectionFailure> {
        let location = await locator.locate()
        for attempt in location.failures { failures.record(attempt) }
        guard !location.endpoints.isEmpty else {
            return .failure(failure(.serviceNotOffered, failures))
        }
        observer?(.located(location.endpoints))
        let connector = Connector(resolver: locator.resolver, policy: policy) { failures.record($0) }
        guard var connected = await connector.connect(to: location.endpoints) else {
            return .failure(failure(.attemptsFailed, failures))
        }
        let place = location.endpoints.firstIndex(of: connected.endpoint.endpoint)
        connected.alternatives = place.map { Array(location.endpoints[($0 + 1)...]) } ?? []
        connected.failures = failures.recorded
        return .success(connected)
    }

    private func failure(_ reason: ConnectionFailure.Reason, _ failures: FailureLog) -> ConnectionFailure {
        ConnectionFailure(host: locator.host, reason: reason, attempts: failures.recorded)
    }
}
