import XMPPSession

// MARK: - Room for what the application sends

extension StreamDriver {
    private var hasRoom: Bool {
        !awaitsAcknowledgement && (link?.outgoing.count ?? 0) < buffers.outgoingBytes
    }

    /// Has the session take something as soon as there is room for it. What comes out is for the caller to pump, before
    /// it does anything else.
    func handOver<Result: Sendable>(
        _ body: @Sendable (Session, Instant) throws -> Result
    ) async throws -> Result {
        defer { releaseSender() }
        while true {
            try await waitForRoom()
            hasReleasedSender = false
            do {
                return try body(session, now)
            } catch LocalError.tooManyUnacknowledged {
                awaitsAcknowledgement = true
                link?.unacknowledgedSince = now
                timer.schedule(for: nextDeadline, now: now)
            } catch LocalError.ended where isToBeContinued {
                throw LocalError.notEstablished
            }
        }
    }

    private func waitForRoom() async throws {
        try Task.checkCancellation()
        if isFinished { throw LocalError.ended }
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
