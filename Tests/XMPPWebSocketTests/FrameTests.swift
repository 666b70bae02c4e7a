import Testing

@testable import XMPPWebSocket

@Suite("Frames (RFC 6455 §5)")
struct FrameTests {
    static let hello = Array("Hello".utf8)

    @Test("The examples of §5.7")
    func examples() throws {
        var pair = try OpenPair()
        let unmasked: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]
        #expect(pair.client(receiving: unmasked) == [.text(Self.hello)])
        let maskedHello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(pair.server(receiving: maskedHello) == [.text(Self.hello)])
        let fragments: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]
        #expect(pair.client(receiving: fragments) == [.text(Self.hello)])
        let ping: [UInt8] = [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]
        let answer = pair.client(receiving: ping)
        #expect(pair.server(receiving: answer.written) == [.pong(Self.hello)])
    }

    @Test(
        "Lengths are written in their shortest form, and every length comes through",
        arguments: [
            (0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10), (70_001, 10),
        ])
    func lengths(_ count: Int, _ headerLength: Int) throws {
        var pair = try OpenPair()
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        try pair.server.send(text: text)
        let toClient = pair.server.drainBytes()
        #expect(toClient.count == headerLength + count)
        #expect(pair.client(receiving: toClient) == [.text(text)])
        try pair.client.send(text: text)
        let toServer = pair.client.drainBytes()
        #expect(toServer.count == headerLength + 4 + count)
        #expect(pair.server(receiving: toServer) == [.text(text)])
    }

    @Test("Every mask and every cut gives the same text")
    func masks() throws {
        let text = Array("Grüße aus 東京 🏯 – and enough besides to fill several words.".utf8)
        for seed in 0..<40 as Range<UInt64> {
            var generator = FixedGenerator(seed)
            let mask = UInt32.random(in: .min ... .max, using: &generator)
            let start = Int(seed % 9)
            var whole = text
            whole.withUnsafeMutableBytes { applyMask(mask, to: $0, at: 0) }
            let expected = text.enumerated().map { $1 ^ UInt8(truncatingIfNeeded: mask >> (UInt32($0 & 3) * 8)) }
            #expect(whole == expected)
            var part = Array(text[start...])
            part.withUnsafeMutableBytes { applyMask(mask, to: $0, at: start) }
            #expect(part == Array(expected[start...]))
        }
        for cut in 1..<20 {
            var pair = try OpenPair(client: WebSocketConfiguration(fragmentBytes: cut))
            try pair.client.send(text: text)
            #expect(pair.server.receive(bytewise: pair.client.drainBytes()) == [.text(text)])
        }
    }

    @Test("Control frames may stand between fragments")
    func interleavedControlFrames() throws {
        var pair = try OpenPair()
        let bytes =
            masked(0x01, Array("He".utf8)) + masked(0x89, [1, 2]) + masked(0x00, Array("ll".utf8)) + masked(0x8A, [3])
            + masked(0x80, Array("o".utf8))
        let outputs = pair.server(receiving: bytes)
        #expect(outputs.events == [.pong([3]), .text(Self.hello)])
        #expect(outputs.written == [0x8A, 2, 1, 2])
    }

    @Test(
        "What a client must not send is answered with a close frame of its code",
        arguments: [
            ([0xC1, 0x80], .reservedBits), ([0xA1], .reservedBits), ([0x91], .reservedBits),
            ([0x83], .reservedOpcode(3)), ([0x8F], .reservedOpcode(15)),
            ([0x09], .fragmentedControlFrame), ([0x89, 0xFE], .longControlFrame),
            ([0x81, 0x01, 0x61], .unmaskedFrame), (masked(0x80, [0x61]), .strayContinuation),
            (masked(0x01, [0x61]) + masked(0x81, [0x61]), .interruptedMessage),
            (masked(0x82, [0x61]), .binaryMessage),
            ([0x81, 0xFE, 0x00, 0x7D, 0, 0, 0, 0], .overlongLength),
            ([0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0], .overlongLength),
            ([0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .impossibleLength),
            ([0x81, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .messageTooLong(limit: 16 << 20)),
            (masked(0x88, [0x03]), .truncatedCloseCode),
            (masked(0x88, [0x03, 0xE7]), .invalidCloseCode(999)),
            (masked(0x88, [0x03, 0xED]), .invalidCloseCode(1005)),
            (masked(0x88, [0x03, 0xEE]), .invalidCloseCode(1006)),
            (masked(0x88, [0x03, 0xF7]), .invalidCloseCode(1015)),
            (masked(0x88, [0x13, 0x88]), .invalidCloseCode(5000)),
            (masked(0x88, [0x03, 0xE8, 0xFF]), .invalidUTF8),
        ] as [([UInt8], WebSocketViolation)])
    func violations(_ bytes: [UInt8], _ violation: WebSocketViolation) throws {
        var pair = try OpenPair()
        let outputs = pair.server.receive(bytewise: bytes)
        #expect(outputs.events == [.closed(.violation(violation))])
        let code = violation.closeCode.rawValue
        #expect(outputs.written == [0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])
        #expect(pair.server(receiving: masked(0x81, [0x61])).isEmpty)
    }

    @Test("A server must not mask")
    func maskedServerFrame() throws {
        var pair = try OpenPair()
        let outputs = pair.client(receiving: masked(0x81, Self.hello))
        #expect(outputs.events == [.closed(.violation(.maskedFrame))])
    }

    @Test("Limits hold over the fragments of a message together, before the bytes come")
    func messageLimits() throws {
        let limits = WebSocketLimits(messageBytes: 10, fragments: 3)
        var pair = try OpenPair(server: WebSocketConfiguration(limits: limits))
        #expect(pair.server(receiving: masked(0x81, [UInt8](repeating: 0x61, count: 10))).events.count == 1)
        let tooLong = masked(0x01, [UInt8](repeating: 0x61, count: 6)) + [0x80, 0x85]
        #expect(
            pair.server(receiving: tooLong + [0, 0, 0, 0]).events == [.closed(.violation(.messageTooLong(limit: 10)))])

        var other = try OpenPair(server: WebSocketConfiguration(limits: limits))
        let many = masked(0x01, []) + masked(0x00, []) + masked(0x00, []) + masked(0x00, [])
        let outputs = other.server(receiving: many)
        #expect(outputs.events == [.closed(.violation(.tooManyFragments(limit: 3)))])
        #expect(outputs.written == [0x88, 2, 0x03, 0xF0])
    }

    @Test("Binary messages come through where they are accepted")
    func binary() throws {
        var pair = try OpenPair(server: WebSocketConfiguration(acceptsBinary: true))
        try pair.client.send(binary: [0, 0xFF, 7])
        #expect(pair.server(receiving: pair.client.drainBytes()) == [.binary([0, 0xFF, 7])])
    }

    @Test("Limits can be changed for the messages that follow")
    func changedLimits() throws {
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 200)
        let limits = WebSocketLimits(messageBytes: 100)
        var pair = try OpenPair(server: WebSocketConfiguration(limits: limits))
        pair.server.change(WebSocketLimits(messageBytes: 200))
        #expect(pair.server(receiving: masked(0x81, text)) == [.text(text)])
        pair.server.change(limits)
        let outputs = pair.server(receiving: masked(0x81, text))
        #expect(outputs.events == [.closed(.violation(.messageTooLong(limit: 100)))])
    }

    @Test("What is under way of a message is known, and control frames are no part of it")
    func messageUnderWay() throws {
        var pair = try OpenPair()
        #expect(!pair.server.isReceivingMessage)
        let first = masked(0x01, Self.hello)
        for byte in first {
            _ = pair.server(receiving: [byte])
            #expect(pair.server.isReceivingMessage)
        }
        _ = pair.server(receiving: masked(0x8A, Self.hello))
        #expect(pair.server.isReceivingMessage)
        #expect(pair.server(receiving: masked(0x80, Self.hello)) == [.text(Self.hello + Self.hello)])
        #expect(!pair.server.isReceivingMessage)
    }
}
