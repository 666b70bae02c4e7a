import Synchronization
import TestServers
import Testing
import XMPPSession

@testable import XMPPTransport

/// Which of several addresses a connection leads to, and when it gives up.
@Suite(.timeLimit(.minutes(5)))
struct ConnectorTests {
    private static func address(_ number: Int) -> SocketAddress {
        SocketAddress(bytes: [127, 0, 0, UInt8(number)], port: 0).unsafelyUnwrapped
    }

    /// Tries hosts, each with its addresses of this machine, at one port.
    private static func connect(
        _ hosts: [(String, [Int])],
        port: UInt16,
        policy: AttemptPolicy = AttemptPolicy()
    ) async -> (connected: Connected?, failures: [AttemptFailure]) {
        let resolver = StubResolver(
            addresses: Dictionary(uniqueKeysWithValues: hosts.map { ($0.0, $0.1.map { address($0) }) }))
        let failures = FailureLog(observer: nil)
        let connector = Connector(resolver: resolver, policy: policy) { failures.record($0) }
        let endpoints = hosts.map { ServiceEndpoint(host: $0.0, port: port, usesDirectTLS: false) }
        let connected = await connector.connect(to: endpoints)
        return (connected, failures.recorded)
    }

    @Test func familiesTakeTurns() throws {
        let texts = ["::1", "::2", "::3", "127.0.0.1", "127.0.0.2"]
        let addresses = texts.compactMap { SocketAddress($0, port: 0) }
        let order = Connector.interleaved(addresses).map(\.host)
        #expect(order == ["::1", "127.0.0.1", "::2", "127.0.0.2", "::3"])
        #expect(Connector.interleaved(addresses.reversed()).map(\.host).first == "127.0.0.2")
        #expect(Connector.interleaved([]) == [])
    }

    @Test func refusalsAreNotWaitedFor() async throws {
        let server = try ScriptedServer { _ in }
        let policy = AttemptPolicy(addressDelay: .seconds(600), hostDelay: .seconds(600))
        let (connected, failures) = await Self.connect(
            [("unknown.test", []), ("a.test", [2, 3]), ("b.test", [4, 1])], port: server.port, policy: policy)
        #expect(connected?.endpoint.endpoint.host == "b.test")
        #expect(connected?.endpoint.address.host == "127.0.0.1")
        #expect(
            failures.map(\.target) == [
                "unknown.test", "127.0.0.2:\(server.port)", "127.0.0.3:\(server.port)", "127.0.0.4:\(server.port)",
            ])
        #expect(failures.last?.reason == "Connection refused")
        _ = await server.stop()
    }

    @Test func silentAddressIsOvertaken() async throws {
        let server = try ScriptedServer { _ in }
        let hole = try Blackhole(host: 2, port: server.port)
        let before = Descriptors.sockets(to: server.port)
        do {
            let policy = AttemptPolicy(addressDelay: .milliseconds(20), hostDelay: .seconds(600))
            let (connected, failures) = await Self.connect([("a.test", [2, 1])], port: server.port, policy: policy)
            #expect(connected?.endpoint.address.host == "127.0.0.1")
            #expect(failures == [])
        }
        #expect(try await Descriptors.areBack(to: before, at: server.port))
        withExtendedLifetime(hole) {}
        _ = await server.stop()
    }

    @Test func silentHostIsOvertakenByTheNext() async throws {
        let server = try ScriptedServer { _ in }
        let hole = try Blackhole(host: 2, port: server.port)
        let policy = AttemptPolicy(addressDelay: .seconds(600), hostDelay: .milliseconds(20))
        let (connected, _) = await Self.connect([("a.test", [2]), ("b.test", [1])], port: server.port, policy: policy)
        #expect(connected?.endpoint.endpoint.host == "b.test")
        withExtendedLifetime(hole) {}
        _ = await server.stop()
    }

    @Test func hostThatIsNotResolvedIsOvertakenByTheNext() async throws {
        let server = try ScriptedServer { _ in }
        let resolver = StubResolver(addresses: ["b.test": [Self.address(1)]], silentNames: ["a.test"])
        let connector = Connector(
            resolver: resolver,
            policy: AttemptPolicy(addressDelay: .seconds(600), hostDelay: .milliseconds(20))
        ) { _ in }
        let endpoints = ["a.test", "b.test"].map { ServiceEndpoint(host: $0, port: server.port, usesDirectTLS: false) }
        #expect(await connector.connect(to: endpoints)?.endpoint.endpoint.host == "b.test")
        _ = await server.stop()
    }

    @Test func everythingThatWasTriedIsTold() async throws {
        let port = try Loopback.freePort()
        let configuration = try ConnectionConfiguration.anonymous(port: port)
        let (ending, error) = try await ClientConnection(configuration).drain()
        #expect(ending?.causeName == "transportClosed")
        guard case .unreachable(let failure)? = error as? ConnectionError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.reason == .attemptsFailed)
        #expect("\(failure)" == "no connection to 127.0.0.1; tried 127.0.0.1:\(port): Connection refused")
    }

    @Test func timeToConnectIsLimited() async throws {
        let hole = try Blackhole(host: 2, port: Loopback.freePort())
        let before = Descriptors.sockets(to: hole.port)
        let configuration = try ConnectionConfiguration.anonymous(port: hole.port) { configuration in
            configuration.server = .at(host: "127.0.0.2", port: hole.port)
            configuration.session.timeouts.connecting = .milliseconds(200)
        }
        let (ending, error) = try await ClientConnection(configuration).drain()
        guard case .timedOut(.connecting)? = ending?.cause, case .unreachable(let failure)? = error as? ConnectionError
        else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(failure.reason == .timedOut)
        #expect(try await Descriptors.areBack(to: before, at: hole.port))
        withExtendedLifetime(hole) {}
    }
}
