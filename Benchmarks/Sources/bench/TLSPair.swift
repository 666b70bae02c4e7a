import XMPPTLS

/// Both ends of a connection with TLS, joined in memory; the handshake is over.
struct TLSPair {
    let client: TLSEngine
    let server: TLSEngine

    /// What all pairs share: the certificates, which are valid in 2030.
    struct Contexts {
        private static let time: Int64 = 1_893_456_000
        private let client: TLSContext
        private let server: TLSContext

        init() throws {
            let fixtures = Workload.measuredPackage + "/Tests/XMPPTLSTests/Fixtures/"
            let pem = try Workload.read(fixtures + "server.pem")
            let trust = TLSTrust(anchors: .pem(try Workload.read(fixtures + "root.pem")))
            client = try TLSContext(.client, configuration: TLSConfiguration(trust: trust))
            let identity = try TLSIdentity(certificateChain: pem, privateKey: pem)
            server = try TLSContext(.server, configuration: TLSConfiguration(identities: [identity]))
        }

        /// Two ends that have shaken hands.
        func pair() throws -> TLSPair {
            let pair = TLSPair(
                client: try TLSEngine(
                    clientOf: client, reference: ReferenceIdentity(domain: "example.test"), time: Self.time),
                server: try TLSEngine(serverOf: server, time: Self.time)
            )
            var early: [UInt8] = []
            while TLSPair.carry(from: pair.client, to: pair.server, &early)
                || TLSPair.carry(from: pair.server, to: pair.client, &early)
            {}
            return pair
        }
    }

    /// Brings plaintext across, encrypted on the way.
    func carryToServer(_ bytes: [UInt8]) throws -> [UInt8] { try Self.carry(bytes, from: client, to: server) }
    /// The other way.
    func carryToClient(_ bytes: [UInt8]) throws -> [UInt8] { try Self.carry(bytes, from: server, to: client) }

    private static func carry(_ bytes: [UInt8], from: TLSEngine, to: TLSEngine) throws -> [UInt8] {
        try from.send(plaintext: bytes)
        var arrived: [UInt8] = []
        while carry(from: from, to: to, &arrived) || carry(from: to, to: from, &arrived) {}
        return arrived
    }

    /// Carries what one end has for the other; what it has decrypted is appended. Returns whether there was anything.
    private static func carry(from: TLSEngine, to: TLSEngine, _ plaintext: inout [UInt8]) -> Bool {
        var didAnything = false
        while let output = from.nextOutput() {
            didAnything = true
            switch output {
            case .ciphertext(let bytes): to.receive(ciphertext: bytes)
            case .plaintext(let bytes): plaintext += bytes
            case .handshakeCompleted, .certificateVerdictNeeded, .session, .keyLog, .closed: break
            }
        }
        return didAnything
    }
}
