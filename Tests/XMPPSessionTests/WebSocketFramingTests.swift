import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// A client and a server that exchange WebSocket messages in memory.
private struct MessagePair {
    let client: ClientSession
    let server: ServerSession
    private(set) var clientMessages: [String] = []
    private(set) var serverMessages: [String] = []
    private(set) var clientEvents: [ClientEvent] = []
    private(set) var serverEvents: [ServerEvent] = []
    let now = Instant(milliseconds: 0)
    private let accounts: AccountTable

    init(
        _ configureClient: (inout ClientConfiguration) -> Void = { _ in },
        _ configureServer: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        var generator = SeededGenerator(3)
        var configuration = ClientConfiguration(
            account: try JID(Harness.account),
            credentials: SASLCredentials(username: "juliet", password: Secret(Harness.password))
        )
        configuration.framing = .webSocket
        configuration.tls = .none
        configureClient(&configuration)
        var serverConfiguration = ServerConfiguration(domains: [try JID("example.com")], decoy: AccountTable.decoy)
        serverConfiguration.framing = .webSocket
        serverConfiguration.tls = .none
        serverConfiguration.mechanisms = [.scramSHA256]
        configureServer(&serverConfiguration)
        accounts = try AccountTable.withJuliet()
        client = ClientSession(configuration, using: &generator, now: now)
        server = ServerSession(ServerContext(serverConfiguration), using: &generator, now: now)
    }

    /// Carries messages until neither side has any.
    mutating func run() throws {
        var isMoving = true
        while isMoving {
            isMoving = false
            for message in drainClient() {
                isMoving = true
                server.receive(message, now: now)
            }
            for message in try drainServer() {
                isMoving = true
                try client.receive(message, now: now)
            }
        }
    }

    private mutating func drainClient() -> [[UInt8]] {
        var messages: [[UInt8]] = []
        while true {
            switch client.nextOutput() {
            case .write(let bytes): messages.append(bytes)
            case .event(let event): clientEvents.append(event)
            case .startTLS, .close: break
            case .wait:
                clientMessages += messages.map { String(decoding: $0, as: UTF8.self) }
                return messages
            }
        }
    }

    private mutating func drainServer() throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        while true {
            switch server.nextOutput() {
            case .write(let bytes): messages.append(bytes)
            case .event(let event):
                serverEvents.append(event)
                try answer(event)
            case .startTLS, .close: break
            case .wait:
                serverMessages += messages.map { String(decoding: $0, as: UTF8.self) }
                return messages
            }
        }
    }

    private func answer(_ event: ServerEvent) throws {
        switch event {
        case .credentialsNeeded(let question, _): try server.answer(accounts.answer(to: question), now: now)
        case .resourceRequested(let resource): try server.bind(resource: resource ?? "made-up", now: now)
        default: break
        }
    }
}

@Suite("Streams over WebSocket (RFC 7395)")
struct WebSocketFramingTests {
    @Test("A login, a message each way and the end, each thing a message that is a document of its own")
    func wholeStream() throws {
        var pair = try MessagePair()
        try pair.client.connected(now: pair.now)
        try pair.run()
        #expect(pair.client.boundJID == (try JID("juliet@example.com/made-up")))
        _ = try pair.client.send(Message(to: JID("romeo@example.net")) { Body("Hi.") }, now: pair.now)
        _ = try pair.server.send(
            Message(to: JID("juliet@example.com"), from: JID("romeo@example.net")) { Body("Ho.") }.element,
            now: pair.now)
        try pair.run()
        try pair.client.close(now: pair.now)
        try pair.run()

        for message in pair.clientMessages + pair.serverMessages {
            var parser = XMLStreamParser(framing: .webSocket)
            parser.receive(Array(message.utf8))
            #expect(try parser.next() != nil, "\(message)")
            #expect(try parser.next() == nil, "\(message)")
            #expect(!message.hasPrefix("<?xml"))
        }
        let clientOpens = pair.clientMessages.filter { $0.hasPrefix("<open ") }
        #expect(clientOpens.count == 2)
        #expect(clientOpens.allSatisfy { $0.contains("xmlns='urn:ietf:params:xml:ns:xmpp-framing'") })
        #expect(pair.serverMessages.filter { $0.hasPrefix("<open ") }.count == 2)
        #expect(pair.serverMessages.contains { $0.hasPrefix("<stream:features xmlns:stream='http://etherx.") })
        #expect(pair.clientMessages.contains { $0.hasPrefix("<message xmlns='jabber:client' ") })
        #expect(pair.clientMessages.last == "<close xmlns='urn:ietf:params:xml:ns:xmpp-framing'/>")
        #expect(pair.serverMessages.last == "<close xmlns='urn:ietf:params:xml:ns:xmpp-framing'/>")
        guard case .closed(.answered)? = pair.client.ending?.cause else {
            Issue.record("The client ended: \(String(describing: pair.client.ending))")
            return
        }
        #expect(pair.serverEvents.contains { if case .stanza = $0 { true } else { false } })
        #expect(pair.clientEvents.contains { if case .stanza = $0 { true } else { false } })
    }

    @Test("STARTTLS is neither offered nor asked for")
    func noSTARTTLS() throws {
        var pair = try MessagePair({ $0.tls = .preferred }, { $0.tls = .offered })
        try pair.client.connected(now: pair.now)
        try pair.run()
        #expect(pair.client.boundJID != nil)
        #expect(!pair.serverMessages.contains { $0.contains("xmpp-tls") })

        var strict = try MessagePair({ $0.tls = .required }, { $0.tls = .none })
        try strict.client.connected(now: strict.now)
        try strict.run()
        guard case .tlsNotOffered? = strict.client.ending?.cause else {
            Issue.record("The client ended: \(String(describing: strict.client.ending))")
            return
        }
    }

    @Test("With TLS from the first byte the stream opens once it is established")
    func directTLS() throws {
        var pair = try MessagePair({ $0.tls = .direct }, { $0.tls = .direct })
        try pair.client.connected(now: pair.now)
        try pair.run()
        #expect(pair.clientMessages.isEmpty)
        try pair.client.tlsEstablished(bindings: [], now: pair.now)
        try pair.server.tlsEstablished(bindings: [], now: pair.now)
        try pair.run()
        #expect(pair.client.boundJID != nil)
    }

    @Test("What the peer does to the WebSocket connection counts as breaking the protocol")
    func brokenConnection() throws {
        var pair = try MessagePair()
        try pair.client.connected(now: pair.now)
        try pair.run()
        pair.client.transportClosed(.violated("A frame of the server is masked."), now: pair.now)
        guard case .violation(.brokenTransport("A frame of the server is masked."))? = pair.client.ending?.cause else {
            Issue.record("The client ended: \(String(describing: pair.client.ending))")
            return
        }
        #expect(pair.client.ending?.side == .peer)
    }

    @Test("A server that wants to be met elsewhere says where (§3.6.1)")
    func seeOtherURI() throws {
        var pair = try MessagePair()
        try pair.client.connected(now: pair.now)
        try pair.run()
        let close = "<close xmlns='urn:ietf:params:xml:ns:xmpp-framing' see-other-uri='wss://other.example/ws'/>"
        try pair.client.receive(Array(close.utf8), now: pair.now)
        guard case .seeOtherURI("wss://other.example/ws")? = pair.client.ending?.cause else {
            Issue.record("The client ended: \(String(describing: pair.client.ending))")
            return
        }
    }

    @Test("No spaces are sent to keep the stream alive (§3.8)")
    func noWhitespace() throws {
        var pair = try MessagePair { $0.keepalive = KeepalivePolicy(whitespaceInterval: .seconds(10)) }
        try pair.client.connected(now: pair.now)
        try pair.run()
        let deadline = try #require(pair.client.deadline)
        #expect(deadline > pair.now.advanced(by: .seconds(11)))
        pair.client.timeout(now: pair.now.advanced(by: .seconds(11)))
        let before = pair.clientMessages.count
        try pair.run()
        #expect(pair.clientMessages.count == before)
    }

    @Test(
        "Two elements in a message, or a stream of RFC 6120, break the protocol",
        arguments: [
            "<presence xmlns='jabber:client'/><presence xmlns='jabber:client'/>", "<presence/>",
            "<presence xmlns='jabber:cl",
            "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>", "",
        ])
    func wrongFraming(_ message: String) throws {
        var pair = try MessagePair()
        try pair.client.connected(now: pair.now)
        try pair.run()
        pair.server.receive(Array(message.utf8), now: pair.now)
        guard case .violation(.malformedStream)? = pair.server.ending?.cause else {
            Issue.record("The server ended: \(String(describing: pair.server.ending))")
            return
        }
        try pair.run()
        #expect(pair.serverMessages.suffix(2).first?.hasPrefix("<stream:error xmlns:stream=") == true)
    }
}
