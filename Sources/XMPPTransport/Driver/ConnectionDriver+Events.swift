import XMPPAddress
import XMPPSession

// MARK: - What the application is told

extension ConnectionDriver {
    func handle(_ event: ClientEvent) {
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
        if let waiter = eventWaiters.popFirst() {
            events.settle()
            waiter.resume(returning: event)
        } else {
            events.append(event)
        }
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

    /// The next event; nil at the end.
    func nextEvent() async throws -> ClientEvent? {
        if Task.isCancelled {
            abort()
            throw CancellationError()
        }
        if let event = events.popFirst() {
            updateReading()
            return event
        }
        if case .finished(let error) = phase {
            phase = .finished(nil)
            if let error { throw error }
            return nil
        }
        return try await suspend { driver, continuation, id in
            driver.eventWaiters.add(continuation, id: id)
        } onCancel: { driver, id in
            driver.eventWaiters.remove(id)?.resume(throwing: CancellationError())
            driver.abort()
        }
    }

    /// Tells those who wait for events that there are no more, and the first of them why.
    func resumeAtEnd() {
        guard case .finished(let error) = phase, let first = eventWaiters.popFirst() else { return }
        phase = .finished(nil)
        if let error { first.resume(throwing: error) } else { first.resume(returning: nil) }
        eventWaiters.resumeAll(with: .success(nil))
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

    /// Suspends the task until someone resumes the continuation that is put somewhere by `register`. `onCancel` runs on
    /// the queue after that, and has to look whether it is still there.
    func suspend<Value: Sendable>(
        _ register: (isolated ConnectionDriver, CheckedContinuation<Value, any Error>, UInt64) -> Void,
        onCancel: @escaping @Sendable (isolated ConnectionDriver, UInt64) -> Void
    ) async throws -> Value {
        let id = makeID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { register(self, $0, id) }
        } onCancel: {
            enqueue { onCancel($0, id) }
        }
    }
}
