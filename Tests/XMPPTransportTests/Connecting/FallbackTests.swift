import Synchronization
import TestServers
import Testing
import XMPPSession
import XMPPTLS

@testable import XMPPTransport

/// Servers found by several records for TLS from the first byte, of which some do not work (RFC 6120 §3.2.1, XEP-0368).
@Suite(.needs(.openssl), .timeLimit(.minutes(5)))
struct FallbackTests {
    /// Servers in the order of their priority; a nil has nobody behind its port.
    private static func configuration(
        _ ports: [UInt16], trust: TLSTrust, _ observe: @escaping @Sendable (ConnectionActivity) -> Void = { _ in }
    ) throws -> ConnectionConfiguration {
        try .anonymous(port: 0, tls: .direct) { configuration in
            let loopback = [SocketAddress("127.0.0.1", port: 0)].compactMap { $0 }
            var resolver = StubResolver()
            for (index, port) in ports.enumerated() {
                resolver.services["_xmpps-client._tcp.localhost", default: []].append(
                    ServiceRecord(priority: UInt16(index), weight: 0, port: port, target: "s\(index).test"))
                resolver.addresses["s\(index).test"] = loopback
            }
            configuration.server = .lookedUp
            configuration.resolver = resolver
            configuration.tls.trust = trust
            configuration.observer = observe
        }
    }

    /// Has no TLS to offer.
    private static let speaksPlain: ScriptedServer.Script = { peer in
        try peer.read(until: "\u{16}")
        try peer.send("HTTP/1.1 400 Bad Request\r\n\r\n")
        try peer.readToEnd()
    }

    /// Goes away in the handshake.
    private static let hangsUp: ScriptedServer.Script = { try $0.read(until: "\u{16}") }

    private static func works() throws -> ScriptedServer.Script {
        let context = try ServerTLS.context(["xmpp-client"])
        return { peer in
            try peer.startTLS(context)
            try peer.logIn()
            try peer.sayGoodbye()
            try peer.readToEnd()
        }
    }

    @Test func nextPlaceIsTriedWhereTLSFails() async throws {
        for broken in [Self.speaksPlain, Self.hangsUp] {
            let (first, second) = (try ScriptedServer(broken), try ScriptedServer(Self.works()))
            let failures = Mutex<[AttemptFailure]>([])
            let connection = try ClientConnection(
                Self.configuration([first.port, second.port], trust: ServerTLS.trust()) { activity in
                    if case .attemptFailed(let failure) = activity { failures.withLock { $0.append(failure) } }
                })
            #expect(try await connection.established().full == Say.address)
            #expect(await connection.endpoint?.endpoint.host == "s1.test")
            await connection.close()
            let (ending, error) = await connection.drain()
            #expect(ending?.causeName == "closed" && error == nil)
            let tried = failures.withLock { $0 }
            #expect(tried.count == 1 && tried.allSatisfy(\.hasReachedTLS))
            #expect(tried.first?.target.hasPrefix("s0.test:\(first.port)") == true)
            #expect(first.connectionCount == 1)
            #expect(await first.stop() == [])
            #expect(await second.stop() == [])
        }
    }

    @Test func allThatWasTriedIsToldWhereTLSFailsEverywhere() async throws {
        let (first, second) = (try ScriptedServer(Self.speaksPlain), try ScriptedServer(Self.hangsUp))
        let nobody = try Loopback.freePort()
        let connection = try ClientConnection(
            Self.configuration([first.port, nobody, second.port], trust: ServerTLS.trust()))
        let (ending, error) = await connection.drain()
        #expect(ending != nil)
        guard case .unreachable(let failure)? = error as? ConnectionError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.attempts.map(\.hasReachedTLS) == [true, false, true])
        for place in ["s0.test:\(first.port)", "127.0.0.1:\(nobody)", "s2.test:\(second.port)"] {
            #expect(failure.description.contains(place))
        }
        _ = (await first.stop(), await second.stop())
    }

    @Test func certificateThatIsNotAcceptedIsAnAnswer() async throws {
        let context = try ServerTLS.context()
        let (first, second) = (
            try ScriptedServer { try $0.startTLS(context) }, try ScriptedServer(Self.works())
        )
        let connection = try ClientConnection(
            Self.configuration([first.port, second.port], trust: TLSTrust(anchors: .system)))
        let (ending, _) = await connection.drain()
        #expect(ending?.causeName == "certificateRejected")
        #expect(second.connectionCount == 0)
        _ = (await first.stop(), await second.stop())
    }

    @Test func onePlaceAloneEndsAsItDid() async throws {
        let server = try ScriptedServer(Self.speaksPlain)
        let connection = try ClientConnection(Self.configuration([server.port], trust: ServerTLS.trust()))
        let (ending, error) = await connection.drain()
        #expect(ending?.causeName == "tlsFailed")
        guard case .ended? = error as? ConnectionError else {
            Issue.record("\(String(describing: error))")
            return
        }
        _ = await server.stop()
    }
}
