import TestServers
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSession
import XMPPStanzas

@testable import XMPPTransport

/// Nothing stays open behind a cancelled task or a connection that nobody has any more.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CancellationTests {
    private static func probe(
        _ configuration: ConnectionConfiguration,
        after delay: Duration = .milliseconds(100),
        isBound: Bool = false,
        _ body: @escaping @Sendable (ClientConnection) async throws -> Void
    ) async throws -> any Error {
        let driver: Weak
        let error: any Error
        do {
            let connection = try ClientConnection(configuration)
            driver = Weak(connection.driver)
            let task = Task { try await body(connection) }
            while isBound, await connection.boundJID == nil { try await Task.sleep(for: .milliseconds(10)) }
            try await Task.sleep(for: delay)
            task.cancel()
            let result = await task.result
            guard case .failure(let failure) = result else { throw ServerFailure("the task was not cancelled") }
            error = failure
        }
        #expect(try await driver.isGone())
        return error
    }

    /// Takes note of an object without keeping it.
    struct Weak {
        private weak var driver: ConnectionDriver?

        init(_ driver: ConnectionDriver) { self.driver = driver }

        /// Waits until the object is gone, however long the queues take.
        func isGone() async throws -> Bool {
            while driver != nil { try await Task.sleep(for: .milliseconds(10)) }
            return true
        }
    }

    /// Someone who says nothing beyond what it takes to get there.
    private static func quietServer() throws -> ScriptedServer {
        try ScriptedServer { peer in
            try peer.logIn()
            try peer.readToEnd()
        }
    }

    @Test func whileTheNameIsLookedUp() async throws {
        let configuration = try ConnectionConfiguration.anonymous(port: 5222) { configuration in
            configuration.server = .at(host: "silent.test", port: 5222)
            configuration.resolver = StubResolver(silentNames: ["silent.test"])
        }
        let error = try await Self.probe(configuration) { _ = try await $0.established() }
        #expect(error is CancellationError)
    }

    @Test func whileNobodyAcceptsTheConnection() async throws {
        let hole = try Blackhole(host: 1, port: Loopback.freePort())
        let before = Descriptors.sockets(to: hole.port)
        let error = try await Self.probe(.anonymous(port: hole.port)) { for try await _ in $0 {} }
        #expect(error is CancellationError)
        #expect(try await Descriptors.areBack(to: before, at: hole.port))
        withExtendedLifetime(hole) {}
    }

    @Test(arguments: [ClientConfiguration.TLSPolicy.none, .direct, .required])
    func whileTheServerIsSilent(_ policy: ClientConfiguration.TLSPolicy) async throws {
        let server = try ScriptedServer { try $0.readToEnd() }
        let before = Descriptors.sockets(to: server.port)
        let error = try await Self.probe(.anonymous(port: server.port, tls: policy)) { _ = try await $0.established() }
        #expect(error is CancellationError)
        #expect(try await Descriptors.areBack(to: before, at: server.port))
        let faults = await server.stop()
        #expect(faults == [])
    }

    @Test func whileAnEventIsWaitedFor() async throws {
        let server = try Self.quietServer()
        let before = Descriptors.sockets(to: server.port)
        let error = try await Self.probe(.anonymous(port: server.port), isBound: true) {
            for try await _ in $0 {}
        }
        #expect(error is CancellationError)
        #expect(try await Descriptors.areBack(to: before, at: server.port))
        let faults = await server.stop()
        #expect(faults == [])
    }

    @Test func whileTheCloseIsWaitedFor() async throws {
        let server = try Self.quietServer()
        let before = Descriptors.sockets(to: server.port)
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.session.timeouts.closing = .seconds(600)
        }
        let error = try await Self.probe(configuration, isBound: true) { connection in
            _ = try await connection.established()
            await connection.close()
            try Task.checkCancellation()
        }
        #expect(error is CancellationError)
        #expect(try await Descriptors.areBack(to: before, at: server.port))
        let faults = await server.stop()
        #expect(faults == [])
    }

    @Test func whileItWaitsToBeEstablishedAnew() async throws {
        let port = try Loopback.freePort()
        let before = Descriptors.sockets(to: port)
        let configuration = try ConnectionConfiguration.anonymous(port: port) { configuration in
            configuration.reconnection = ReconnectionPolicy(initialDelay: .seconds(600))
        }
        let error = try await Self.probe(configuration) { for try await _ in $0 {} }
        #expect(error is CancellationError)
        #expect(try await Descriptors.areBack(to: before, at: port))
    }

    /// Who gives a request up keeps the connection, and does not get its response as an event later.
    @Test func requestAlone() async throws {
        let hasCome = Flag()
        let server = try ScriptedServer { peer in
            try peer.logIn()
            let id = try peer.readRequest()
            hasCome.set()
            try peer.read(until: "<presence")
            try peer.send("<iq type='result' id='\(id)' from='localhost'/>" + Say.message("still here"))
            try peer.sayGoodbye()
        }
        let connection = try ClientConnection(.anonymous(port: server.port))
        _ = try await connection.established()
        let request = Task { try await connection.request(get: Ping(), to: JID("localhost")) }
        try await hasCome.wait()
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        try await connection.send(Presence())
        var names: [String] = []
        while let event = try await connection.makeAsyncIterator().next() {
            names.append(event.name)
            if event.body == "still here" { break }
        }
        #expect(!names.contains("response"))
        await connection.close()
        let faults = await server.stop()
        #expect(faults == [])
    }

    @Test func senderAlone() async throws {
        let server = try ScriptedServer { peer in
            peer.setBuffer(4096)
            try peer.logIn()
            try peer.waitForEnd()
        }
        let before = Descriptors.sockets(to: server.port)
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.buffers = BufferPolicy(outgoingBytes: 1 << 16)
        }
        let text = String(repeating: "x", count: 5000)
        let error = try await Self.probe(configuration, after: .milliseconds(500), isBound: true) { connection in
            _ = try await connection.established()
            while true {
                try await connection.send(Message(to: JID("romeo@localhost"), type: .chat) { Body(text) })
            }
        }
        #expect(error is CancellationError)
        #expect(try await Descriptors.areBack(to: before, at: server.port))
        let faults = await server.stop()
        #expect(faults == [])
    }

    /// Nothing refers to the connection any more.
    @Test func forgottenConnection() async throws {
        let server = try ScriptedServer { peer in
            try peer.logIn()
            try peer.read(until: Say.end)
            try peer.readToEnd()
        }
        let before = Descriptors.sockets(to: server.port)
        let driver: Weak
        do {
            let connection = try ClientConnection(.anonymous(port: server.port))
            _ = try await connection.established()
            driver = Weak(connection.driver)
        }
        #expect(try await driver.isGone())
        #expect(try await Descriptors.areBack(to: before, at: server.port))
        let faults = await server.stop()
        #expect(faults == [])
    }

    @Test func allWhoWaitGoOn() async throws {
        let hasCome = Flag()
        let server = try ScriptedServer { peer in
            try peer.logIn()
            _ = try peer.readRequest()
            hasCome.set()
            try peer.readToEnd()
        }
        let connection = try ClientConnection(.anonymous(port: server.port))
        _ = try await connection.established()
        let request = Task { try await connection.request(get: Ping(), to: JID("localhost")) }
        let events = Task { await connection.drain() }
        try await hasCome.wait()
        connection.cancel()
        #expect(await events.value.error == nil)
        await #expect(throws: RequestOutcome.Failure.self) { try await request.value }
        await #expect(throws: LocalError.self) { try await connection.send(Presence()) }
        await #expect(throws: LocalError.self) { try await connection.established() }
        await connection.close()
        let faults = await server.stop()
        #expect(faults == [])
    }
}
