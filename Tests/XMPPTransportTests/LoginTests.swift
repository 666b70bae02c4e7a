import Synchronization
import TestServers
import Testing
import XMPPAddress
import XMPPSession
import XMPPStanzas
import XMPPTLS

@testable import XMPPTransport

/// From the connection to the close, with a server that keeps to the rules.
@Suite(.timeLimit(.minutes(5)))
struct LoginTests {
    /// Logs in, sends one message, gets one, closes.
    private static func converse(_ configuration: ConnectionConfiguration) async throws -> ClientConnection {
        let connection = try ClientConnection(configuration)
        #expect(try await connection.established().full == Say.address)
        try await connection.send(Message(to: JID("romeo@localhost"), type: .chat) { Body("hello") })
        let message = try await connection.first { $0.body != nil }
        #expect(message?.body == "good night")
        await connection.close()
        let (ending, error) = await connection.drain()
        guard case .closed(.answered)? = ending?.cause else {
            Issue.record("\(String(describing: ending))")
            return connection
        }
        #expect(error == nil)
        return connection
    }

    private static func serve(_ peer: Peer) throws {
        try peer.logIn()
        try peer.read(until: "<body>hello</body></message>")
        try peer.send(Say.message("good night"))
        try peer.sayGoodbye()
        try peer.readToEnd()
    }

    @Test func withoutTLS() async throws {
        let server = try ScriptedServer { try Self.serve($0) }
        let connection = try await Self.converse(.anonymous(port: server.port))
        #expect(await connection.endpoint?.address.port == server.port)
        #expect(await connection.handshake == nil)
        #expect(await server.stop() == [])
    }

    @Test(.needs(.openssl)) func withSTARTTLS() async throws {
        let context = try ServerTLS.context()
        let server = try ScriptedServer { peer in
            try peer.offerTLS(context)
            try Self.serve(peer)
            try peer.require(peer.tlsClosure == .closeNotify, "TLS was not closed")
            try peer.require(peer.handshake?.applicationProtocol == nil, "there is a protocol")
            try peer.require(peer.handshake?.serverName == "localhost", "another server was asked for")
        }
        let trust = try ServerTLS.trust()
        let connection = try await Self.converse(.anonymous(port: server.port, tls: .required) { $0.tls.trust = trust })
        #expect(await connection.handshake?.version == .tls13)
        #expect(await server.stop() == [])
    }

    @Test(.needs(.openssl)) func withDirectTLS() async throws {
        let context = try ServerTLS.context(["xmpp-client"])
        let server = try ScriptedServer { peer in
            try peer.startTLS(context)
            try Self.serve(peer)
            try peer.require(peer.handshake?.applicationProtocol == "xmpp-client", "the protocol is another")
        }
        let trust = try ServerTLS.trust()
        let lines = Mutex<[String]>([])
        let configuration = try ConnectionConfiguration.anonymous(port: server.port, tls: .direct) { configuration in
            configuration.tls.trust = trust
            configuration.keyLog = { line in lines.withLock { $0.append(line) } }
        }
        let connection = try await Self.converse(configuration)
        #expect(await connection.handshake?.applicationProtocol == "xmpp-client")
        #expect(lines.withLock { $0.contains { $0.hasPrefix("CLIENT_TRAFFIC_SECRET_0 ") } })
        #expect(await server.stop() == [])
    }

    /// A policy that allows STARTTLS as well is overridden by the record that the server was found by.
    @Test(.needs(.openssl)) func recordOfDirectTLSMeansDirectTLS() async throws {
        let context = try ServerTLS.context(["xmpp-client"])
        let server = try ScriptedServer { peer in
            try peer.startTLS(context)
            try Self.serve(peer)
        }
        let trust = try ServerTLS.trust()
        let configuration = try ConnectionConfiguration.anonymous(port: 0, tls: .required) { configuration in
            configuration.tls.trust = trust
            configuration.server = .lookedUp
            let record = ServiceRecord(priority: 0, weight: 0, port: server.port, target: "xmpp.test")
            configuration.resolver = StubResolver(
                services: ["_xmpps-client._tcp.localhost": [record]],
                addresses: ["xmpp.test": [SocketAddress("127.0.0.1", port: 0)].compactMap { $0 }]
            )
        }
        let connection = try await Self.converse(configuration)
        #expect(await connection.endpoint?.endpoint.usesDirectTLS == true)
        #expect(await server.stop() == [])
    }

    @Test func everyByteOnItsOwn() async throws {
        let server = try ScriptedServer { peer in
            peer.sendsBytesAlone = true
            try Self.serve(peer)
        }
        _ = try await Self.converse(.anonymous(port: server.port))
        #expect(await server.stop() == [])
    }

    @Test func activityIsToldInOrder() async throws {
        let server = try ScriptedServer { try Self.serve($0) }
        let log = Mutex<[String]>([])
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.observer = { activity in
                let name = Mirror(reflecting: activity).children.first?.label ?? "\(activity)"
                log.withLock { if $0.last != name { $0.append(name) } }
            }
        }
        _ = try await Self.converse(configuration)
        #expect(await server.stop() == [])
        let names = log.withLock { $0 }
        #expect(names.prefix(4) == ["located", "connected", "sent", "received"])
        #expect(names.last == "disconnected")
    }

    // MARK: - Certificates

    /// Logs in to a server that the client has no reason to trust.
    private func logInWithDistrust(
        _ judge: (@Sendable (PeerCertificate) async -> Bool)?
    ) async throws -> (ending: Ending?, isLoggedIn: Bool) {
        let context = try ServerTLS.context()
        let server = try ScriptedServer { peer in
            try peer.offerTLS(context)
            try Self.serve(peer)
        }
        let connection = try ClientConnection(
            .anonymous(port: server.port, tls: .required) { configuration in
                configuration.tls.trust = TLSTrust(onFailure: .askApplication)
                configuration.judgeCertificate = judge
            })
        let isLoggedIn = (try? await connection.established()) != nil
        if isLoggedIn { connection.cancel() }
        let ending = await connection.drain().ending
        _ = await server.stop()
        return (ending, isLoggedIn)
    }

    @Test(.needs(.openssl)) func unknownCertificateIsAcceptedByTheApplication() async throws {
        let (_, isLoggedIn) = try await logInWithDistrust { certificate in
            certificate.names.dnsNames == ["localhost"] && certificate.failures.map(\.kind) == [.untrusted]
        }
        #expect(isLoggedIn)
    }

    @Test(.needs(.openssl), arguments: [true, false])
    func unknownCertificateIsRejected(isAsked: Bool) async throws {
        let (ending, isLoggedIn) = try await logInWithDistrust(isAsked ? { @Sendable _ in false } : nil)
        #expect(!isLoggedIn)
        #expect(ending?.causeName == "certificateRejected")
    }
}
