import CBench
import XMPPSession
import XMPPTLS

/// What TLS adds to a connection that rests.
enum TLSSuite {
    static let figures = [
        idleTLS,
        idleSessions("idle-tls-session") { ($0.client, $0.tls?.client) },
        idleSessions("idle-tls-server-session") { ($0.server, $0.tls?.server) },
    ]

    private static let connectionCount = 2_000
    private static let sessionCount = 10_000

    /// Each connection has shaken hands by TLS 1.3 and read and written something; of it the client's end is kept.
    private static let idleTLS = Figure(
        name: "memory.idle-tls",
        unit: "B/connection",
        baseline: "a session that rests without TLS"
    ) { _ in
        try MemorySuite.checkHeap()
        let contexts = try TLSPair.Contexts()
        let warm = try restingClient(contexts)
        let start = heap_used_bytes()
        let clients = try (0..<connectionCount).map { _ in try restingClient(contexts) }
        let ours = withExtendedLifetime((clients, warm)) { heap_used_bytes() - start }
        let baseline = try SessionSuite.bytesOfSessions(count: connectionCount) { $0.client }
        return Measurement(
            value: Double(ours) / Double(connectionCount),
            baselineValue: Double(baseline) / Double(connectionCount)
        )
    }

    private static func restingClient(_ contexts: TLSPair.Contexts) throws -> TLSEngine {
        let pair = try contexts.pair()
        _ = try pair.carryToServer([1])
        _ = try pair.carryToClient([2])
        return pair.client
    }

    /// Each session has logged in an account of its own through TLS, with stream management, and rests; of it one end is
    /// kept, with its end of TLS.
    private static func idleSessions<Session>(
        _ name: String,
        _ end: @escaping @Sendable (SessionPair) -> (Session, TLSEngine?)
    ) -> Figure {
        Figure(name: "memory.\(name)", unit: "B/session", baseline: "the same without TLS") { _ in
            try MemorySuite.checkHeap()
            let contexts = try TLSPair.Contexts()
            let ours = try SessionSuite.bytesOfSessions(count: sessionCount, tls: contexts, end)
            let baseline = try SessionSuite.bytesOfSessions(count: sessionCount) { end($0).0 }
            return Measurement(
                value: Double(ours) / Double(sessionCount),
                baselineValue: Double(baseline) / Double(sessionCount)
            )
        }
    }
}
