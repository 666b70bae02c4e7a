import Testing

@testable import XMPPWebSocket

@Suite("The closing handshake (RFC 6455 §7)")
struct ClosingTests {
    @Test("The client closes, what the server still sends arrives, and both end with the client's code")
    func clientCloses() throws {
        var pair = try OpenPair()
        try pair.client.close(.goingAway, reason: "Bye.")
        #expect(throws: WebSocketLocalError.notOpen) { try pair.client.send(text: []) }
        let closeFrame = pair.client.drainBytes()
        try pair.server.send(text: Array("late".utf8))
        #expect(pair.client(receiving: pair.server.drainBytes()) == [.text(Array("late".utf8))])
        let answer = pair.server(receiving: closeFrame)
        #expect(answer.events == [.closed(.closed(code: .goingAway, reason: "Bye.", byPeer: true))])
        #expect(
            pair.client(receiving: answer.written)
                == [.closed(.closed(code: .goingAway, reason: "Bye.", byPeer: false))])
    }

    @Test("A close frame without a code is answered by one without a code")
    func noCode() throws {
        var pair = try OpenPair()
        let outputs = pair.server(receiving: masked(0x88, []))
        #expect(outputs.written == [0x88, 0])
        #expect(outputs.events == [.closed(.closed(code: nil, reason: "", byPeer: true))])
    }

    @Test("Both close at once")
    func crossing() throws {
        var pair = try OpenPair()
        try pair.client.close(.normal)
        try pair.server.close(.goingAway)
        let fromClient = pair.client.drainBytes()
        let fromServer = pair.server.drainBytes()
        #expect(
            pair.server(receiving: fromClient) == [.closed(.closed(code: .goingAway, reason: "", byPeer: false))])
        #expect(pair.client(receiving: fromServer) == [.closed(.closed(code: .normal, reason: "", byPeer: false))])
    }

    @Test("Pings after one's own close frame are not answered")
    func pingWhileClosing() throws {
        var pair = try OpenPair()
        try pair.server.close()
        _ = pair.server.drain()
        #expect(pair.server(receiving: masked(0x89, [1])) == [])
    }

    @Test("A transport that ends without a close frame is cut, but after one's own close frame only early")
    func transportClosed() throws {
        var pair = try OpenPair()
        pair.server.transportClosed()
        #expect(pair.server.drain() == [.closed(.cut)])
        pair.server.transportClosed()
        #expect(pair.server.drain() == [])
        try pair.client.close()
        _ = pair.client.drain()
        pair.client.transportClosed()
        #expect(pair.client.drain() == [.closed(.closed(code: .normal, reason: "", byPeer: false))])
    }

    @Test("Codes and reasons that cannot be sent are refused")
    func localErrors() throws {
        var pair = try OpenPair()
        let reserved = WebSocketCloseCode(rawValue: 1006)
        #expect(throws: WebSocketLocalError.invalidCloseCode(reserved)) { try pair.client.close(reserved) }
        #expect(throws: WebSocketLocalError.tooLong) {
            try pair.client.close(.normal, reason: String(repeating: "x", count: 124))
        }
        #expect(throws: WebSocketLocalError.tooLong) { try pair.client.ping([UInt8](repeating: 0, count: 126)) }
        #expect(pair.client.isOpen)
    }

    @Test("Random bytes neither trap nor leave a connection that has ended talking")
    func randomBytes() throws {
        var generator = FixedGenerator(7)
        for _ in 0..<3_000 {
            var pair = try OpenPair()
            for _ in 0..<4 {
                let count = Int.random(in: 0..<24, using: &generator)
                var bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
                if !bytes.isEmpty, Bool.random(using: &generator) { bytes[0] &= 0x8F }
                _ = pair.client(receiving: bytes)
                _ = pair.server(receiving: bytes)
            }
            pair.client.transportClosed()
            pair.server.transportClosed()
            _ = pair.client.drain()
            _ = pair.server.drain()
            #expect(pair.client(receiving: [0x81, 0x00]) == [])
            #expect(pair.server(receiving: masked(0x81, [])) == [])
        }
    }
}
