import Testing

@testable import XMPPWebSocket

@Suite("Text is UTF-8 (RFC 6455 §8.1)")
struct TextTests {
    static let invalid: [[UInt8]] = [
        [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0xC3, 0x28], [0xE2, 0x82, 0x28], [0xF0, 0x9F, 0x98, 0x28],
    ]

    @Test("The checker agrees with the standard library on all sequences of up to three bytes of note")
    func agreement() {
        let notable: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
            0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        for first in notable {
            for second in notable {
                for third in notable {
                    for fourth in [0x80, 0xBF, 0x41] as [UInt8] {
                        let bytes = [first, second, third, fourth]
                        var checker = UTF8Checker()
                        let isValid = bytes.withUnsafeBytes { checker.check($0) } && checker.isComplete
                        #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
                    }
                }
            }
        }
    }

    @Test("What is wrong is found with its first byte, in whole messages and in fragments", arguments: invalid)
    func invalidText(_ bytes: [UInt8]) throws {
        var pair = try OpenPair()
        // The message goes on, but no more than this is needed.
        let frame = masked(0x01, Array("prefix text".utf8) + bytes)
        let outputs = pair.server.receive(bytewise: frame)
        #expect(outputs.events == [.closed(.violation(.invalidUTF8))])
        #expect(outputs.written == [0x88, 2, 0x03, 0xEF])
    }

    @Test("A character may be cut by a fragment, but not by the end of the message")
    func cutCharacter() throws {
        var pair = try OpenPair()
        let cut = masked(0x01, [0xF0, 0x9F]) + masked(0x80, [0x98, 0x80])
        #expect(pair.server(receiving: cut) == [.text(Array("😀".utf8))])
        #expect(pair.server(receiving: masked(0x81, [0xF0, 0x9F])).events == [.closed(.violation(.invalidUTF8))])
    }

    @Test("What is not UTF-8 is not sent either", arguments: invalid)
    func invalidSending(_ bytes: [UInt8]) throws {
        var pair = try OpenPair()
        #expect(throws: WebSocketLocalError.invalidUTF8) { try pair.client.send(text: bytes) }
        #expect(pair.client.drain().isEmpty)
    }
}
