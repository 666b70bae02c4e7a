import CZlib
import Testing

@testable import XMPPCapture

/// Connections whose beginning is not in the capture.
@Suite struct MidwayTests {
    private let long = String(repeating: "x", count: 100_000)

    private func frame(_ xml: String) -> [UInt8] { [0x81, 126] + UInt16(xml.utf8.count).bytes + Array(xml.utf8) }

    private func message(_ id: String) -> String {
        "<message xmlns='jabber:client' id='\(id)'><body>\(String(repeating: "y", count: 200))</body></message>"
    }

    private let unread = "! These bytes were sent before the capture showed what the connection carries."

    @Test func aStreamMayShowLateWhatItIs() {
        let connection = Connection(isWhole: false)
        connection.client(long, by: 50_000)
        connection.client("</data></item>")
        connection.client("<message id='a'><body>y</body></message>")
        #expect(connection.log() == ["c2s 1-3 gap 100014 \(unread)", "c2s 4 message a"])
    }

    @Test(arguments: [1000, 66_000])
    func framesOfWebSocketAreFoundWhereverTheyBegin(length: Int) throws {
        let connection = Connection(isWhole: false)
        connection.server(String(long.prefix(length)), by: 30_000)
        connection.server(frame(message("a")) + frame(message("b")))
        let log = connection.log()
        try #require(log.count == 3, "\(log)")
        #expect(log[0].contains("ws gap \(length) ! "))
        #expect(log[1].hasSuffix("ws message a"))
        #expect(log[2].hasSuffix("ws message b"))
    }

    @Test func bodiesOfBOSHMayComeLate() {
        let connection = Connection(isWhole: false)
        connection.client(long, by: 50_000)
        connection.client("<body xmlns='http://jabber.org/protocol/httpbind' rid='1' sid='s'/>")
        #expect(connection.log() == ["c2s 1-2 bosh gap 100000 \(unread)", "c2s 3 bosh body 1"])
    }

    @Test func compressedStreamsAreSaidToBeUnreadable() {
        let connection = Connection(isWhole: false)
        let (client, server) = (Deflater(.raw), Deflater(.raw))
        for id in 0..<5 {
            connection.client(client.deflate(message("\(id)")))
            connection.server(server.deflate(message("\(id)")))
        }
        #expect(
            connection.log()
                == [
                    "s2c 4 note: this looks like a compressed stream (XEP-0138) whose beginning is not in the file, without "
                        + "which it cannot be read"
                ].map { $0.replacing("s2c ", with: "") })
    }

    /// Bytes of other protocols, and such as have the look of what is looked for.
    @Test func otherProtocolsAreNotTakenForXMPP() {
        let noise = Self.noise(80_000)
        let lookalikes: [[UInt8]] = [
            noise, Array(repeating: 0x81, count: 70_000), Array("SSH-2.0-x\r\n".utf8) + noise.prefix(70_000),
            [0x81, 5] + Array("<a/>x".utf8) + Array(repeating: 0x20, count: 70_000),
            [0x81, 0x7E, 0x20, 0x20] + Array("<abc".utf8) + Array(repeating: 0x41, count: 70_000),
            (0..<3000).flatMap { _ in [0x81, 22] + Array("<html xmlns='urn:a'></a>".utf8.prefix(22)) },
            [0, 0, 9, 1, 4, 0, 0, 0, 1] + noise.prefix(70_000),
        ]
        for bytes in lookalikes {
            let connection = Connection(isWhole: false)
            for direction in Direction.allCases { connection.send(direction, bytes, by: 1400) }
            connection.close()
            #expect(connection.log() == [])
        }
    }

    /// Bytes that look like nothing, always the same.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }
}
