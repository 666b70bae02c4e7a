import Foundation
import TestServers
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTLS
import XMPPTransport

/// Components of external servers and libraries (XEP-0114), on either side.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ComponentTests {
    private static let texts = ["hello", "Ärger & <Spaß> \"'"]

    /// Our component proves the secret, gets what is for it, and answers.
    @Test(.needs(.prosody), .needs(.ejabberd), .showsServerLogs, arguments: ServerKind.allCases)
    func ourComponentServesAtARealServer(_ kind: ServerKind) async throws {
        let server = try kind.shared()
        let component = ComponentConnection(try Self.component(port: server.componentPort))
        let echoing = Task { try await Self.echo(component) }
        #expect(try await component.established() == JID(TestComponent.domain))
        let pong = try await component.request(
            IQ(get: Ping(), to: JID(TestDomain.good.rawValue), from: JID(TestComponent.domain), id: component.makeID()))
        #expect(pong.type == .result)
        let account = try server.makeAccount()
        let client = try OwnClient(Self.configuration(account, port: server.startTLSPort))
        try await client.goOnline()
        for text in Self.texts {
            let to = try JID("anyone@\(TestComponent.domain)")
            try await client.connection.send(Message(to: to, type: .chat) { Body(text) })
        }
        let answers = try await client.wait(count: Self.texts.count) { $0.message }
        #expect(answers.map(\.body) == Self.texts.map { "echo: \($0)" })
        #expect(answers.allSatisfy { $0.from?.domain == TestComponent.domain })
        await client.close()
        await component.close()
        let ending = try await echoing.value
        guard case .closed(.answered)? = ending?.cause else {
            Issue.record("\(String(describing: ending))")
            return
        }
    }

    /// A component comes back to its server without being asked to.
    @Test(.needs(.prosody), .showsServerLogs) func ourComponentComesBack() async throws {
        let server = try ServerKind.prosody.shared()
        let proxy = try CuttingProxy(to: server.componentPort)
        let component = ComponentConnection(
            try Self.component(port: proxy.port) {
                $0.reconnection = ReconnectionPolicy(initialDelay: .milliseconds(10))
            })
        var establishedCount = 0
        while establishedCount < 2, let event = try await component.makeAsyncIterator().next() {
            guard Self.established(event) != nil else { continue }
            establishedCount += 1
            if establishedCount == 1 { proxy.cut() }
        }
        #expect(establishedCount == 2)
        await component.close()
    }

    @Test func nobodyTakesComponentsIn() async throws {
        let port = try Loopback.freePort()
        let component = ComponentConnection(try Self.component(port: port))
        await #expect(throws: ConnectionError.self) { try await component.established() }
        await #expect(throws: ConnectionError.self) { for try await _ in component {} }
    }

    @Test(.needs(.prosody), .needs(.ejabberd), .showsServerLogs, arguments: ServerKind.allCases)
    func ourComponentIsRefusedWithAWrongSecret(_ kind: ServerKind) async throws {
        let port = try kind.shared().componentPort
        let component = ComponentConnection(try Self.component(port: port) { $0.secret = Secret("wrong") })
        let error: StreamError
        do {
            try await component.established()
            Issue.record("it is established")
            return
        } catch ConnectionError.ended(let ending) {
            guard case .streamError(let told) = ending.cause else {
                Issue.record("\(ending)")
                return
            }
            error = told
        }
        #expect(error.condition == .notAuthorized)
    }

    /// A component over slixmpp proves the secret to us, gets messages, answers and sends some.
    @Test func foreignComponentServesAtOurHost() async throws {
        let command = try ForeignProgram.slixmpp.componentCommand()
        let (listening, port) = try Loopback.listening()
        defer { close(listening) }
        let component = try ForeignClient(
            command, account: TestComponent.domain, password: TestComponent.secret, port: port, carrier: .startTLS)
        let host = try Self.host(listening)
        try await host.wait(for: Self.established)
        try await component.wait(for: "online")
        let (romeo, bot) = (try JID("romeo@good.test/garden"), try JID("bot@\(TestComponent.domain)"))
        for text in Self.texts { host.tell(.send(Message(to: bot, from: romeo, type: .chat) { Body(text) }.element)) }
        try component.tell("send romeo@good.test/garden unasked")
        let messages = try await host.wait(count: 3) { $0.message }
        #expect(Set(messages.map(\.body)) == Set(Self.texts.map { "echo: \($0)" } + ["unasked"]))
        #expect(messages.allSatisfy { $0.from?.bare == bot && $0.to == romeo })
        try component.tell("quit")
        try await component.wait(for: "closed")
        try await host.wait(for: Self.ending)
    }

    @Test func foreignComponentIsRefusedWithAWrongSecret() async throws {
        let command = try ForeignProgram.slixmpp.componentCommand()
        let (listening, port) = try Loopback.listening()
        defer { close(listening) }
        let component = try ForeignClient(
            command, account: TestComponent.domain, password: "wrong", port: port, carrier: .startTLS)
        let host = try Self.host(listening)
        try await component.wait(for: "failed")
        let ending = try await host.wait(for: Self.ending)[0]
        guard case .violation = ending.cause else {
            Issue.record("\(ending)")
            return
        }
    }

    // MARK: -

    private static func component(
        port: UInt16, _ configure: (inout ComponentConnectionConfiguration) -> Void = { _ in }
    ) throws -> ComponentConnectionConfiguration {
        var configuration = ComponentConnectionConfiguration(
            domain: try JID(TestComponent.domain), secret: Secret(TestComponent.secret), host: "127.0.0.1", port: port)
        configure(&configuration)
        return configuration
    }

    /// Answers every message with its body in return; returns how the session ended.
    private static func echo(_ component: ComponentConnection) async throws -> Ending? {
        var ending: Ending?
        for try await event in component {
            if let message = event.message, message.type == .chat {
                try await component.send(message.reply { Body("echo: \(message.body ?? "")") })
            }
            ending = Self.ending(event) ?? ending
        }
        return ending
    }

    private static func host(_ listening: Int32) throws -> ComponentHost {
        let descriptor = accept(listening, nil, nil)
        try #require(descriptor >= 0)
        return ComponentHost(descriptor) { domain in
            domain.domain == TestComponent.domain ? TestComponent.secret : nil
        }
    }

    private static func established(_ event: ComponentEvent) -> JID? {
        if case .established(let jid) = event { jid } else { nil }
    }

    private static func ending(_ event: ComponentEvent) -> Ending? {
        if case .ended(let ending) = event { ending } else { nil }
    }

    private static func configuration(_ account: TestAccount, port: UInt16) throws -> ConnectionConfiguration {
        let session = ClientConfiguration(
            account: try JID(account.address),
            credentials: SASLCredentials(username: account.name, password: Secret(account.password)))
        var configuration = ConnectionConfiguration(session: session)
        configuration.tls.trust = try Stage.trust()
        // Of ejabberd 23.01 over TLS 1.3 the channel bindings cannot be used.
        configuration.tls.maximumVersion = .tls12
        configuration.server = .at(host: "127.0.0.1", port: port)
        return configuration
    }
}

extension ComponentEvent {
    fileprivate var message: Message? {
        if case .stanza(.message(let message)) = self { message } else { nil }
    }
}
