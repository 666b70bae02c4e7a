import Testing

@testable import XMPPCapture

@Suite("What waits for its end")
struct OpenContentTests {
    private let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='a'>"
    private let given = "error: The element that begins here is given up, because too much waits for its end at a time."

    private func context(openContentBytes: Int) -> ChannelContext {
        var limits = CaptureLimits()
        limits.openContentBytes = openContentBytes
        return ChannelContext(limits: limits)
    }

    @Test("When too many are open, those that waited longest give way, and their streams go on")
    func manyStreams() {
        // Each is counted with 64 KiB and four times its bytes: seven of them are within the limit, and when there are
        // more, room is made for another two.
        let context = context(openContentBytes: 500_000)
        let connections = (0..<8).map { Connection(stream: $0, context: context) }
        for connection in connections { connection.client("\(header)<message id='m1'><body>hal") }
        let log = connections[0].records().filter { !$0.words.hasSuffix("open") }
        #expect(log.map(\.stream) == [0, 1, 2])
        #expect(log.allSatisfy { $0.words == "c2s 1 \(given)" })
        for connection in connections { connection.client("lo</body></message><presence id='p1'/>") }
        let found = connections[0].records().filter { $0.element != nil }.map { "\($0.stream ?? -1) \($0.words)" }
        let messages = (3..<8).map { "\($0) c2s 1-2 message m1" }
        #expect(Set(found) == Set(messages + (0..<8).map { "\($0) c2s 2 presence p1" }))
    }

    @Test("A large element alone is not given up for its size")
    func oneStream() {
        let connection = Connection(context: context(openContentBytes: 1))
        connection.client(header + "<message id='m1'><body>" + String(repeating: "x", count: 100_000), by: 1000)
        connection.client("</body></message>")
        #expect(connection.records().last?.words.contains("message m1") == true)
    }

    @Test("Beyond the total, even one alone gives way, and its stream goes on")
    func total() {
        var limits = CaptureLimits()
        limits.totalBytes = 300_000
        let context = ChannelContext(limits: limits)
        let connection = Connection(context: context)
        connection.client(header + "<message id='m1'><body>")
        for _ in 0..<200 {
            connection.client(String(repeating: "x", count: 1000))
            #expect(context.openContent.cost <= limits.totalBytes)
        }
        connection.client("</body></message><presence id='p1'/>")
        let words = connection.records().map(\.words)
        #expect(words.contains { $0.hasSuffix(given) })
        #expect(words.last?.hasSuffix("presence p1") == true)
    }

    @Test("What has ended, was cut by a gap or closed counts no more")
    func ends() {
        let context = context(openContentBytes: 150_000)
        let connections = (0..<6).map { Connection(stream: $0, context: context) }
        for (index, connection) in connections.enumerated() {
            connection.client("\(header)<message id='m1'><body>hal")
            switch index % 3 {
            case 0: connection.client("lo</body></message>")
            case 1: connection.lose(.clientToServer, 10)
            default: connection.close()
            }
        }
        #expect(!connections[0].log().contains { $0.contains("given up") })
    }

    @Test("What a client says while STARTTLS is not answered is kept only so far")
    func unansweredRequest() {
        let connection = Connection()
        connection.client(header + "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        for _ in 0..<70 {
            connection.client("<message id='m'><body>" + String(repeating: "x", count: 1000) + "</body></message>")
        }
        #expect(connection.log().filter { $0.hasSuffix("message m") }.count > 60)
    }

    @Test("What clients say while STARTTLS is not answered is shared out, and what is given up is a gap")
    func unansweredRequests() {
        let context = context(openContentBytes: 200_000)
        let connections = (0..<8).map { Connection(stream: $0, context: context) }
        for connection in connections {
            connection.client(header + "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
            connection.client([UInt8](repeating: 0x20, count: 50_000), by: 10_000)
            #expect(context.openContent.cost <= 200_000)
        }
        let gaps = connections[0].records().filter { $0.words.hasSuffix("gap 50000") }
        #expect(gaps.map(\.stream) == [0, 1, 2, 3])
        for connection in connections {
            connection.server(header + "<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
            connection.client("<presence id='p'/>")
        }
        #expect(connections[0].records().filter { $0.words.hasSuffix("presence p") }.count == 8)
        #expect(context.openContent.cost == 0)
    }

    @Test("Connections that do not show what they carry share what is kept of them")
    func undecided() {
        let context = ChannelContext()
        let connections = (0..<600).map { Connection(isWhole: false, stream: $0, context: context) }
        let noise = [UInt8](repeating: 0xFE, count: 60_000)
        for connection in connections { connection.client(noise, by: 1400) }
        #expect(context.undecidedBytes > 1 << 20)
        #expect(context.undecidedBytes <= 17 << 20)
        for connection in connections { connection.close() }
        #expect(context.undecidedBytes == 0)
    }

    private let upgrade = "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: xmpp\r\n\r\n"
    private let switching = "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: xmpp\r\n\r\n"
    private let body = """
        <body xmlns='http://jabber.org/protocol/httpbind' rid='1' sid='s'><message xmlns='jabber:client' id='m'>
        """
    private let tooMuch = "is given up, because too much waits for its end at a time."

    /// An exchange after which a connection is known to be one of HTTP, so that nothing is kept in case it is not.
    private func exchange(_ connection: Connection) {
        connection.client("GET / HTTP/1.1\r\n\r\n")
        connection.server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("Bodies of HTTP messages share it, and the connections whose body is given up go on")
    func bodies() {
        let context = context(openContentBytes: 500_000)
        let connections = (0..<8).map { Connection(stream: $0, context: context) }
        let (filling, end) = (String(repeating: "x", count: 100_000), "</message></body>")
        let length = body.utf8.count + filling.utf8.count + end.utf8.count
        for connection in connections {
            exchange(connection)
            connection.client("POST / HTTP/1.1\r\nContent-Length: \(length)\r\n\r\n\(body)\(filling)", by: 10_000)
            #expect(context.openContent.cost <= 500_000)
        }
        for connection in connections { connection.client(end) }
        let records = connections[0].records()
        let lost = records.filter { $0.words.hasSuffix("error: The body of this HTTP message \(tooMuch)") }
        let found = records.filter { $0.words.hasSuffix("message m") }
        #expect(lost.map(\.stream) == [0, 1, 2, 3])
        #expect(found.map(\.stream) == [4, 5, 6, 7])
        connections[0].client(
            "POST / HTTP/1.1\r\nContent-Length: \(body.utf8.count + end.utf8.count)\r\n\r\n\(body)\(end)")
        #expect(connections[0].log().last?.hasSuffix("message m") == true)
        #expect(context.openContent.cost == 0)
    }

    @Test("A body that is given up and whose end does not come is reported when its connection ends")
    func bodyWithoutEnd() {
        let context = context(openContentBytes: 150_000)
        let connections = (0..<2).map { Connection(stream: $0, context: context) }
        for connection in connections {
            exchange(connection)
            connection.client("POST / HTTP/1.1\r\nContent-Length: 200000\r\n\r\n\(body)")
            connection.client(String(repeating: "x", count: 100_000))
        }
        for connection in connections { connection.close(isCutOff: true) }
        #expect(
            connections[0].records().map { "\($0.stream ?? -1) \($0.words)" } == [
                "0 c2s 3-4 bosh error: The body element of this HTTP message \(tooMuch)",
                "1 c2s 3-4 bosh error: The body element that begins here goes on beyond the capture.",
            ])
    }

    @Test("WebSocket messages share it, and the next message of a connection is read")
    func messages() {
        let context = context(openContentBytes: 500_000)
        let connections = (0..<8).map { Connection(stream: $0, context: context) }
        let message = "<message xmlns='jabber:client' id='m'>" + String(repeating: "x", count: 100_000) + "</message>"
        let frame = [0x81, 127] + UInt64(message.utf8.count).bytes(.bigEndian) + Array(message.utf8)
        for connection in connections {
            connection.client(upgrade)
            connection.server(switching)
            connection.server(Array(frame.dropLast(10)), by: 10_000)
            #expect(context.openContent.cost <= 500_000)
        }
        for connection in connections { connection.server(Array(frame.suffix(10))) }
        let records = connections[0].records()
        let lost = records.filter { $0.words.hasSuffix("error: This WebSocket message \(tooMuch)") }
        #expect(lost.map(\.stream) == [0, 1, 2, 3])
        #expect(records.filter { $0.words.hasSuffix("message m") }.map(\.stream) == [4, 5, 6, 7])
        connections[0].server(frame)
        #expect(connections[0].log().last?.hasSuffix("message m") == true)
        #expect(context.openContent.cost == 0)
    }

    @Test("What is sent before the answer to a request for WebSocket counts until that comes")
    func unansweredUpgrade() {
        let context = context(openContentBytes: 500_000)
        let connections = (0..<8).map { Connection(stream: $0, context: context) }
        for connection in connections {
            connection.client(upgrade)
            connection.client([UInt8](repeating: 0xFE, count: 100_000), by: 10_000)
            #expect(context.openContent.cost <= 500_000)
        }
        for connection in connections { connection.server(switching) }
        #expect(context.openContent.cost == 0)
    }

    @Test("What goes with its connection is counted no more")
    func gone() {
        let context = context(openContentBytes: 500_000)
        let connections = (0..<3).map { Connection(stream: $0, context: context) }
        connections[0].client("\(header)<message id='m1'><body>hal")
        connections[1].client("POST / HTTP/1.1\r\nContent-Length: 2000\r\n\r\n\(body)")
        connections[2].client(upgrade)
        connections[2].server(switching)
        connections[2].server([0x81, 126, 0x10, 0] + Array("<message xmlns='jabber:client'".utf8))
        var cost = context.openContent.cost
        for connection in connections {
            connection.close()
            #expect(context.openContent.cost < cost)
            cost = context.openContent.cost
        }
        #expect(cost == 0)
    }
}
