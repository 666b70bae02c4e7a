import Foundation
import TestServers
import Testing
import XMPPAddress
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTLS

@testable import XMPPTransport

/// The server's end of connections, with clients that are sockets and nothing more.
@Suite(.timeLimit(.minutes(5)))
struct ListenerTests {
    static func listener(_ configure: (inout ListenerConfiguration) -> Void = { _ in }) throws -> Listener {
        var session = ServerConfiguration(
            domains: [try JID("localhost")], decoy: SCRAMDecoy(seed: Secret("seed"), iterations: 4096))
        session.tls = .none
        session.mechanisms = [.anonymous]
        session.timeouts.closing = .seconds(2)
        let address = try #require(SocketAddress("127.0.0.1", port: 0))
        var configuration = ListenerConfiguration(session: session, tls: nil, address: address)
        configure(&configuration)
        return try Listener(configuration)
    }

    static let header =
        "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='localhost' version='1.0'>"
    private static let login =
        header + "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'>=</auth>" + header
        + "<iq type='set' id='1'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>"

    /// Connects, logs in without waiting for anything, and returns both ends, established.
    static func established(_ listener: Listener) async throws -> (Client, ServerConnection) {
        let client = try Client(listener)
        let connection = try #require(await listener.makeAsyncIterator().next())
        try await client.send(login)
        let events = connection.makeAsyncIterator()
        while let event = try await events.next() {
            if case .resourceRequested(let resource) = event { try await connection.bind(resource: resource) }
            if case .bound = event { break }
        }
        try await client.read(until: "</jid>")
        return (client, connection)
    }

    @Test func stanzasGoBothWays() async throws {
        let listener = try Self.listener()
        let (client, connection) = try await Self.established(listener)
        let jid = try #require(await connection.boundJID)
        #expect(await connection.account == jid.bare)
        #expect(await connection.handshake == nil)
        try await client.send("<message to='a@localhost'><body>up</body></message>")
        let event = try await connection.first { event in
            if case .stanza = event { true } else { false }
        }
        guard case .stanza(.message(let message))? = event else { return }
        #expect(message.body == "up")
        #expect(message.from == jid)
        try await connection.send(Message(to: jid, from: JID("a@localhost")) { Body("down") })
        try await client.read(until: "<body>down</body></message>")
        try await client.send("</stream:stream>")
        try await client.read(until: "</stream:stream>")
        try await client.readToEnd()
        await client.close()
        let last = try await connection.first { _ in true }
        guard case .ended(let ending)? = last else {
            Issue.record("\(String(describing: last))")
            return
        }
        #expect(ending.causeName == "closedByPeer")
        #expect(try await connection.makeAsyncIterator().next() == nil)
        #expect(await connection.ending?.causeName == "closedByPeer")
    }

    @Test func portInUseIsAnError() throws {
        let (descriptor, port) = try Loopback.listening()
        defer { close(descriptor) }
        #expect {
            try Self.listener { $0.address.port = port }
        } throws: { error in
            "\(error)".hasPrefix("cannot listen on 127.0.0.1:\(port)")
        }
    }

    @Test func serverWithoutIdentityIsAnError() throws {
        #expect {
            try Self.listener { $0.session.tls = .required }
        } throws: { error in
            if case .tls(let error)? = error as? ListenerError { error.code == .invalidConfiguration } else { false }
        }
    }

    /// Nobody connects any more, those that were not taken are closed, and those that were taken stay.
    @Test func closedListenerLeavesNothingOpen() async throws {
        let listener = try Self.listener()
        let (taken, connection) = try await Self.established(listener)
        let waiting = try Client(listener)
        listener.close()
        try await waiting.readToEnd()
        #expect(await listener.makeAsyncIterator().next() == nil)
        let port = listener.address.port
        #expect(try await Self.isLeft(port))
        let jid = try #require(await connection.boundJID)
        try await connection.send(Message(to: jid) { Body("still here") })
        try await taken.read(until: "still here")
        connection.cancel()
        try await taken.readToEnd()
        await waiting.close()
        await taken.close()
    }

    @Test func cancelledTaskClosesTheListenerAndTheConnection() async throws {
        let listener = try Self.listener()
        let (client, connection) = try await Self.established(listener)
        let accepting = Task { await listener.makeAsyncIterator().next() == nil }
        let reading = Task { try await connection.first { _ in false } }
        accepting.cancel()
        reading.cancel()
        #expect(await accepting.value)
        await #expect(throws: CancellationError.self) { _ = try await reading.value }
        try await client.readToEnd()
        await client.close()
        let port = listener.address.port
        #expect(try await Self.isLeft(port))
    }

    /// A connection that nobody holds any more is closed.
    @Test func forgottenConnectionIsClosed() async throws {
        let listener = try Self.listener()
        let client = try Client(listener)
        var connection = await listener.makeAsyncIterator().next()
        #expect(connection != nil)
        connection = nil
        try await client.readToEnd()
        await client.close()
    }

    /// While connections are not taken, no more than agreed are accepted: the system holds the others.
    @Test func connectionsWaitToBeTaken() async throws {
        let listener = try Self.listener { $0.waitingConnections = 1 }
        let clients = try (0..<5).map { _ in try Client(listener) }
        for client in clients {
            try await client.send(Self.header)
            let connection = try #require(await listener.makeAsyncIterator().next())
            #expect(connection.address.host == "127.0.0.1")
            await connection.close()
        }
        for client in clients {
            try await client.readToEnd()
            await client.close()
        }
    }

    /// A client that reads nothing holds up who sends to it, and no memory is spent; when it reads, all comes.
    @Test func slowClientHoldsUpItsSender() async throws {
        let listener = try Self.listener { $0.buffers.outgoingBytes = 1 << 14 }
        let (client, connection) = try await Self.established(listener)
        let jid = try #require(await connection.boundJID)
        let text = String(repeating: "x", count: 10_000)
        let count = 2000
        let sending = Task {
            for number in 0..<count { try await connection.send(Message(to: jid) { Body("\(number) \(text)") }) }
        }
        // More than the buffers of both sockets hold is not taken in by the session.
        var held = 0
        try await Task.sleep(for: .milliseconds(200))
        repeat {
            held = await connection.driver.waitingByteCount
            try await Task.sleep(for: .milliseconds(20))
        } while held == 0
        #expect(held < 1 << 16)
        for number in 0..<count { try await client.read(until: "<body>\(number) ") }
        try await sending.value
        connection.cancel()
        await client.close()
    }

    /// A client that takes nothing in is given up.
    @Test func stalledClientIsGivenUp() async throws {
        let listener = try Self.listener { configuration in
            configuration.buffers.outgoingBytes = 1 << 14
            configuration.buffers.stallTimeout = .milliseconds(300)
        }
        let (client, connection) = try await Self.established(listener)
        let jid = try #require(await connection.boundJID)
        let text = String(repeating: "x", count: 100_000)
        await #expect(throws: LocalError.ended) {
            while true { try await connection.send(Message(to: jid) { Body(text) }) }
        }
        #expect(await connection.ending?.causeName == "transportClosed")
        await client.close()
    }

    /// So is one that takes everything in and acknowledges nothing, once more may not be sent; its stream can be resumed.
    @Test func clientThatAcknowledgesNothingIsGivenUp() async throws {
        let listener = try Self.listener { configuration in
            configuration.session.streamManagement.maximumUnacknowledged = 3
            configuration.buffers.stallTimeout = .milliseconds(300)
        }
        let (client, connection) = try await Self.established(listener)
        let jid = try #require(await connection.boundJID)
        try await client.send("<enable xmlns='urn:xmpp:sm:3' resume='true'/>")
        try await client.read(until: "<enabled ")
        let sending = Task {
            while true { try await connection.send(Message(to: jid) { Body("x") }) }
        }
        // An acknowledgement lets it go on.
        for count in 1...3 {
            for _ in 0..<3 { try await client.read(until: "</message>") }
            if count < 3 { try await client.send("<a xmlns='urn:xmpp:sm:3' h='\(count * 3)'/>") }
        }
        await #expect(throws: LocalError.ended) { try await sending.value }
        let ending = try #require(await connection.ending)
        #expect(ending.causeName == "transportClosed" && ending.resumption?.unacknowledged.count == 3)
        await client.close()
    }

    /// While the application takes no events nothing is read, and the client is not late with what lies unread.
    @Test func clientIsNotLateWhileNothingIsRead() async throws {
        let listener = try Self.listener { configuration in
            configuration.session.timeouts.stanza = .milliseconds(400)
            configuration.buffers.incomingEvents = 1
        }
        let (client, connection) = try await Self.established(listener)
        let text = String(repeating: "x", count: 40_000)
        try await client.send("<message to='a@b'/><message to='a@b'><body>\(text)</body></message>")
        try await Task.sleep(for: .milliseconds(1500))
        var bodies: [String?] = []
        for try await event in connection {
            guard case .stanza(.message(let message)) = event else {
                Issue.record("\(event)")
                break
            }
            bodies.append(message.body)
            if bodies.count == 2 { break }
        }
        #expect(bodies == [nil, text])
        connection.cancel()
        await client.close()
    }

    /// Waits until nobody listens on a port.
    private static func isLeft(_ port: UInt16) async throws -> Bool {
        for _ in 0..<500 {
            if !Loopback.isListening(on: port) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    // MARK: - WebSocket

    static func request(_ path: String, _ fields: String = "Sec-WebSocket-Protocol: xmpp\r\n") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(fields)\r\n"
    }

    @Test(arguments: [
        (request("/xmpp?a=b"), "HTTP/1.1 101 "), (request("/other"), "HTTP/1.1 404 "),
        (request("/xmpp", ""), "HTTP/1.1 400 "), ("\(header)", "HTTP/1.1 400 "),
    ])
    func webSocketIsOpenedOrRefused(_ request: String, _ answer: String) async throws {
        let listener = try Self.listener { $0.webSocketPath = "/xmpp" }
        let client = try Client(listener)
        let connection = try #require(await listener.makeAsyncIterator().next())
        try await client.send(request + (request.hasPrefix("GET") ? "" : "\r\n\r\n"))
        try await client.read(until: answer)
        try await client.read(until: "\r\n\r\n")
        if answer.contains("101") { connection.cancel() }
        try await client.readToEnd()
        await client.close()
        let ending = try await connection.first { event in
            if case .ended = event { true } else { false }
        }
        #expect(ending != nil)
    }

    /// A frame as a client writes it, with a mask that changes nothing.
    private static func frame(_ first: UInt8, _ text: String, of length: Int? = nil) -> [UInt8] {
        let length = length ?? text.utf8.count
        let head = length < 126 ? [0x80 | UInt8(length)] : [0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
        return [first] + head + [0, 0, 0, 0] + Array(text.utf8)
    }

    private static let framedOpen = "<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' to='localhost' version='1.0'/>"

    /// Who has not logged in gets no message in that is longer than its stanzas may be, not even a part of one.
    @Test func messageBeforeTheLoginIsBoundedAsStanzasAre() async throws {
        let listener = try Self.listener { $0.webSocketPath = "/xmpp" }
        let client = try Client(listener)
        let connection = try #require(await listener.makeAsyncIterator().next())
        try await client.send(Self.request("/xmpp"))
        try await client.read(until: "\r\n\r\n")
        try await client.send(Self.frame(0x81, Self.framedOpen))
        try await client.read(until: "features>")
        let most = ServerConfiguration(domains: [], decoy: SCRAMDecoy(seed: Secret("s"), iterations: 4096))
            .limitsBeforeLogin.stanzaBytes
        // The header of a frame is enough, before anything of its payload.
        try await client.send(Self.frame(0x81, "", of: most * 2))
        try await client.readToEnd()
        await client.close()
        let last = try await connection.first { if case .ended = $0 { true } else { false } }
        guard case .ended(let ending)? = last, case .violation(.brokenTransport)? = ending.cause as Ending.Cause? else {
            Issue.record("\(String(describing: last))")
            return
        }
    }

    /// After the login longer messages are good, and one that does not become whole in time is not waited for.
    @Test func messageHasToBecomeWholeInTime() async throws {
        let listener = try Self.listener { configuration in
            configuration.webSocketPath = "/xmpp"
            configuration.session.timeouts.stanza = .milliseconds(500)
        }
        let client = try Client(listener)
        let connection = try #require(await listener.makeAsyncIterator().next())
        try await client.send(Self.request("/xmpp"))
        try await client.read(until: "\r\n\r\n")
        for text in [
            Self.framedOpen, "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'>=</auth>",
            Self.framedOpen,
            "<iq xmlns='jabber:client' type='set' id='1'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>",
        ] {
            try await client.send(Self.frame(0x81, text))
        }
        var body: String?
        for try await event in connection {
            switch event {
            case .resourceRequested(let resource): try await connection.bind(resource: resource)
            case .bound:
                let text = String(repeating: "x", count: 30_000)
                try await client.send(
                    Self.frame(0x81, "<message xmlns='jabber:client' to='a@b'><body>\(text)</body></message>"))
            case .stanza(.message(let message)):
                body = message.body
                try await client.send(Self.frame(0x01, "<message"))
            case .ended(let ending):
                guard case .timedOut(.stanza) = ending.cause else {
                    Issue.record("\(ending)")
                    return
                }
            default: break
            }
        }
        #expect(body?.utf8.count == 30_000)
        await client.close()
    }
}

extension ServerDriver {
    fileprivate var waitingByteCount: Int { link?.outgoing.count ?? 0 }
}
