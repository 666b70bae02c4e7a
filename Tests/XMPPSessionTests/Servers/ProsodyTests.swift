import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas
import XMPPTLS

@testable import XMPPSession

/// Sessions with a real server, by a driver of blocking sockets.
@Suite(.serialized, .enabled(if: ProsodyServer.executable != nil, "Prosody is not installed"))
struct ProsodyTests {
    private static func driver(
        _ server: ProsodyServer,
        _ name: String = "juliet",
        password: String = "correct horse",
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> BlockingDriver {
        var configuration = ClientConfiguration(
            account: try JID("\(name)@localhost"),
            credentials: SASLCredentials(username: name, password: Secret(password))
        )
        configuration.timeouts.step = .seconds(10)
        configure(&configuration)
        return try BlockingDriver(
            configuration,
            port: configuration.tls == .direct ? server.directTLSPort : server.startTLSPort,
            trust: TLSTrust(anchors: .pem(server.certificate))
        )
    }

    private static func register(_ name: String, at server: ProsodyServer) throws -> BlockingDriver {
        let driver = try driver(server, name) { $0.registersAccount = true }
        try driver.run { $0.name == "registrationForm" }
        try driver.act { session, now in
            let query = Element(.registration) {
                Element(.registrationUsername, text: name)
                Element(.registrationPassword, text: "correct horse")
            }
            try session.submitRegistration(query, now: now)
        }
        try driver.run { $0.name == "streamManagementEnabled" }
        return driver
    }

    private static func body(_ event: ClientEvent) -> String? {
        guard case .stanza(.message(let message)) = event else { return nil }
        return message.body
    }

    @Test func accountLivesFromRegistrationToRemoval() throws {
        let server = try ProsodyServer()
        let first = try Self.register("juliet", at: server)
        // Log in again over direct TLS, and have the resource refused or replaced as the server likes.
        let second = try Self.driver(server) { $0.tls = .direct }
        var mechanism: SASLMechanism?
        try second.run {
            if case .authenticated(let outcome) = $0 { mechanism = outcome.mechanism }
            return $0.name == "bound"
        }
        #expect(mechanism?.scramHash != nil)
        #expect(second.session.boundJID?.bare.full == "juliet@localhost")

        // A request and its response, a password change.
        let roster = IQ(.get, element: Element(Name("query", in: "jabber:iq:roster")), id: second.session.makeID())
        try second.act { session, now in _ = try session.send(try #require(roster), now: now) }
        try second.run { $0.name == "response" }
        _ = try second.act { session, now in try session.changePassword(to: Secret("battery staple"), now: now) }
        try second.run {
            guard case .response(let outcome) = $0 else { return false }
            if case .failure = outcome.result { Issue.record("\(outcome)") }
            return true
        }
        let wrong = try Self.driver(server)
        #expect(throws: BlockingDriver.Failure.self) { try wrong.run { $0.name == "bound" } }
        #expect(wrong.session.ending?.causeName == "authenticationRefused")

        // A graceful end, and the removal.
        try second.act { session, now in try session.close(now: now) }
        try second.run { $0.name == "ended" }
        guard case .closed(peerAgreed: true)? = second.session.ending?.cause else {
            Issue.record("\(String(describing: second.session.ending))")
            return
        }
        #expect(throws: BlockingDriver.Failure.self) { try first.run { _ in false } }
        guard case .streamError(let error)? = first.session.ending?.cause else {
            Issue.record("\(String(describing: first.session.ending))")
            return
        }
        // Prosody ends the other sessions of an account whose password was changed.
        #expect(error.condition == .reset)
        let last = try Self.driver(server, password: "battery staple")
        try last.run { $0.name == "bound" }
        _ = try last.act { session, now in try session.removeAccount(now: now) }
        try last.run { $0.name == "ended" }
        #expect(last.session.ending?.causeName == "accountRemoved")
    }

    @Test func stanzasSurviveACutWithoutLossOrDuplicate() throws {
        let server = try ProsodyServer()
        let romeo = try Self.register("romeo", at: server)
        let juliet = try Self.register("juliet", at: server)
        let to = try #require(romeo.session.boundJID)
        let back = try #require(juliet.session.boundJID)
        func send(_ text: String, _ driver: BlockingDriver, to address: JID) throws {
            try driver.act { session, now in
                _ = try session.send(Message(to: address, type: .chat) { Body(text) }, now: now)
            }
        }
        try send("1", juliet, to: to)
        try juliet.run { $0.name == "acknowledged" }
        try send("2", juliet, to: to)
        juliet.cut()
        try send("3", juliet, to: to)
        #expect(throws: BlockingDriver.Failure.self) { try juliet.run { _ in false } }
        let stream = try #require(juliet.session.ending?.resumption)
        // While she is away a message comes for her.
        try send("a", romeo, to: back)

        let again = try Self.driver(server) { $0.resumption = stream }
        try send("4", again, to: to)
        try again.run { $0.name == "resumed" }
        try again.run { Self.body($0) == "a" }
        try send("5", again, to: to)
        var received: [String] = []
        try romeo.run { event in
            if let body = Self.body(event) { received.append(body) }
            return received.last == "5"
        }
        #expect(received == ["1", "2", "3", "4", "5"])
    }

    @Test func certificateOfAnotherNameEndsTheHandshake() throws {
        let server = try ProsodyServer()
        var configuration = ClientConfiguration(account: try JID("juliet@localhost"), credentials: SASLCredentials())
        configuration.tls = .direct
        // Its own certificate is not among the authorities here.
        let driver = try BlockingDriver(configuration, port: server.directTLSPort, trust: TLSTrust(anchors: .system))
        #expect(throws: BlockingDriver.Failure.self) { try driver.run { $0.name == "secured" } }
        #expect(driver.session.ending?.causeName == "tlsFailed")
    }

    @Test func unknownHostIsAStreamError() throws {
        let server = try ProsodyServer()
        let driver = try Self.driver(server) { $0.account = (try? JID("juliet@elsewhere.example")) ?? $0.account }
        #expect(throws: BlockingDriver.Failure.self) { try driver.run { _ in false } }
        guard case .streamError(let error)? = driver.session.ending?.cause else {
            Issue.record("\(String(describing: driver.session.ending))")
            return
        }
        #expect(error.condition == .hostUnknown)
    }
}
