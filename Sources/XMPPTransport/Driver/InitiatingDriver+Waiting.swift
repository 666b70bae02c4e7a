import XMPPAddress
import XMPPSession
import XMPPStanzas

// MARK: - Who waits for an address, a response or the end

extension InitiatingDriver {
    /// The stream is established: what went wrong before counts no more.
    func recordEstablished(_ address: JID) {
        reconnection?.recordEstablished()
        addressWaiters.resumeAll(with: .success(address))
    }

    /// Returns whether someone waits, or waited, for just this response.
    func settleRequest(_ outcome: RequestOutcome) -> Bool {
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

    /// Waits for an address.
    func establishedAddress() async throws -> JID {
        if Task.isCancelled {
            abort()
            throw CancellationError()
        }
        if let jid = session.establishedAddress { return jid }
        if case .finished(let error) = phase { throw error ?? LocalError.ended }
        return try await suspend { driver, continuation, id in
            driver.addressWaiters.add(continuation, id: id)
        } onCancel: { driver, id in
            driver.addressWaiters.remove(id)?.resume(throwing: CancellationError())
            driver.abort()
        }
    }

    /// Waits for the response to the request that the session makes, and says the `id` of.
    func request(
        _ send: @Sendable (Session, Instant) throws -> String
    ) async throws -> IQ {
        let requestID = try await handOver(send)
        return try await suspend { driver, continuation, _ in
            driver.requests[requestID] = continuation
            driver.pump()
        } onCancel: { driver, _ in
            guard let request = driver.requests.removeValue(forKey: requestID) else { return }
            driver.abandonedRequests.insert(requestID)
            request.resume(throwing: CancellationError())
        }
    }
}
