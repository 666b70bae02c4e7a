import CBench
import XMPPTLS

/// What TLS adds to a connection that rests.
enum TLSSuite {
    static let figures = [idleTLS]

    private static let connectionCount = 2_000
    /// 2030-01-01T00:00:00Z, when the certificates are valid.
    private static let time: Int64 = 1_893_456_000

    /// Each connection has shaken hands by TLS 1.3 and read and written something; of it the client's end is kept.
    private static let idleTLS = Figure(
        name: "memory.idle-tls",
        unit: "B/connection",
        baseline: "a session that rests without TLS"
    ) { _ in
        try MemorySuite.checkHeap()
        let contexts = try Contexts()
        let warm = try contexts.restingClient()
        let start = heap_used_bytes()
        let clients = try (0..<connectionCount).map { _ in try contexts.restingClient() }
        let ours = withExtendedLifetime((clients, warm)) { heap_used_bytes() - start }
        let baseline = try SessionSuite.bytesOfSessions(count: connectionCount) { $0.client }
        return Measurement(
            value: Double(ours) / Double(connectionCount),
            baselineValue: Double(baseline) / Double(connectionCount)
        )
    }

    private struct Contexts {
        let client: TLSContext
        let server: TLSContext

        init() throws {
            let fixtures = Workload.measuredPackage + "/Tests/XMPPTLSTests/Fixtures/"
            let pem = try Workload.read(fixtures + "server.pem")
            let trust = TLSTrust(anchors: .pem(try Workload.read(fixtures + "root.pem")))
            client = try TLSContext(.client, configuration: TLSConfiguration(trust: trust))
            let identity = try TLSIdentity(certificateChain: pem, privateKey: pem)
            server = try TLSContext(.server, configuration: TLSConfiguration(identities: [identity]))
        }

        func restingClient() throws -> TLSEngine {
            let client = try TLSEngine(
                clientOf: self.client, reference: ReferenceIdentity(domain: "example.test"), time: time)
            let server = try TLSEngine(serverOf: self.server, time: time)
            while carry(from: client, to: server) || carry(from: server, to: client) {}
            try client.send(plaintext: [1])
            try server.send(plaintext: [2])
            while carry(from: client, to: server) || carry(from: server, to: client) {}
            return client
        }

        private func carry(from: TLSEngine, to: TLSEngine) -> Bool {
            var didAnything = false
            while let output = from.nextOutput() {
                didAnything = true
                if case .ciphertext(let bytes) = output { to.receive(ciphertext: bytes) }
            }
            return didAnything
        }
    }
}
