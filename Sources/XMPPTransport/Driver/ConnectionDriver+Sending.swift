import XMLStream
import XMPPSession
import XMPPStanzas

// MARK: - What the application sends

extension ConnectionDriver {
    /// Sends a stanza when there is room; returns its number.
    func send(_ element: Element, timeout: Duration?) async throws -> UInt64 {
        let number = try await handOver { session, now in try session.send(element, timeout: timeout, now: now) }
        pump()
        return number
    }

    /// Sends a request when there is room, and waits for its response.
    func request(_ element: Element, id: String, timeout: Duration?) async throws -> IQ {
        try await request { session, now in
            _ = try session.send(element, timeout: timeout, now: now)
            return id
        }
    }

    /// Waits for the response to the request that the session makes, and says the `id` of.
    func request(
        _ send: @Sendable (ClientSession, Instant) throws -> String
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

    func makeStanzaID() -> String { session.makeID() }
}
