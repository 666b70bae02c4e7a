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

    /// Does something with the session, and then all that this leads to.
    func perform<Result: Sendable>(
        _ body: @Sendable (ClientSession, Instant) throws -> Result
    ) throws -> Result {
        let result = try body(session, now)
        pump()
        return result
    }

    func makeStanzaID() -> String { session.makeID() }

    // MARK: Room

    private var hasRoom: Bool {
        !awaitsAcknowledgement && (link?.outgoing.count ?? 0) < configuration.buffers.outgoingBytes
    }

    /// Has the session take something as soon as there is room for it. What comes out is for the caller to pump, before
    /// it does anything else.
    private func handOver<Result: Sendable>(
        _ body: @Sendable (ClientSession, Instant) throws -> Result
    ) async throws -> Result {
        defer { releaseSender() }
        while true {
            try await waitForRoom()
            hasReleasedSender = false
            do {
                return try body(session, now)
            } catch LocalError.tooManyUnacknowledged {
                awaitsAcknowledgement = true
            }
        }
    }

    private func waitForRoom() async throws {
        try Task.checkCancellation()
        if case .finished = phase { throw LocalError.ended }
        if hasRoom, roomWaiters.isEmpty, !hasReleasedSender { return }
        try await suspend { driver, continuation, id in
            driver.roomWaiters.add(continuation, id: id)
        } onCancel: { driver, id in
            driver.roomWaiters.remove(id)?.resume(throwing: CancellationError())
        }
    }

    /// Lets the first of those go who wait for room, if there is some; the next one when that one has sent.
    func releaseSender() {
        guard !hasReleasedSender, hasRoom, let waiter = roomWaiters.popFirst() else { return }
        hasReleasedSender = true
        waiter.resume()
    }
}
