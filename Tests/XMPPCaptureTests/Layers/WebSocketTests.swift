import CZlib
import Testing

@testable import XMPPCapture

@Suite struct WebSocketTests {
    private let open = "<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' version='1.0'/>"

    private func frame(
        _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, mask: [UInt8]? = nil, bits: UInt8 = 0,
        lengthBytes: Int? = nil
    ) -> [UInt8] {
        let count = payload.count
        let size = lengthBytes ?? (count < 126 ? 0 : count < 65_536 ? 2 : 8)
        let flag: UInt8 = mask == nil ? 0 : 0x80
        let length: [UInt8] =
            switch size {
            case 0: [flag | UInt8(count)]
            case 2: [flag | 126] + UInt16(count).bytes
            default: [flag | 127] + UInt64(count).bytes
            }
        let masked = mask.map { mask in payload.enumerated().map { $1 ^ mask[$0 % 4] } }
        return [(isFinal ? 0x80 : 0) | bits | opcode] + length + (mask ?? []) + (masked ?? payload)
    }

    private let mask: [UInt8] = [0x12, 0xFE, 0x00, 0x9B]

    private func text(_ text: String, isFinal: Bool = true, opcode: UInt8 = 1) -> [UInt8] {
        frame(opcode, Array(text.utf8), isFinal: isFinal, mask: mask)
    }

    private func served(_ text: String) -> [UInt8] { frame(1, Array(text.utf8)) }

    private func presence(_ id: String) -> String { "<presence xmlns='jabber:client' id='\(id)'/>" }

    /// A connection after its upgrade, with the packets 1 and 2.
    private func upgraded(
        offer: String = "Sec-WebSocket-Protocol: xmpp\r\n", answer: String = "Sec-WebSocket-Protocol: xmpp\r\n"
    ) -> Connection {
        let connection = Connection()
        connection.client("GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\(offer)\r\n")
        connection.server("HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\(answer)\r\n")
        return connection
    }

    @Test func whatFollowsARequestWasAgreedThoughTheAnswerIsNotThere() {
        let connection = Connection()
        connection.client(
            "GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: xmpp\r\n\r\n")
        connection.client(text(open))
        connection.client(frame(1, Array(presence("a").utf8), mask: mask))
        connection.close()
        let records = connection.records()
        #expect(records.map { $0.element?.localName } == ["open", "presence"])
    }

    // MARK: Frames

    @Test(arguments: [1, 3, 1000])
    func messagesAreReadHoweverTheyAreCut(length: Int) {
        let connection = upgraded()
        connection.client(text(open), by: length)
        let first = connection.packet
        connection.client(frame(1, Array(presence("a").utf8), mask: mask, lengthBytes: 8), by: length)
        connection.server(frame(1, Array(presence("b").utf8), lengthBytes: 2), by: length)
        let records = connection.records()
        #expect(records.map { $0.element?.localName } == ["open", "presence", "presence"])
        #expect(records.allSatisfy { $0.layers == [.webSocket] && $0.diagnostics.isEmpty })
        #expect(records.first?.packets.last == first)
        #expect(records.last?.packets.last == connection.packet)
    }

    @Test func fragmentsAreJoinedAroundControlFrames() {
        let connection = upgraded()
        connection.client(text("<presence xmlns='jab", isFinal: false))
        connection.client(frame(9, Array("still there?".utf8), mask: mask))
        connection.client(text("ber:client' id='", isFinal: false, opcode: 0) + frame(10, [], mask: mask))
        connection.client(text("a'/>", opcode: 0))
        let records = connection.records()
        #expect(records.map(\.words) == ["c2s 3-6 ws presence a"])
        #expect(records.first?.packets == [3, 5, 6])
    }

    @Test func everyOpenBeginsAStream() {
        let connection = upgraded()
        for _ in 0..<2 {
            connection.client(text(open))
            connection.server(served(open))
        }
        connection.client(text("<close xmlns='urn:ietf:params:xml:ns:xmpp-framing'/>"))
        #expect(
            connection.log() == ["c2s 3 ws open", "s2c 4 ws open", "c2s 5 ws open", "s2c 6 ws open", "c2s 7 ws close"])
    }

    @Test func aFaultyMessageCostsNoOther() {
        let connection = upgraded()
        connection.client(
            text(open) + text("<presence") + text("") + text("<a/>") + text(presence("x") + presence("y"))
                + text(presence("z")))
        let log = connection.log()
        #expect(log.first == "c2s 3 ws open")
        #expect(
            log.dropFirst().dropLast().map { $0.hasPrefix("c2s 3 ws error: ") } == [true, true, true, true], "\(log)")
        #expect(log.last == "c2s 3 ws presence z")
    }

    @Test func violationsOfFramingAreErrors() {
        let faults: [([UInt8], String)] = [
            (frame(3, [], mask: mask), "A frame has the reserved opcode 3. (RFC 6455 §5.2)"),
            (frame(1, [], mask: mask, bits: 0x20), "A frame has reserved bits set. (RFC 6455 §5.2)"),
            (frame(1, [], mask: mask, bits: 0x40), "A frame is compressed, which was not agreed. (RFC 6455 §5.2)"),
            (
                frame(9, [], isFinal: false, mask: mask),
                "A control frame is fragmented or longer than 125 bytes. (RFC 6455 §5.5)"
            ),
            (
                [0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 12),
                "The length of a frame has its highest bit set. (RFC 6455 §5.2)"
            ),
        ]
        for (bytes, message) in faults {
            let connection = upgraded()
            connection.client(bytes)
            connection.client(text(presence("a")))
            #expect(
                connection.log() == [
                    "c2s 3 ws error: \(message)", "c2s 3 ws gap \(bytes.count) \(passed)", "c2s 4 ws presence a",
                ])
        }
    }

    @Test func violationsOfOrderAndMaskingAreErrors() {
        let connection = upgraded()
        connection.client(text("rest'/>", opcode: 0))
        connection.client(text("<presence", isFinal: false) + text(presence("a")))
        connection.client(frame(1, Array(presence("b").utf8)) + frame(1, Array(presence("c").utf8)))
        connection.client(frame(2, Array(presence("d").utf8), mask: mask))
        #expect(
            connection.log() == [
                "c2s 3 ws error: A frame continues a message that has not begun. (RFC 6455 §5.4)",
                "c2s 4 ws error: A message begins before the one before it ends. (RFC 6455 §5.4)",
                "c2s 4 ws presence a", "c2s 5 ws error: A frame of the client is not masked. (RFC 6455 §5.1)",
                "c2s 5 ws presence b", "c2s 5 ws presence c",
                "c2s 6 ws error: This message is binary, and not text. (RFC 7395 §3.2)", "c2s 6 ws presence d",
            ])
    }

    @Test func onlyUnusualClosingsAreNoted() {
        let connection = upgraded()
        connection.server(frame(8, UInt16(1000).bytes) + frame(8, []))
        connection.server(frame(8, UInt16(1011).bytes + Array("on fire".utf8)))
        #expect(
            connection.log() == [
                "s2c 4 ws note: The WebSocket connection is closed with code 1011: “on fire”. (RFC 6455 §7.4)"
            ])
    }

    @Test func longMessagesAreRefusedAndTheNextIsRead() {
        let connection = upgraded()
        connection.server(frame(1, [UInt8](repeating: 0x20, count: (16 << 20) + 1)), by: 1 << 20)
        connection.server(served(presence("a")))
        let log = connection.log()
        #expect(log.count == 2)
        #expect(log.first?.hasSuffix("error: This WebSocket message has more than 16777216 bytes.") == true)
        #expect(log.last?.hasSuffix("presence a") == true)
    }

    // MARK: Compression

    private let deflate = "Sec-WebSocket-Extensions: permessage-deflate"

    private func compressed(_ deflater: Deflater, _ text: String) -> [UInt8] {
        frame(1, deflater.deflate(text).dropLast(4), bits: 0x40)
    }

    private func agreed(_ parameters: String = "") -> Connection {
        let fields = "Sec-WebSocket-Protocol: xmpp\r\n\(deflate)\(parameters)\r\n"
        return upgraded(offer: fields, answer: fields)
    }

    @Test func compressedMessagesShareAWindow() {
        let connection = agreed()
        let deflater = Deflater(.raw)
        for id in ["a", "b"] { connection.server(compressed(deflater, presence(id))) }
        connection.server(served(presence("plain")))
        connection.server(compressed(deflater, presence("c")))
        #expect(
            connection.log() == [
                "s2c 3 ws presence a", "s2c 4 ws presence b", "s2c 5 ws presence plain", "s2c 6 ws presence c",
            ])
    }

    /// RFC 7692 §7.2.3.4: a message whose last block is marked as final.
    @Test func finalBlocksEndNoConnection() {
        let connection = agreed()
        for id in ["a", "b"] {
            let bytes = Deflater(.raw).deflate(presence(id), flush: Z_FINISH) + [0]
            connection.server(frame(1, bytes, bits: 0x40))
        }
        #expect(connection.log() == ["s2c 3 ws presence a", "s2c 4 ws presence b"])
    }

    @Test(arguments: [false, true])
    func damageCostsTheMessagesThatReferToIt(isIsolated: Bool) throws {
        let connection = agreed(isIsolated ? "; server_no_context_takeover" : "")
        let deflater = Deflater(.raw)
        connection.server(compressed(deflater, presence("a")))
        connection.server(frame(1, [0xFF, 0xFF], bits: 0x40))
        connection.server(compressed(isIsolated ? Deflater(.raw) : deflater, presence("b")))
        let log = connection.log()
        try #require(log.count == 3)
        #expect(log[1].hasPrefix("s2c 4 ws error: This WebSocket message is damaged in its compression: "))
        let error = "error: This WebSocket message refers to a compressed message that could not be read."
        #expect(log[2] == "s2c 5 ws " + (isIsolated ? "presence b" : error))
    }

    /// The first one that cannot be read says why; those that refer to nothing that is missing can be read all the same.
    @Test func messagesThatReferToAMissingOneAreToldOfOnce() {
        let connection = agreed()
        let deflater = Deflater(.raw)
        let first = compressed(deflater, presence("a"))
        connection.server(Array(first.prefix(10)))
        connection.lose(.serverToClient, Int64(first.count - 10))
        let lost = ["b", "c", "d"].map { compressed(deflater, presence($0)) }
        for frame in lost { connection.server(frame) }
        connection.server(served(presence("plain")))
        let next = Deflater(.raw)
        for id in ["e", "f"] { connection.server(compressed(next, presence(id))) }
        #expect(
            connection.log() == [
                "s2c 4 ws gap \(first.count - 10)",
                "s2c 3 ws error: This WebSocket message lacks bytes that the capture does not have.",
                "s2c 5 ws error: This WebSocket message refers to a compressed message that could not be read.",
                "s2c 6-7 ws gap \(lost[1].count + lost[2].count - 4) "
                    + "! These bytes are compressed messages that refer to one that could not be read.",
                "s2c 8 ws presence plain", "s2c 9 ws presence e", "s2c 10 ws presence f",
            ])
    }

    @Test func compressedMessagesAreFoundBehindAGap() {
        let connection = agreed("; server_no_context_takeover")
        connection.lose(.serverToClient, 5000)
        let tail = [UInt8](repeating: 0x81, count: 20)
        connection.server(tail + compressed(Deflater(.raw), presence("a")) + compressed(Deflater(.raw), presence("b")))
        #expect(
            connection.log() == [
                "s2c 3 ws gap 5000", "s2c 4 ws gap 20 \(passed)", "s2c 4 ws presence a", "s2c 4 ws presence b",
            ])
    }

    @Test func bombIsRefused() {
        let connection = agreed("; server_no_context_takeover")
        let bomb = Deflater(.raw).deflate([UInt8](repeating: 0x20, count: 17 << 20)).dropLast(4)
        connection.server(frame(1, Array(bomb), bits: 0x40))
        connection.server(compressed(Deflater(.raw), presence("a")))
        #expect(
            connection.log() == [
                "s2c 3 ws error: This WebSocket message inflates to more than 16777216 bytes.", "s2c 4 ws presence a",
            ])
    }

    // MARK: Whether it is XMPP

    @Test func messagesShowWhatTheAnswerDoesNot() {
        let connection = upgraded(answer: "")
        connection.client(text(open))
        connection.server(served(open))
        #expect(connection.log() == ["c2s 3 ws open", "s2c 4 ws open"])
    }

    @Test(arguments: ["", "Sec-WebSocket-Protocol: mqtt\r\n"])
    func otherProtocolsArePassedOver(answer: String) {
        let connection = upgraded(offer: answer, answer: answer)
        connection.client(text("{\"op\": 1}"))
        connection.server(served(presence("a")))
        connection.server(frame(8, UInt16(1011).bytes))
        #expect(connection.log() == [])
    }

    @Test func refusedUpgradeLeavesHTTP() {
        let body = "<body xmlns='http://jabber.org/protocol/httpbind' rid='1' sid='s'/>"
        let connection = Connection()
        connection.client(
            "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: \(body.count)\r\n\r\n\(body)"
        )
        #expect(connection.log() == [])
        connection.server("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        #expect(connection.log() == ["c2s 1 bosh body 1"])
    }

    // MARK: What is missing

    @Test func gapWithinAFrameCostsItsMessageOnly() {
        let connection = upgraded()
        let bytes = text("<message xmlns='jabber:client' id='a'/>")
        connection.client(Array(bytes.prefix(20)))
        connection.lose(.clientToServer, 9)
        connection.client(Array(bytes.dropFirst(29)) + text(presence("b")))
        #expect(
            connection.log() == [
                "c2s 4 ws gap 9",
                "c2s 3-5 ws error: This WebSocket message lacks bytes that the capture does not have.",
                "c2s 5 ws presence b",
            ])
    }

    @Test func afterAnotherGapTheNextMessageIsFound() {
        let connection = upgraded()
        connection.client(text(presence("a")).prefix(20) + [])
        connection.lose(.clientToServer, 500)
        connection.client("tail of something")
        connection.client(text(presence("b")))
        #expect(
            connection.log() == [
                "c2s 3 ws error: The WebSocket message that begins here is cut off by bytes that the capture does not have.",
                "c2s 4 ws gap 500", "c2s 5 ws gap 17 \(passed)", "c2s 6 ws presence b",
            ])
    }

    private let passed = "! These bytes belong to a WebSocket message whose beginning is missing or broken."

    /// A frame is found wherever it begins, and nothing else is taken for one: not a tag with a header before it by
    /// accident, nor the same bytes inside of a message.
    @Test(arguments: Direction.allCases, [1, 5, 1000])
    func theNextFrameIsFoundWithinAPacket(direction: Direction, length: Int) {
        let connection = upgraded()
        let isMasked = direction == .clientToServer
        func message(_ id: String, _ text: String) -> [UInt8] {
            let xml = "<message xmlns='jabber:client' id='\(id)'><body>\(text)</body></message>"
            return frame(1, Array(xml.utf8), mask: isMasked ? mask : nil)
        }
        connection.lose(direction, 5000)
        let tail = Array("Áa<b xmlns='jabber:client'/>Áa</b>".utf8) + [0x81, 0x85, 0x01]
        let messages = message("a", "Á\u{7F}<b/>") + message("b", String(repeating: "Áz<", count: 100))
        connection.send(direction, tail + messages, by: length)
        let log = connection.log()
        #expect(log.count == 4, "\(log)")
        #expect(log.dropFirst().first?.hasSuffix("gap \(tail.count) \(passed)") == true, "\(log)")
        #expect(log.dropFirst(2).first?.hasSuffix("message a") == true, "\(log)")
    }

    @Test func whatIsPassedOverAtTheEndIsCounted() {
        let connection = upgraded()
        connection.client(text(open))
        connection.lose(.serverToClient, 5000)
        connection.server("rest of something")
        connection.server([0x81, 0x7E, 0x01])
        connection.close(isCutOff: true)
        #expect(connection.log() == ["c2s 3 ws open", "s2c 4 ws gap 5000", "s2c 5-6 ws gap 20 \(passed)"])
    }

    @Test func captureThatStartsMidwayIsReadFromTheNextMessage() {
        let connection = Connection(isWhole: false)
        connection.client(text(presence("a")))
        connection.server(served(presence("b")))
        #expect(connection.log() == ["c2s 1 ws presence a", "s2c 2 ws presence b"])
    }

    @Test func missingAnswerIsTakenForConsent() {
        let connection = Connection()
        connection.client("GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: xmpp\r\n\r\n")
        connection.lose(.serverToClient, 150)
        connection.client(text(open))
        connection.server(served(open))
        #expect(connection.log() == ["s2c 2 ws gap 150", "c2s 3 ws open", "s2c 4 ws open"])
    }

    @Test func unfinishedMessagesAreReported() {
        let connection = upgraded()
        connection.client(text(presence("a")).dropLast(4) + [])
        connection.close(isCutOff: true)
        #expect(
            connection.log() == ["c2s 3 ws error: The WebSocket message that begins here goes on beyond the capture."])
    }

    // MARK: Behind a hole in TLS

    /// How many bytes of the frame are missing is not known, so that its end cannot be either.
    @Test func aHoleOfUnknownSizeEndsTheFrame() {
        let connection = upgraded()
        connection.client(text(open))
        let long = text("<message xmlns='jabber:client'>\(String(repeating: "x", count: 900))</message>")
        connection.client(Array(long.prefix(400)))
        connection.lose(.clientToServer, 300, .records)
        connection.client(Array(long.suffix(100)))
        connection.client(text(presence("a")))
        #expect(
            connection.log() == [
                "c2s 3 ws open",
                "c2s 4 ws error: The WebSocket message that begins here is cut off by bytes that the capture does not have.",
                "c2s 5 ws gap 300 ! \(GapKind.records.sentence ?? "")", "c2s 6 ws gap 100 \(passed)",
                "c2s 7 ws presence a",
            ])
    }
}
