import CBench
import XMLStream
import XMPPSASL
import XMPPSession

/// What clients' sessions cost: heap while they rest, processor time while they log in.
enum SessionSuite {
    static let figures = [idleSession, scramLogin]

    // MARK: Idle sessions

    private static let sessionCount = 10_000

    /// Each session has logged in to an account of its own, with stream management, and rests.
    private static let idleSession = Figure(
        name: "memory.idle-session",
        unit: "B/session",
        baseline: "the parser alone that each of them has"
    ) { _ in
        try MemorySuite.checkHeap()
        let warm = try restingSession(0)
        let start = heap_used_bytes()
        let sessions = try (1...sessionCount).map { try restingSession($0) }
        let ours = withExtendedLifetime((sessions, warm)) { heap_used_bytes() - start }
        return Measurement(
            value: Double(ours) / Double(sessionCount),
            baselineValue: try Double(MemorySuite.bytesOfStreams([UInt8](ScriptedServer.header.utf8), stanzas: 0))
                / Double(MemorySuite.streamCount)
        )
    }

    static func restingSession(_ number: Int) throws -> ClientSession {
        var configuration = try ScriptedServer.configuration(number, password: "pencil")
        configuration.mechanisms = MechanismPolicy(permitted: [.plain], plain: .evenWithoutTLS)
        let keys = try Self.keys
        let context = SASLServerContext(
            offer: SASLAdvertisement(mechanisms: [.plain]), decoy: SCRAMDecoy(seed: Secret("seed"), iterations: 1))
        guard var server = context.makeServer(for: .plain, nonce: "nonce") else { throw Trouble.failed("no PLAIN") }
        var script = try ScriptedServer(configuration)
        try script.logIn(.plain, with: &server) { _ in .scramKeys(keys) }
        return script.session
    }

    private static var keys: SCRAMKeys {
        get throws {
            let salted = try SaltedPassword(
                password: Secret("pencil"), hash: .sha256, salt: Array("salt".utf8), iterations: 1)
            return try SCRAMKeys(salted)
        }
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
        let salt = Array("0123456789abcdef".utf8)
        let password = "correct horse battery staple"
        let salted = try SaltedPassword(
            password: Secret(password), hash: .sha256, salt: salt, iterations: iterations)
        let keys = try SCRAMKeys(salted)
        let context = SASLServerContext(
            offer: SASLAdvertisement(mechanisms: [.scramSHA256]), decoy: SCRAMDecoy(seed: Secret("seed")))
        let bytes = Array(password.utf8)
        let seconds = try Clock.medians(rounds: settings.rounds, slices: logins) { number in
            guard var server = context.makeServer(for: .scramSHA256, nonce: "server-nonce") else {
                throw Trouble.failed("no SCRAM")
            }
            var script = try ScriptedServer(ScriptedServer.configuration(number, password: password))
            try script.logIn(.scramSHA256, with: &server) { _ in .scramKeys(keys) }
        } baseline: { _ in
            var key = [UInt8](repeating: 0, count: 32)
            guard baseline_pbkdf2_sha256(bytes, bytes.count, salt, salt.count, Int32(iterations), &key) else {
                throw Trouble.failed("OpenSSL does not derive keys")
            }
        }
        let scale = 1e3 / Double(logins)
        return Measurement(value: seconds.ours * scale, baselineValue: seconds.baseline * scale)
    }
}
