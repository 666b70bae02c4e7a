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
}
