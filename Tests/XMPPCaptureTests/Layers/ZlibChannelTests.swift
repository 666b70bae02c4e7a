import CZlib
import Testing

@testable import XMPPCapture

@Suite struct ZlibChannelTests {
    private let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"

    /// A connection on which compression has just been agreed, with the packets 1 to 4.
    private func compressed() -> Connection {
        let connection = Connection()
        connection.client(header)
        connection.server(header)
        connection.client("<compress xmlns='http://jabber.org/protocol/compress'><method>zlib</method></compress>")
        connection.server("<compressed xmlns='http://jabber.org/protocol/compress'/>")
        #expect(connection.log() == ["c2s 1 open", "s2c 2 open", "c2s 3 compress", "s2c 4 compressed"])
        return connection
    }

    @Test func packetsAreThoseOfTheCompressedBytes() {
        let connection = compressed()
        let deflater = Deflater(.zlib)
        connection.client(deflater.deflate(header + "<presence id='a'/>"))
        connection.client(deflater.deflate("<message id='b'><body>one two three four</body></message>"), by: 9)
        let last = connection.packet
        connection.client(deflater.deflate("<presence id='c'/>"))
        #expect(
            connection.log() == [
                "c2s 5 zlib open", "c2s 5 zlib presence a", "c2s 6-\(last - 1) zlib message b",
                "c2s \(last + 1) zlib presence c",
            ])
    }

    @Test func whatFollowsConsentInOnePacketIsCompressed() {
        let connection = Connection()
        let (client, server) = (Deflater(.zlib), Deflater(.zlib))
        connection.client(header)
        connection.server(header)
        connection.client("<compress xmlns='http://jabber.org/protocol/compress'><method>zlib</method></compress>")
        connection.server(
            Array("<compressed xmlns='http://jabber.org/protocol/compress'/>".utf8) + server.deflate(header))
        connection.client(client.deflate(header))
        #expect(connection.log().suffix(2) == ["s2c 4 zlib open", "c2s 5 zlib open"])
    }

    @Test func damageEndsOneDirection() throws {
        let connection = compressed()
        let (client, server) = (Deflater(.zlib), Deflater(.zlib))
        connection.client(client.deflate(header))
        connection.server(server.deflate(header))
        connection.client([UInt8](repeating: 0xFF, count: 50))
        connection.client(client.deflate("<presence id='lost'/>"))
        connection.server(server.deflate("<presence id='kept'/>"))
        let log = connection.log()
        try #require(log.count == 4)
        #expect(log[2].hasPrefix("c2s 7 zlib error: The compressed stream is damaged: invalid "))
        #expect(log[3] == "s2c 9 zlib presence kept")
    }

    @Test func whatIsNotZlibIsAnErrorAndTheOtherSideIsRead() {
        let connection = compressed()
        connection.client("<stream:stream>")
        connection.server(Deflater(.zlib).deflate(header))
        let log = connection.log()
        #expect(log.first?.hasPrefix("c2s 5 zlib error: The compressed stream is damaged: incorrect header") == true)
        #expect(log.last == "s2c 6 zlib open")
    }

    @Test func gapEndsTheDirection() throws {
        let connection = compressed()
        let deflater = Deflater(.zlib)
        connection.client(deflater.deflate(header))
        connection.lose(.clientToServer, 20)
        connection.client(deflater.deflate("<presence/>"))
        let log = connection.log()
        try #require(log.count == 3)
        #expect(log[1] == "c2s 6 zlib gap 20")
        #expect(log[2].hasPrefix("c2s 6 zlib error: Compressed data cannot be read on after bytes"))
    }

    /// 16 MiB of blanks in 16 KiB.
    @Test func bombIsRefused() throws {
        let connection = compressed()
        let deflater = Deflater(.zlib)
        connection.client(deflater.deflate(header))
        connection.client(deflater.deflate([UInt8](repeating: 0x20, count: 16 << 20)))
        connection.client(deflater.deflate("<presence/>"))
        let log = connection.log()
        try #require(log.count == 2)
        #expect(log[1].contains("error: A packet inflates to more than 8388608 bytes"))
    }

    @Test func bytesBehindTheEndAreAnError() {
        let connection = compressed()
        let deflater = Deflater(.zlib)
        connection.client(deflater.deflate(header + "<presence id='a'/>", flush: Z_FINISH))
        connection.client("more")
        #expect(
            connection.log() == [
                "c2s 5 zlib open", "c2s 5 zlib presence a",
                "c2s 6 zlib error: The compressed stream has ended, and 4 bytes follow it."
                    + " Nothing more of this direction can be read.",
            ])
    }

    @Test func refusedCompressionLeavesTheStream() {
        let connection = Connection()
        connection.client(header)
        connection.server(header)
        connection.client("<compress xmlns='http://jabber.org/protocol/compress'><method>lzw</method></compress>")
        connection.server("<failure xmlns='http://jabber.org/protocol/compress'><unsupported-method/></failure>")
        connection.client("<presence id='a'/>")
        #expect(connection.log().last == "c2s 5 presence a")
    }
}
