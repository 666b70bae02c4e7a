import Foundation
import TestServers
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTLS
import XMPPWebSocket

@testable import XMPPTransport

/// Whole logins at real servers, found by a real nameserver.
@Suite(.serialized, .timeLimit(.minutes(5)), .showsServerLogs)
struct RealServerTests {
    private static func configuration(
        _ account: TestAccount,
        _ configure: (inout ConnectionConfiguration) -> Void
    ) throws -> ConnectionConfiguration {
        let session = ClientConfiguration(
            account: try JID(account.address),
            credentials: SASLCredentials(username: account.name, password: Secret(account.password)))
        var configuration = ConnectionConfiguration(session: session)
        configuration.tls.trust = try ServerTLS.trust()
        configure(&configuration)
        return configuration
    }

    /// Logs in, makes a request, sends a message to itself and gets it, closes.
    private static func converse(_ configuration: ConnectionConfiguration) async throws -> ClientConnection {
        let connection = try ClientConnection(configuration)
        let jid = try await connection.established()
        #expect(jid.bare == configuration.session.account)
        let response = try await connection.request(get: Ping(), to: JID(configuration.session.account.domain))
        #expect(response.type == .result)
        try await connection.send(Presence())
        try await connection.send(Message(to: jid, type: .chat) { Body("to myself") })
        let message = try await connection.first { $0.body != nil }
        #expect(message?.body == "to myself")
        await connection.close()
        let (ending, error) = await connection.drain()
        #expect(ending?.causeName == "closed")
        #expect(error == nil)
        return connection
    }

    @Test(.needs(.prosody), arguments: [TLSVersion.tls12, .tls13], [false, true])
    func prosody(_ version: TLSVersion, isDirect: Bool) async throws {
        let server = try ServerKind.prosody.shared()
        let configuration = try Self.configuration(try server.makeAccount()) { configuration in
            configuration.session.tls = isDirect ? .direct : .required
            configuration.tls.maximumVersion = version
            let port = isDirect ? server.directTLSPort : server.startTLSPort
            configuration.server = .at(host: "127.0.0.1", port: port)
        }
        let connection = try await Self.converse(configuration)
        #expect(await connection.handshake?.version == version)
    }

    @Test(.needs(.ejabberd), arguments: [false, true]) func ejabberd(isDirect: Bool) async throws {
        let server = try ServerKind.ejabberd.shared()
        let configuration = try Self.configuration(try server.makeAccount()) { configuration in
            configuration.session.tls = isDirect ? .direct : .required
            // Of the version 23.01 over TLS 1.3 the channel bindings cannot be used.
            configuration.tls.maximumVersion = .tls12
            let port = isDirect ? server.directTLSPort : server.startTLSPort
            configuration.server = .at(host: "127.0.0.1", port: port)
        }
        _ = try await Self.converse(configuration)
    }

    /// Over WebSocket the certificate is for the URL's host, and messages take the place of the stream.
    @Test(.needs(.prosody), .needs(.ejabberd), arguments: ServerKind.allCases, [false, true])
    func webSocket(_ kind: ServerKind, isSecure: Bool) async throws {
        let server = try kind.shared()
        let domain: TestDomain = isSecure ? .good : .plain
        let port = isSecure ? server.secureWebSocketPort : server.webSocketPort
        let scheme = isSecure ? "wss" : "ws"
        let url = try WebSocketURL("\(scheme)://\(domain.rawValue):\(port)\(server.webSocketPath)")
        let loopback = try #require(SocketAddress("127.0.0.1", port: 0))
        let configuration = try Self.configuration(try server.makeAccount(at: domain)) { configuration in
            configuration.server = .webSocket(url)
            configuration.resolver = StubResolver(addresses: [domain.rawValue: [loopback]])
            configuration.tls.maximumVersion = .tls12
            if !isSecure { configuration.session.tls = .none }
        }
        let connection = try await Self.converse(configuration)
        #expect(await connection.handshake?.version == (isSecure ? .tls12 : nil))
    }

    /// Without TLS nothing secret is sent where TLS is required.
    @Test(.needs(.prosody)) func webSocketWithoutTLSIsLeft() async throws {
        let server = try ServerKind.prosody.shared()
        let url = try WebSocketURL("ws://127.0.0.1:\(server.webSocketPort)\(server.webSocketPath)")
        let configuration = try Self.configuration(try server.makeAccount(at: .plain)) { $0.server = .webSocket(url) }
        let (ending, _) = try await ClientConnection(configuration).drain()
        #expect(ending?.causeName == "tlsNotOffered")
    }

    @Test(.needs(.prosody)) func wrongPathIsToldByItsStatus() async throws {
        let server = try ServerKind.prosody.shared()
        let url = try WebSocketURL("ws://127.0.0.1:\(server.webSocketPort)/nothing")
        let configuration = try Self.configuration(try server.makeAccount(at: .plain)) { configuration in
            configuration.server = .webSocket(url)
            configuration.session.tls = .none
        }
        let (ending, _) = try await ClientConnection(configuration).drain()
        #expect(ending.map { "\($0)".contains("404") } == true)
    }

    /// The best record leads nowhere, the next one to direct TLS, the last one to STARTTLS.
    @Test(.needs(.prosody), .needs(.dnsmasq)) func serverIsFoundByItsRecords() async throws {
        let server = try ServerKind.prosody.shared()
        let names = try DNSServer(records: [
            "--srv-host=_xmpp-client._tcp.good.test,gone.good.test,\(Loopback.freePort()),1,0",
            "--srv-host=_xmpps-client._tcp.good.test,host.good.test,\(server.directTLSPort),2,0",
            "--srv-host=_xmpp-client._tcp.good.test,host.good.test,\(server.startTLSPort),3,0",
            "--host-record=gone.good.test,127.0.0.1", "--host-record=host.good.test,127.0.0.1",
        ])
        let account = try server.makeAccount()
        let address = try #require(SocketAddress("127.0.0.1", port: names.port))
        var ports: [UInt16?] = []
        for policy in [ClientConfiguration.TLSPolicy.required, .direct] {
            let configuration = try Self.configuration(account) { configuration in
                configuration.session.tls = policy
                configuration.resolver = DNSResolver(NameserverSettings(servers: [address]))
            }
            let connection = try await Self.converse(configuration)
            ports.append(await connection.endpoint?.endpoint.port)
        }
        #expect(ports == [server.directTLSPort, server.directTLSPort])
    }

    @Test(.needs(.prosody), .needs(.dnsmasq)) func domainThatOffersNothingIsNotConnectedTo() async throws {
        let names = try DNSServer(records: ["--srv-host=_xmpp-client._tcp.good.test"])
        let address = try #require(SocketAddress("127.0.0.1", port: names.port))
        let configuration = try Self.configuration(TestAccount()) { configuration in
            configuration.resolver = DNSResolver(NameserverSettings(servers: [address]))
        }
        let (_, error) = try await ClientConnection(configuration).drain()
        guard case .unreachable(let failure)? = error as? ConnectionError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.reason == .serviceNotOffered)
    }

    /// A connection that is cut in the midst of a stanza is established anew, and nothing is lost or doubled.
    @Test(.needs(.prosody)) func cutStreamIsResumedAtARealServer() async throws {
        let server = try ServerKind.prosody.shared()
        let proxy = try CuttingProxy(to: server.startTLSPort)
        let configuration = try Self.configuration(try server.makeAccount()) { configuration in
            configuration.server = .at(host: "127.0.0.1", port: proxy.port)
            configuration.reconnection = ReconnectionPolicy(initialDelay: .milliseconds(100))
        }
        let connection = try ClientConnection(configuration)
        let jid = try await connection.established()
        _ = try await connection.first { $0.name == "streamManagementEnabled" }
        try await connection.send(Presence())
        let sending = Task {
            for number in 0..<100 {
                if number == 20 { proxy.cut(after: 50, .fromClient) }
                if number == 60 { proxy.cut(after: 50, .fromServer) }
                try await connection.send(Message(to: jid, type: .chat) { Body("\(number)") })
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        var bodies: [String] = []
        var resumptions = 0
        while bodies.count < 100, let event = try await connection.makeAsyncIterator().next() {
            if let body = event.body { bodies.append(body) }
            if event.name == "resumed" { resumptions += 1 }
            // The next connection is not to be cut at once.
            if event.name == "ended" { proxy.cut() }
        }
        try await sending.value
        #expect(bodies == (0..<100).map(String.init))
        #expect(resumptions >= 1)
        await connection.close()
    }
}
