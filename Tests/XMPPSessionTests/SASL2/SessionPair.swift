import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// A client's and a server's session, the one's bytes brought to the other at once; TLS is stood for by its bindings.
final class SessionPair {
    static let clientID = "d4565fa7-4d72-4749-b3d3-740edbf87770"

    let client: ClientSession
    let server: ServerSession
    let application: InlineApplication
    private(set) var fromClient = ""
    private(set) var fromServer = ""
    private(set) var clientEvents: [ClientEvent] = []
    private(set) var serverEvents: [ServerEvent] = []
    /// Changes what the client says before the server reads it.
    var meddle: (String) -> String = { $0 }
    /// Changes what the server says before the client reads it.
    var meddleWithServer: (String) -> String = { $0 }
    private let binding: ChannelBinding
    private let now = Instant(milliseconds: 0)

    init(
        _ application: InlineApplication,
        seed: UInt64 = 1,
        service: SASL2Service? = SASL2Service(),
        client configureClient: (inout ClientConfiguration) -> Void = { _ in },
        server configureServer: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        self.application = application
        binding = try ChannelBinding(.tlsExporter, data: Array(repeating: UInt8(truncatingIfNeeded: seed), count: 32))
        var generator = SeededGenerator(seed)
        var configuration = ServerConfiguration(domains: [try JID("example.com")], decoy: AccountTable.decoy)
        configuration.tls = .direct
        configuration.mechanisms = [.scramSHA512Plus, .scramSHA256Plus, .scramSHA512, .scramSHA256, .plain]
        configuration.sasl2 = service
        configureServer(&configuration)
        server = ServerSession(ServerContext(configuration), using: &generator, now: now)
        var clientConfiguration = ClientConfiguration(
            account: try JID(Harness.account),
            credentials: SASLCredentials(username: "juliet", password: Secret(Harness.password)))
        clientConfiguration.tls = .direct
        clientConfiguration.mechanisms = MechanismPolicy(permitted: [
            .scramSHA256Plus, .scramSHA256, .hashedToken, .hashedTokenExporter,
        ])
        clientConfiguration.sasl2.userAgent = SASL2UserAgent(id: Self.clientID)
        configureClient(&clientConfiguration)
        client = ClientSession(clientConfiguration, using: &generator, now: now)
    }

    /// Connects, and runs until neither has anything more to say.
    func run() throws {
        try client.connected(now: now)
        try settle()
    }

    func settle() throws {
        var isBusy = true
        while isBusy {
            let server = try drainServer()
            let client = try drainClient()
            isBusy = server || client
        }
    }

    func loseTransport() throws {
        client.transportClosed(now: now)
        server.transportClosed(now: now)
        try settle()
    }

    private func drainClient() throws -> Bool {
        var isBusy = false
        while true {
            switch client.nextOutput() {
            case .write(let bytes):
                let text = meddle(String(decoding: bytes, as: UTF8.self))
                fromClient += text
                server.receive(Array(text.utf8), now: now)
            case .startTLS: try client.tlsEstablished(bindings: [binding], now: now)
            case .event(let event): clientEvents.append(event)
            case .close: server.transportClosed(now: now)
            case .wait: return isBusy
            }
            isBusy = true
        }
    }

    private func drainServer() throws -> Bool {
        var isBusy = false
        while true {
            switch server.nextOutput() {
            case .write(let bytes):
                let text = meddleWithServer(String(decoding: bytes, as: UTF8.self))
                fromServer += text
                try client.receive(Array(text.utf8), now: now)
            case .startTLS: try server.tlsEstablished(bindings: [binding], now: now)
            case .event(let event):
                serverEvents.append(event)
                try application.handle(event, of: server, now: now)
            case .close: client.transportClosed(now: now)
            case .wait: return isBusy
            }
            isBusy = true
        }
    }

    // MARK: What happened

    var clientNames: [String] { clientEvents.map(\.name) }
    var serverNames: [String] { serverEvents.map(caseName(of:)) }
    var issued: IssuedToken? {
        clientEvents.compactMap { if case .tokenIssued(let token) = $0 { token } else { nil } }.last
    }

    var mechanism: SASLMechanism? {
        clientEvents.compactMap { if case .authenticated(let outcome) = $0 { outcome.mechanism } else { nil } }.last
    }

    var results: [Element] {
        clientEvents.compactMap { if case .authenticated(let outcome) = $0 { outcome.inlineResults } else { nil } }.last
            ?? []
    }
}

extension String {
    /// How often a text is in it.
    func count(of text: String) -> Int { ranges(of: text).count }
}
