import Testing

@testable import XMPPCapture

/// Layers that begin where the capture lacks what agreed on them.
@Suite struct LostConsentTests {
    private let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"
    private let starttls = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
    private let proceed = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
    private let compress = "<compress xmlns='http://jabber.org/protocol/compress'><method>zlib</method></compress>"

    /// The bytes of a session in TLS, in order, and what opens them.
    private func session() throws -> (parts: [(Direction, [UInt8])], context: ChannelContext) {
        let fixture = TLSFixture("tls13-ccm")
        var parts: [(Direction, [UInt8])] = []
        for case .data(let data) in try fixture.streamEvents() { parts.append((data.direction, Array(data.bytes))) }
        return (parts, ChannelContext(secrets: try fixture.loggedSecrets()))
    }

    private func isFree(of words: String, _ log: [String]) -> Bool { !log.contains { $0.contains(words) } }

    // MARK: TLS

    @Test(arguments: [true, false])
    func aLostConsentOrRequestHidesNoHandshake(isRequest: Bool) throws {
        let (parts, context) = try session()
        let connection = Connection(context: context)
        connection.client(header)
        connection.server(header)
        if isRequest {
            connection.server(proceed)
            connection.lose(.clientToServer, 51)
        } else {
            connection.client(starttls)
            connection.lose(.serverToClient, 50)
        }
        for (direction, bytes) in parts { connection.send(direction, bytes) }
        connection.close()
        let log = connection.log()
        #expect(log.contains(isRequest ? "c2s 4 gap 51" : "s2c 4 gap 50"))
        #expect(log.contains { $0.contains("tls note: TLS 1.3") })
        #expect(isFree(of: "error", log) && isFree(of: "not in the file", log))
    }

    @Test func theHandshakeMayComeBeforeTheConsent() throws {
        let (parts, context) = try session()
        let connection = Connection(context: context)
        connection.client(header)
        connection.server(header)
        connection.client(starttls)
        let hello = try #require(parts.first)
        connection.send(hello.0, hello.1)
        connection.server(proceed)
        for (direction, bytes) in parts.dropFirst() { connection.send(direction, bytes) }
        connection.close()
        let log = connection.log()
        #expect(log.prefix(4) == ["c2s 1 open", "s2c 2 open", "c2s 3 starttls", "s2c 5 proceed"])
        #expect(log.contains { $0.contains("tls note: TLS 1.3") })
        #expect(isFree(of: "error", log))
    }

    @Test(arguments: [Direction.clientToServer, .serverToClient])
    func ofOneSideIsSaidWhichHelloIsMissing(seen: Direction) throws {
        let (parts, context) = try session()
        let connection = Connection(context: context)
        connection.send(seen, Array((header + (seen == .clientToServer ? starttls : proceed)).utf8))
        for (direction, bytes) in parts where direction == seen { connection.send(direction, bytes) }
        connection.close()
        let log = connection.log()
        let missing = seen == .clientToServer ? "ServerHello" : "ClientHello"
        #expect(log.contains { $0.hasSuffix("note: encrypted, the \(missing) is not in the file") })
        #expect(isFree(of: "error", log) && isFree(of: "gap", log))
    }

    @Test func withoutAHandshakeTheStreamGoesOn() {
        let connection = Connection()
        connection.client(header)
        connection.server(header)
        connection.client(starttls)
        connection.lose(.serverToClient, 50)
        connection.server("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        connection.client("<presence id='a'/>")
        #expect(connection.log().suffix(3) == ["s2c 4 gap 50", "s2c 5 failure", "c2s 6 presence a"])
    }

    @Test func aGapAtTheEndIsSaid() {
        let connection = Connection()
        connection.client(header)
        connection.server(header)
        connection.client(starttls)
        connection.lose(.serverToClient, 50)
        connection.close()
        #expect(connection.log().last == "s2c 4 gap 50")
    }

    // MARK: Compression

    @Test func aLostConsentHidesNoCompressedData() {
        let connection = Connection()
        let (client, server) = (Deflater(.zlib), Deflater(.zlib))
        connection.client(header)
        connection.server(header)
        connection.client(compress)
        connection.client(client.deflate(header + "<presence id='a'/>"))
        connection.lose(.serverToClient, 57)
        connection.server(server.deflate(header + "<presence id='b'/>"))
        connection.client(client.deflate("<presence id='c'/>"))
        connection.close()
        #expect(
            connection.log().dropFirst(3) == [
                "s2c 5 gap 57", "c2s 4 zlib open", "c2s 4 zlib presence a", "s2c 6 zlib open", "s2c 6 zlib presence b",
                "c2s 7 zlib presence c",
            ])
    }

    @Test func compressedDataOfOneSideIsRead() {
        let connection = Connection()
        let client = Deflater(.zlib)
        connection.client(header)
        connection.client(compress)
        connection.client(client.deflate(header + "<presence id='a'/>"))
        connection.close()
        #expect(connection.log().dropFirst(2) == ["c2s 3 zlib open", "c2s 3 zlib presence a"])
    }
}
