import Foundation
import Testing

@testable import XMPPTLS

/// A client and a server joined in memory, with everything that came out of each.
final class Pair {
    /// 2030-01-01T00:00:00Z, when every certificate of the fixtures is valid that does not say otherwise.
    static let time: Int64 = 1_893_456_000

    struct Side {
        var handshake: TLSHandshake?
        var plaintext: [UInt8] = []
        var verdictsNeeded: [PeerCertificate] = []
        var sessions: [TLSSession] = []
        var keyLog: [String] = []
        var closures: [TLSClosure] = []

        mutating func take(_ output: TLSOutput) {
            switch output {
            case .ciphertext: Issue.record("ciphertext belongs on the wire")
            case .handshakeCompleted(let handshake): self.handshake = handshake
            case .plaintext(let bytes): plaintext += bytes
            case .certificateVerdictNeeded(let certificate): verdictsNeeded.append(certificate)
            case .session(let session): sessions.append(session)
            case .keyLog(let line): keyLog.append(line)
            case .closed(let closure): closures.append(closure)
            }
        }

        /// The code of the error that ended the connection.
        var failure: TLSError.Code? {
            if case .failed(let error)? = closures.last { error.code } else { nil }
        }
    }

    let client: TLSEngine
    let server: TLSEngine
    var clientSide = Side()
    var serverSide = Side()
    private let chunk: Int

    init(
        client clientContext: TLSContext,
        server serverContext: TLSContext,
        domain: String = "example.test",
        session: TLSSession? = nil,
        time: Int64 = Pair.time,
        chunk: Int = .max
    ) throws {
        client = try TLSEngine(
            clientOf: clientContext,
            reference: ReferenceIdentity(domain: domain),
            session: session,
            time: time
        )
        server = try TLSEngine(serverOf: serverContext, time: time)
        self.chunk = chunk
    }

    /// Carries everything across until neither side has anything to send.
    func run() {
        while step(from: client, \.clientSide, to: server) || step(from: server, \.serverSide, to: client) {}
    }

    private func step(from: TLSEngine, _ side: ReferenceWritableKeyPath<Pair, Side>, to: TLSEngine) -> Bool {
        var didAnything = false
        while let output = from.nextOutput() {
            didAnything = true
            guard case .ciphertext(let bytes) = output else {
                self[keyPath: side].take(output)
                continue
            }
            var rest = bytes[...]
            while !rest.isEmpty {
                to.receive(ciphertext: Array(rest.prefix(chunk)))
                rest = rest.dropFirst(chunk)
            }
        }
        return didAnything
    }
}

enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }

    static func identity(_ name: String) throws -> TLSIdentity {
        let text = try bytes("\(name).pem")
        return try TLSIdentity(certificateChain: text, privateKey: text)
    }

    static func trust(onFailure: TLSTrust.OnFailure = .reject) throws -> TLSTrust {
        TLSTrust(anchors: .pem(try bytes("root.pem")), onFailure: onFailure)
    }

    static func clientContext(_ change: (inout TLSConfiguration) throws -> Void = { _ in }) throws -> TLSContext {
        var configuration = TLSConfiguration(trust: try trust())
        try change(&configuration)
        return try TLSContext(.client, configuration: configuration)
    }

    static func serverContext(
        _ identity: String = "server",
        _ change: (inout TLSConfiguration) throws -> Void = { _ in }
    ) throws -> TLSContext {
        var configuration = TLSConfiguration(trust: try trust(), identities: [try self.identity(identity)])
        try change(&configuration)
        return try TLSContext(.server, configuration: configuration)
    }
}
