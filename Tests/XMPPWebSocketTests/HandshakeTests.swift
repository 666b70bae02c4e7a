import Testing

@testable import XMPPWebSocket

@Suite("The opening handshake (RFC 6455 §4)")
struct HandshakeTests {
    @Test("The example of §1.3: the key is answered with its digest")
    func exampleKey() {
        #expect(HandshakeKey.acceptance(of: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test("A key is base64 of 16 bytes, and nothing else")
    func validKeys() {
        #expect(HandshakeKey.isValid("dGhlIHNhbXBsZSBub25jZQ=="))
        for wrong in [
            "", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZR==", "dGhlIHNhbXBsZSBub25j!Q==",
            "dGhlIHNhbXBsZSBub25jZQ==AAAA", "dGhlIHNhbXBsZSBub25jZQA=",
        ] {
            #expect(!HandshakeKey.isValid(wrong), "\(wrong)")
        }
    }

    @Test("A client and a server open a connection, however the bytes are cut")
    func openConnection() throws {
        var client = try WebSocketConnection(
            clientOf: WebSocketURL("wss://xmpp.example:5443/ws?a=b"), headerFields: [("Origin", "https://app.example")],
            generator: FixedGenerator())
        var server = WebSocketConnection(serverWith: WebSocketConfiguration())
        let outputs = server.receive(bytewise: client.drainBytes())
        guard case .request(let request)? = outputs.first else {
            Issue.record("There is no request in \(outputs).")
            return
        }
        #expect(outputs.count == 1)
        #expect(request.target == "/ws?a=b")
        #expect(request.host == "xmpp.example:5443")
        #expect(request.origin == "https://app.example")
        #expect(request.subprotocols == ["xmpp"])
        #expect(request.headerFields.contains { $0.name == "sec-websocket-version" && $0.value == "13" })

        try server.accept(subprotocol: "xmpp", headerFields: [("Server", "test")])
        let answer = server.drain()
        #expect(answer.events == [.opened(subprotocol: "xmpp")])
        #expect(client.receive(bytewise: answer.written) == [.opened(subprotocol: "xmpp")])
        #expect(client.isOpen && server.isOpen)
    }

    @Test("A request that has not come in time is answered with 408, and nothing else is")
    func lateRequest() throws {
        for part in ["", "GET / HTTP/1.1\r\nHost: a\r\n"] {
            var server = WebSocketConnection(serverWith: WebSocketConfiguration())
            server.receive(Array(part.utf8))
            server.requestTimedOut()
            let answer = server.drain()
            #expect(String(decoding: answer.written, as: UTF8.self).hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
            #expect(answer.events == [.closed(.refused(status: 408))])
            server.requestTimedOut()
            #expect(server.drain().written.isEmpty)
        }
        var client = try WebSocketConnection(
            clientOf: WebSocketURL("ws://xmpp.example/"), generator: FixedGenerator())
        var server = WebSocketConnection(serverWith: WebSocketConfiguration())
        server.receive(client.drainBytes())
        _ = server.drain()
        client.requestTimedOut()
        server.requestTimedOut()
        #expect(client.drain().isEmpty)
        #expect(server.drain().written.isEmpty)
        try server.accept(subprotocol: nil)
        #expect(server.isOpen)
    }

    @Test("Messages may come in one piece with the response")
    func messageBehindResponse() throws {
        var client = try WebSocketConnection(
            clientOf: WebSocketURL("ws://xmpp.example/"), generator: FixedGenerator())
        var server = WebSocketConnection(serverWith: WebSocketConfiguration())
        server.receive(client.drainBytes())
        _ = server.drain()
        try server.accept(subprotocol: "xmpp")
        try server.send(text: Array("<a/>".utf8))
        client.receive(server.drainBytes())
        #expect(client.drain() == [.opened(subprotocol: "xmpp"), .text(Array("<a/>".utf8))])
    }

    static let accept = "Sec-WebSocket-Accept: \(FixedGenerator.acceptance)"

    @Test(
        "A response that is not as it has to be fails",
        arguments: [
            ("HTTP/1.1 404 Not Found\r\n\r\n", .unexpectedStatus(404, reason: "Not Found")),
            ("HTTP/1.1 302\r\n\r\n", .unexpectedStatus(302, reason: "")),
            ("SSH-2.0-OpenSSH\r\n\r\n", .notHTTP),
            ("HTTP/2 101 X\r\n\r\n", .notHTTP),
            ("\u{16}\u{3}\u{1}", .notHTTP),
            ("HTTP/1.1 101 S\r\nConnection: Upgrade\r\n\(accept)\r\n\r\n", .unexpectedField("Upgrade")),
            ("HTTP/1.1 101 S\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", .unexpectedField("Upgrade")),
            ("HTTP/1.1 101 S\r\nUpgrade: websocket\r\n\(accept)\r\n\r\n", .unexpectedField("Connection")),
            (
                "HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
                .unexpectedField("Sec-WebSocket-Accept")
            ),
            (
                "HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\(accept)\r\n"
                    + "Sec-WebSocket-Protocol: xmpp\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
                .unexpectedExtension("permessage-deflate")
            ),
            (
                "HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\(accept)\r\n"
                    + "Sec-WebSocket-Protocol: mqtt\r\n\r\n",
                .unexpectedSubprotocol("mqtt")
            ),
            (
                "HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\(accept)\r\n\r\n",
                .missingSubprotocol
            ),
        ] as [(String, WebSocketHandshakeError)])
    func wrongResponse(_ response: String, _ error: WebSocketHandshakeError) throws {
        var client = try WebSocketConnection(
            clientOf: WebSocketURL("ws://xmpp.example/"), generator: FixedGenerator())
        _ = client.drain()
        client.receive(Array(response.utf8))
        #expect(client.drain() == [.closed(.handshakeFailed(error))])
        #expect(!client.isOpen)
    }

    @Test("A response may write its fields as HTTP allows")
    func liberalResponse() throws {
        var client = try WebSocketConnection(
            clientOf: WebSocketURL("ws://xmpp.example/"), generator: FixedGenerator())
        _ = client.drain()
        let response =
            "HTTP/1.1 101 \r\nUPGRADE:WebSocket\r\nconnection: keep-alive, Upgrade \r\n\(Self.accept)\r\n"
            + "sec-websocket-protocol:\t xmpp\t\r\n\r\n"
        #expect(client.receive(bytewise: Array(response.utf8)) == [.opened(subprotocol: "xmpp")])
    }

    static let wanted = "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
    static let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

    @Test(
        "A request that is not as it has to be is refused with a status that says why",
        arguments: [
            ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", .wrongMethod("POST"), 405),
            ("GET / HTTP/1.0\r\nHost: a\r\n\r\n", .notHTTP, 400),
            ("GET /\r\n\r\n", .notHTTP, 400),
            ("<stream:stream", .notHTTP, 400),
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", .notAnUpgrade, 426),
            ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .notHTTP, 400),
            ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", .notHTTP, 400),
            (
                "GET / HTTP/1.1\r\nHost: a\r\n\(wanted)\(key)Sec-WebSocket-Version: 8\r\n\r\n",
                .unsupportedVersion("8"), 426
            ),
            ("GET / HTTP/1.1\r\n\(wanted)\(key)Sec-WebSocket-Version: 13\r\n\r\n", .invalidField("Host"), 400),
            (
                "GET / HTTP/1.1\r\nHost: a\r\n\(wanted)Sec-WebSocket-Version: 13\r\n\r\n",
                .invalidField("Sec-WebSocket-Key"), 400
            ),
            (
                "GET / HTTP/1.1\r\nHost: a\r\n\(wanted)\(key)\(key)Sec-WebSocket-Version: 13\r\n\r\n",
                .invalidField("Sec-WebSocket-Key"), 400
            ),
            ("GET / HTTP/1.1\r\nHost: a\r\n\(wanted)\(key)Sec-WebSocket-Version: 13\r\n\r\nx", .earlyData, 400),
        ] as [(String, WebSocketHandshakeError, Int)])
    func wrongRequest(_ request: String, _ error: WebSocketHandshakeError, _ status: Int) {
        var server = WebSocketConnection(serverWith: WebSocketConfiguration())
        server.receive(Array(request.utf8))
        let outputs = server.drain()
        #expect(outputs.events == [.closed(.handshakeFailed(error))])
        let response = String(decoding: outputs.written, as: UTF8.self)
        #expect(response.hasPrefix("HTTP/1.1 \(status) "))
        if status == 426 { #expect(response.contains("Sec-WebSocket-Version: 13\r\n")) }
    }

    @Test("A head without an end is refused at the limit, and nothing beyond it is kept")
    func endlessHead() {
        var server = WebSocketConnection(serverWith: WebSocketConfiguration(limits: .init(handshakeBytes: 100)))
        server.receive(Array(("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 1 << 20)).utf8))
        let outputs = server.drain()
        #expect(outputs.events == [.closed(.handshakeFailed(.headTooLong(limit: 100)))])
        #expect(String(decoding: outputs.written, as: UTF8.self).hasPrefix("HTTP/1.1 431 "))
    }

    @Test("The application refuses what it does not want")
    func refusal() throws {
        var client = try WebSocketConnection(
            clientOf: WebSocketURL("ws://xmpp.example/wrong"), generator: FixedGenerator())
        var server = WebSocketConnection(serverWith: WebSocketConfiguration())
        server.receive(client.drainBytes())
        _ = server.drain()
        try server.refuse(status: 404, reason: "There is nothing here.")
        let outputs = server.drain()
        #expect(outputs.events == [.closed(.refused(status: 404))])
        client.receive(outputs.written)
        #expect(client.drain() == [.closed(.handshakeFailed(.unexpectedStatus(404, reason: "Not Found")))])
    }

    @Test("Local mistakes throw and change nothing")
    func localErrors() throws {
        var server = WebSocketConnection(serverWith: WebSocketConfiguration())
        #expect(throws: WebSocketLocalError.noRequest) { try server.accept(subprotocol: nil) }
        #expect(throws: WebSocketLocalError.notOpen) { try server.send(text: []) }
        #expect(throws: WebSocketLocalError.invalidHeaderField("X")) {
            _ = try WebSocketConnection(
                clientOf: WebSocketURL("ws://a/"), headerFields: [("X", "a\r\nY: b")], generator: FixedGenerator())
        }
        var client = try WebSocketConnection(clientOf: WebSocketURL("ws://a/"), generator: FixedGenerator())
        server.receive(client.drainBytes())
        _ = server.drain()
        #expect(throws: WebSocketLocalError.subprotocolNotOffered("mqtt")) { try server.accept(subprotocol: "mqtt") }
        try server.accept(subprotocol: "xmpp")
        #expect(server.isOpen)
    }

    @Test("A transport that is closed during the handshake says so")
    func cutHandshake() throws {
        var client = try WebSocketConnection(clientOf: WebSocketURL("ws://a/"), generator: FixedGenerator())
        _ = client.drain()
        client.receive(Array("HTTP/1.1 1".utf8))
        client.transportClosed()
        #expect(client.drain() == [.closed(.handshakeFailed(.cut(receivedBytes: 10)))])
    }
}

extension FixedGenerator {
    /// What answers the key of a client with a fresh generator.
    static var acceptance: String {
        var generator = FixedGenerator()
        return HandshakeKey.acceptance(of: HandshakeKey.generate(using: &generator)) ?? ""
    }
}
