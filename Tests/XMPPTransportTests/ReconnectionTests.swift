import Synchronization
import TestServers
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSession
import XMPPStanzas

@testable import XMPPTransport

/// Streams that are established anew by the policy.
@Suite(.timeLimit(.minutes(5)))
struct ReconnectionTests {
    private static func configuration(
        _ port: UInt16,
        _ policy: ReconnectionPolicy = ReconnectionPolicy(initialDelay: .milliseconds(50)),
        isManaged: Bool = true
    ) throws -> ConnectionConfiguration {
        try .anonymous(port: port) { configuration in
            configuration.reconnection = policy
            if isManaged { configuration.session.streamManagement = StreamManagementPolicy(stanzasPerRequest: 1) }
        }
    }

    private static func establishManaged(_ peer: Peer) throws {
        try peer.logIn(offering: Say.bind + Say.management)
        try peer.read(until: "<enable")
        try peer.read(until: ">")
        try peer.send("<enabled xmlns='urn:xmpp:sm:3' id='sm-1' resume='true' max='300'/>")
    }

    /// Logs the client in again, up to its request to resume.
    private static func awaitResumption(_ peer: Peer) throws {
        try peer.read(until: "version='1.0'")
        try peer.send(Say.header + Say.features(Say.anonymous))
        try peer.read(until: "</auth>")
        try peer.send(Say.success)
        try peer.read(until: "version='1.0'")
        try peer.send(Say.header + Say.features(Say.bind + Say.management))
        try peer.read(until: "previd='sm-1'")
    }

    @Test func streamIsResumedWithWhatWasNotAcknowledged() async throws {
        let server = try ScriptedServer(
            { peer in
                try Self.establishManaged(peer)
                try peer.read(until: "<body>1</body></message>")
                peer.reset()
            },
            { peer in
                try Self.awaitResumption(peer)
                try peer.send("<resumed xmlns='urn:xmpp:sm:3' h='0' previd='sm-1'/>")
                try peer.read(until: "<body>1</body></message>")
                try peer.read(until: "<body>2</body></message>")
                let id = try peer.readRequest()
                try peer.send("<iq type='result' id='\(id)' from='localhost'/>")
                try peer.sayGoodbye()
            })
        let connection = try ClientConnection(Self.configuration(server.port))
        _ = try await connection.first { $0.name == "streamManagementEnabled" }
        let romeo = try JID("romeo@localhost")
        try await connection.send(Message(to: romeo, type: .chat) { Body("1") })
        let ended = try await connection.first { $0.name == "ended" }
        #expect(ended != nil)
        // While there is no connection, what is sent waits for the resumption.
        try await connection.send(Message(to: romeo, type: .chat) { Body("2") })
        let response = try await connection.request(get: Ping(), to: JID("localhost"))
        #expect(response.type == .result)
        let resumed = try await connection.first { $0.name == "resumed" }
        #expect(resumed != nil)
        await connection.close()
        let (ending, error) = await connection.drain()
        #expect(ending?.causeName == "closed")
        #expect(error == nil)
        #expect(await server.stop() == [])
        #expect(server.connectionCount == 2)
    }

    @Test func addressIsWaitedForOverFailures() async throws {
        let server = try ScriptedServer(
            { _ in },
            { peer in
                try peer.read(until: "version='1.0'")
                try peer.send(Say.header + Say.streamError("system-shutdown") + Say.end)
                try peer.readToEnd()
            },
            { peer in
                try peer.logIn()
                try peer.sayGoodbye()
            })
        let connection = try ClientConnection(Self.configuration(server.port, isManaged: false))
        #expect(try await connection.established().full == Say.address)
        await connection.close()
        #expect(await server.stop() == [])
        #expect(server.connectionCount == 3)
    }

    @Test func redirectionIsFollowed() async throws {
        let target = try ScriptedServer { peer in
            try peer.logIn()
            try peer.sayGoodbye()
        }
        let server = try ScriptedServer { [port = target.port] peer in
            try peer.read(until: "version='1.0'")
            try peer.send(Say.header + Say.streamError("see-other-host", "127.0.0.1:\(port)") + Say.end)
            try peer.readToEnd()
        }
        let connection = try ClientConnection(Self.configuration(server.port, isManaged: false))
        _ = try await connection.established()
        #expect(await connection.endpoint?.endpoint.port == target.port)
        await connection.close()
        #expect(await server.stop() == [])
        #expect(await target.stop() == [])
    }

    /// What cannot be sent between two streams can be sent later; after the last it cannot. The server leaves the connection
    /// open, so that the next stream does not follow at once.
    @Test func sendingTellsTheNextStreamFromNone() async throws {
        let server = try ScriptedServer { peer in
            try peer.logIn()
            try peer.read(until: "</message>")
            try peer.send(Say.streamError("system-shutdown") + Say.end)
            try peer.readToEnd()
        }
        let policy = ReconnectionPolicy(initialDelay: .seconds(100), jitter: 0)
        let delays = Mutex<[Duration]>([])
        var configuration = try Self.configuration(server.port, policy, isManaged: false)
        configuration.observer = { activity in
            if case .reconnecting(let delay) = activity { delays.withLock { $0.append(delay) } }
        }
        let connection = try ClientConnection(configuration)
        _ = try await connection.established()
        try await connection.send(Message(to: JID("romeo@localhost")) { Body("1") })
        let ended = try await connection.first { $0.name == "ended" }
        #expect(ended != nil)
        await #expect(throws: LocalError.notEstablished) { try await connection.send(Presence()) }
        #expect(await server.stop() == [])
        while delays.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
        await #expect(throws: LocalError.notEstablished) { try await connection.send(Presence()) }
        #expect(delays.withLock { $0 } == [.seconds(100)])
        await connection.close()
        await #expect(throws: LocalError.ended) { try await connection.send(Presence()) }
        #expect(server.connectionCount == 1)
    }

    @Test func withoutAPolicyRedirectionIsReported() async throws {
        let server = try ScriptedServer { peer in
            try peer.read(until: "version='1.0'")
            try peer.send(Say.header + Say.streamError("see-other-host", "127.0.0.1:1") + Say.end)
            try peer.readToEnd()
        }
        let (ending, _) = try await ClientConnection(.anonymous(port: server.port)).drain()
        guard case .streamError(let error)? = ending?.cause else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(error.otherHost?.port == 1)
        #expect(await server.stop() == [])
        #expect(server.connectionCount == 1)
    }

    @Test func refusedLoginIsNotTriedAgain() async throws {
        let server = try ScriptedServer { peer in
            try peer.read(until: "version='1.0'")
            try peer.send(Say.header + Say.features(Say.anonymous))
            try peer.read(until: "</auth>")
            try peer.send("<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><not-authorized/></failure>")
            try peer.readToEnd()
        }
        let (ending, error) = try await ClientConnection(Self.configuration(server.port)).drain()
        #expect(ending?.causeName == "authenticationRefused")
        #expect(error is ConnectionError)
        #expect(await server.stop() == [])
        #expect(server.connectionCount == 1)
    }

    @Test func attemptsAreCounted() async throws {
        let policy = ReconnectionPolicy(initialDelay: .milliseconds(1), maximumAttempts: 3)
        let attempts = Mutex(0)
        var configuration = try Self.configuration(Loopback.freePort(), policy)
        configuration.observer = { activity in
            if case .attemptFailed = activity { attempts.withLock { $0 += 1 } }
        }
        let (_, error) = try await ClientConnection(configuration).drain()
        guard case .unreachable? = error as? ConnectionError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(attempts.withLock { $0 } == 4)
    }
}
