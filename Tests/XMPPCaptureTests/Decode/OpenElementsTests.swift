import Testing

@testable import XMPPCapture

@Suite("Elements that wait for their end")
struct OpenElementsTests {
    private let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='a'>"
    private let given = "error: The element that begins here is given up, because too many elements are open at a time."

    private func context(openElementBytes: Int) -> ChannelContext {
        var limits = CaptureLimits()
        limits.openElementBytes = openElementBytes
        return ChannelContext(limits: limits)
    }

    @Test("When too many are open, those that waited longest give way, and their streams go on")
    func manyStreams() {
        // Each is counted with 64 KiB and four times its bytes: seven of them are within the limit, and when there are
        // more, room is made for another two.
        let context = context(openElementBytes: 500_000)
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
        let connection = Connection(context: context(openElementBytes: 1))
        connection.client(header + "<message id='m1'><body>" + String(repeating: "x", count: 100_000), by: 1000)
        connection.client("</body></message>")
        #expect(connection.records().last?.words.contains("message m1") == true)
    }

    @Test("What has ended, was cut by a gap or closed counts no more")
    func ends() {
        let context = context(openElementBytes: 150_000)
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
}
