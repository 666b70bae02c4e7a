import CBench
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPSession

/// What sessions cost: heap while they rest, processor time while they log in and while stanzas pass.
enum SessionSuite {
    static let figures = [
        idleSessions("idle-session", \.client), idleSessions("idle-server-session", \.server), scramLogin, messages,
    ]

    // MARK: Idle sessions

    private static let sessionCount = 10_000
    private static let header = """
        <?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
        id='s1' from='example.com' version='1.0'>
        """

    /// Each session has logged in an account of its own, with stream management, and rests.
    private static func idleSessions<Session>(
        _ name: String,
        _ end: KeyPath<SessionPair, Session> & Sendable
    ) -> Figure {
        Figure(name: "memory.\(name)", unit: "B/session", baseline: "the parser alone that each of them has") { _ in
            try MemorySuite.checkHeap()
            let bytes = try bytesOfSessions(count: sessionCount) { $0[keyPath: end] }
            let parsers = try MemorySuite.bytesOfStreams([UInt8](header.utf8), stanzas: 0)
            return Measurement(
                value: Double(bytes) / Double(sessionCount),
                baselineValue: Double(parsers) / Double(MemorySuite.streamCount)
            )
        }
    }

    /// What so many sessions hold of which one end is kept, through TLS if there are contexts for it.
    static func bytesOfSessions<Session>(
        count: Int, tls: TLSPair.Contexts? = nil, _ end: (SessionPair) -> Session
    ) throws -> Int {
        let context = try SessionPair.context([.plain], usesTLS: tls != nil)
        let keys = try SessionPair.keys(iterations: 1)
        func kept(_ number: Int) throws -> Session {
            end(try SessionPair(number, context: context, keys: keys, tls: tls?.pair()))
        }
        let first = try kept(0)
        let start = heap_used_bytes()
        let sessions = try (1...count).map { try kept($0) }
        return withExtendedLifetime((first, sessions)) { heap_used_bytes() - start }
    }

    // MARK: Logins

    private static let iterations = 10_000
    private static let logins = 20

    /// Both sides of logins by SCRAM-SHA-256, up to a stream that can be resumed.
    private static let scramLogin = Figure(
        name: "login.scram",
        unit: "ms/login",
        baseline: "PBKDF2 alone, of \(iterations) iterations"
    ) { settings in
        let keys = try SessionPair.keys(iterations: iterations)
        let context = try SessionPair.context([.scramSHA256])
        let (password, salt) = (Array(SessionPair.password.utf8), keys.salt)
        let seconds = try Clock.medians(rounds: settings.rounds, slices: logins) { number in
            _ = try SessionPair(number, context: context, keys: keys)
        } baseline: { _ in
            var key = [UInt8](repeating: 0, count: 32)
            guard
                baseline_pbkdf2_sha256(password, password.count, salt, salt.count, Int32(iterations), &key)
            else { throw Trouble.failed("OpenSSL does not derive keys") }
        }
        let scale = 1e3 / Double(logins)
        return Measurement(value: seconds.ours * scale, baselineValue: seconds.baseline * scale)
    }

    // MARK: Stanzas

    private static let messageCount = 20_000

    /// Messages from a client to its server, one at a time, with acknowledgements as the policies have them.
    private static let messages = Figure(
        name: "pair.messages",
        unit: "µs/message",
        baseline: "the parser alone, on the same messages"
    ) { settings in
        var pair = try SessionPair(
            1, context: SessionPair.context([.plain]), keys: SessionPair.keys(iterations: 1))
        let message = Element(
            .message, attributes: [Attribute(.to, "romeo@example.net"), Attribute(.type, "chat"), Attribute(.id, "m1")]
        ) {
            Element(.body, text: "Wherefore art thou, Romeo? Deny thy father and refuse thy name.")
        }
        var bytes: [UInt8] = []
        try XMLWriter(in: .client).write(message, to: &bytes)
        var parser = ElementReader()
        try parser.read([[UInt8](header.utf8)], expecting: 0)
        let seconds = try Clock.medians(rounds: settings.rounds, slices: 10) { _ in
            let before = pair.stanzaCount
            for _ in 0..<messageCount / 10 {
                try pair.client.send(message, now: Instant(milliseconds: 0))
                try pair.run()
            }
            if pair.stanzaCount - before != messageCount / 10 { throw Trouble.failed("messages are missing") }
        } baseline: { _ in
            for _ in 0..<messageCount / 10 { try parser.read([bytes], expecting: 1) }
        }
        let scale = 1e6 / Double(messageCount)
        return Measurement(value: seconds.ours * scale, baselineValue: seconds.baseline * scale)
    }
}
