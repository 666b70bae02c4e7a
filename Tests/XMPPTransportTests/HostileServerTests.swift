import Testing
import XMPPSession
import XMPPStanzas
import XMPPTLS

@testable import XMPPTransport

/// Servers that fall silent, hang up or talk nonsense, at each stage.
@Suite(.timeLimit(.minutes(5)))
struct HostileServerTests {
    /// How far a server goes before it does wrong.
    enum Stage: CaseIterable {
        case accepted, opened, authenticated, bound

        func reach(_ peer: Peer) throws {
            switch self {
            case .accepted:
                break
            case .opened:
                try peer.read(until: "version='1.0'")
                try peer.send(Say.header)
            case .authenticated:
                try peer.read(until: "version='1.0'")
                try peer.send(Say.header + Say.features(Say.anonymous))
                try peer.read(until: "</auth>")
                try peer.send(Say.success)
                try peer.read(until: "version='1.0'")
            case .bound:
                try peer.logIn()
            }
        }
    }

    private static func end(
        _ configuration: ConnectionConfiguration
    ) async throws -> (ending: Ending?, error: (any Error)?) {
        try await ClientConnection(configuration).drain()
    }

    private static func configuration(
        _ server: ScriptedServer,
        tls: ClientConfiguration.TLSPolicy = .none,
        _ configure: (inout ConnectionConfiguration) -> Void = { _ in }
    ) throws -> ConnectionConfiguration {
        try .anonymous(port: server.port, tls: tls) { configuration in
            configuration.session.timeouts.step = .seconds(1)
            configuration.session.timeouts.closing = .milliseconds(500)
            configuration.session.keepalive.probeInterval = .milliseconds(500)
            configuration.session.keepalive.probeTimeout = .milliseconds(500)
            configure(&configuration)
        }
    }

    @Test(arguments: Stage.allCases) func silenceEndsInATimeout(_ stage: Stage) async throws {
        let server = try ScriptedServer { peer in
            try stage.reach(peer)
            try peer.readToEnd()
        }
        let (ending, error) = try await Self.end(Self.configuration(server))
        guard case .timedOut? = ending?.cause, case .ended? = error as? ConnectionError else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(await server.stop() == [])
    }

    @Test(arguments: [ClientConfiguration.TLSPolicy.direct, .required])
    func silenceInTheHandshakeEndsInATimeout(_ policy: ClientConfiguration.TLSPolicy) async throws {
        let server = try ScriptedServer { peer in
            if policy == .required {
                try peer.read(until: "version='1.0'")
                try peer.send(Say.header + Say.features(Say.startTLS))
                try peer.read(until: "<starttls")
                try peer.send(Say.proceed)
            }
            try peer.readToEnd()
        }
        let (ending, _) = try await Self.end(Self.configuration(server, tls: policy))
        guard case .timedOut(.tlsHandshake)? = ending?.cause else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(await server.stop() == [])
    }

    @Test(arguments: Stage.allCases, [true, false])
    func hangingUpIsALostConnection(_ stage: Stage, isOrderly: Bool) async throws {
        let server = try ScriptedServer { peer in
            try stage.reach(peer)
            if isOrderly { peer.close() } else { peer.reset() }
        }
        let (ending, error) = try await Self.end(Self.configuration(server) { $0.session.timeouts.step = .seconds(10) })
        #expect(ending?.causeName == "transportClosed")
        // A reset may come before the system has told that the connection is made.
        #expect(error is ConnectionError)
        #expect(await server.stop() == [])
    }

    @Test func endOfTheServersSideAloneIsReadToItsEnd() async throws {
        let server = try ScriptedServer { peer in
            try peer.logIn()
            try peer.send(Say.message("last") + Say.end)
            peer.endWriting()
            try peer.read(until: Say.end)
            try peer.readToEnd()
        }
        let connection = try ClientConnection(Self.configuration(server))
        let message = try await connection.first { $0.body != nil }
        #expect(message?.body == "last")
        #expect(await connection.drain().ending?.causeName == "closedByPeer")
        #expect(await server.stop() == [])
    }

    @Test(.needs(.openssl)) func cutTLSIsNoOrderlyEnd() async throws {
        let context = try ServerTLS.context()
        let server = try ScriptedServer(
            { peer in
                try peer.offerTLS(context)
                try peer.logIn()
                peer.close()
            },
            { peer in
                try peer.offerTLS(context)
                try peer.logIn()
                try peer.closeTLS()
                try peer.readToEnd()
            })
        let trust = try ServerTLS.trust()
        let configuration = try Self.configuration(server, tls: .required) { configuration in
            configuration.session.timeouts.step = .seconds(10)
            configuration.tls.trust = trust
        }
        var reasons: [String?] = []
        for _ in 0..<2 {
            guard case .transportClosed(let reason)? = try await Self.end(configuration).ending?.cause else { continue }
            reasons.append(reason)
        }
        #expect(reasons == ["it ended without TLS having been closed", nil])
        #expect(await server.stop() == [])
    }

    @Test(.needs(.openssl)) func brokenRecordIsAFailureOfTLSThatTheServerIsToldOf() async throws {
        let context = try ServerTLS.context()
        let server = try ScriptedServer { peer in
            try peer.offerTLS(context)
            try peer.logIn()
            try peer.sendUnencrypted("this is no record of TLS at all")
            try peer.readToEnd()
            guard case .failed(let error)? = peer.tlsClosure, error.code == .alertReceived else {
                throw Peer.Failure(reason: "\(String(describing: peer.tlsClosure))")
            }
        }
        let trust = try ServerTLS.trust()
        let configuration = try Self.configuration(server, tls: .required) { configuration in
            configuration.session.timeouts.step = .seconds(10)
            configuration.tls.trust = trust
        }
        #expect(try await Self.end(configuration).ending?.causeName == "tlsFailed")
        #expect(await server.stop() == [])
    }

    @Test func plaintextBehindTheGoAheadIsRefused() async throws {
        let server = try ScriptedServer { peer in
            try peer.read(until: "version='1.0'")
            try peer.send(Say.header + Say.features(Say.startTLS))
            try peer.read(until: "<starttls")
            try peer.send(Say.proceed + Say.header + Say.features(Say.anonymous))
            try peer.readToEnd()
            try peer.require(!peer.transcript.contains("<auth"), "credentials were sent")
        }
        let (ending, _) = try await Self.end(Self.configuration(server, tls: .required))
        guard case .violation(.plaintextBeforeTLS)? = ending?.cause else {
            Issue.record("it went on")
            return
        }
        #expect(await server.stop() == [])
    }

    /// What the server says last arrives although it has closed the connection and takes nothing in any more.
    @Test func lastWordsAreReadFromAConnectionThatIsGone() async throws {
        let server = try ScriptedServer { peer in
            try peer.logIn()
            try peer.read(until: "<presence")
            try peer.send(Say.streamError("system-shutdown") + Say.end)
        }
        let connection = try ClientConnection(Self.configuration(server))
        _ = try await connection.established()
        try await connection.send(Presence())
        for _ in 0..<50 { _ = try? await connection.send(Presence()) }
        guard case .streamError(let error)? = await connection.drain().ending?.cause else {
            Issue.record("the error is lost")
            return
        }
        #expect(error.condition == .systemShutdown)
        #expect(await server.stop() == [])
    }

    /// What this side says last arrives although the server goes on talking.
    @Test func streamErrorReachesAServerThatTalksOn() async throws {
        let server = try ScriptedServer { peer in
            try peer.logIn()
            try peer.send("<a:b/>" + String(repeating: Say.message("on and on"), count: 200))
            try peer.read(until: "</stream:stream>")
        }
        guard case .violation(.malformedStream)? = try await Self.end(Self.configuration(server)).ending?.cause else {
            Issue.record("an unbound prefix is no matter")
            return
        }
        #expect(await server.stop() == [])
    }
}
