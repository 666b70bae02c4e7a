import XMPPAddress
import XMPPSession

// MARK: - What the application is told

extension ConnectionDriver {
    func handle(_ event: ClientEvent) {
        if case .ended(let ending) = event, beginFallback(after: ending) { return }
        observe(.event(event))
        switch event {
        case .response(let outcome):
            if settleRequest(outcome) { return }
        case .bound(let jid), .resumed(let jid):
            reconnection?.recordEstablished()
            addressWaiters.resumeAll(with: .success(jid))
        case .acknowledged, .ended: awaitsAcknowledgement = false
        default: break
        }
        deliver(event)
    }

    /// Returns whether someone waits, or waited, for just this response.
    private func settleRequest(_ outcome: RequestOutcome) -> Bool {
        events.settle()
        if let request = requests.removeValue(forKey: outcome.id) {
            request.resume(with: outcome.result.mapError { $0 })
            return true
        }
        return abandonedRequests.remove(outcome.id) != nil
    }

    func takeEnd() throws {
        guard case .finished(let error) = phase else { return }
        phase = .finished(nil)
        if let error { throw error }
    }

    var boundJID: JID? { session.boundJID }

    /// Waits for an address.
    func establishedAddress() async throws -> JID {
        if Task.isCancelled {
            abort()
            throw CancellationError()
        }
        if let jid = session.boundJID { return jid }
        if case .finished(let error) = phase { throw error ?? LocalError.ended }
        return try await suspend { driver, continuation, id in
            driver.addressWaiters.add(continuation, id: id)
        } onCancel: { driver, id in
            driver.addressWaiters.remove(id)?.resume(throwing: CancellationError())
            driver.abort()
        }
    }
}
