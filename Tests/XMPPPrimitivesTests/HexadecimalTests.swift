import Testing
import XMPPPrimitives

@Suite("Hexadecimal digits")
struct HexadecimalTests {
    @Test("Every byte is written in lower case, and read in either")
    func everyByte() {
        let bytes = (0...255).map { UInt8($0) }
        let text = Hexadecimal.text(of: bytes)
        #expect(text.hasPrefix("000102030405060708090a0b0c0d0e0f10") && text.hasSuffix("f9fafbfcfdfeff"))
        #expect(Hexadecimal.bytes(of: Array(text.utf8)[...]) == bytes)
        #expect(Hexadecimal.bytes(of: Array(text.uppercased().utf8)[...]) == bytes)
    }

    @Test("What is no pair of digits is refused", arguments: ["", "0", "abc", "0g", "g0", "0x", "-1", "é"])
    func refused(_ text: String) {
        #expect(Hexadecimal.bytes(of: Array(text.utf8)[...]) == nil)
    }

    @Test("A digit has a value, and nothing else has one")
    func values() {
        let digits = Array("0123456789abcdefABCDEF".utf8)
        #expect(digits.compactMap(\.hexValue) == Array(0...15) + Array(10...15))
        #expect((UInt8.min ... .max).filter(\.isHexDigit).sorted() == digits.sorted())
        #expect((UInt8.min ... .max).filter(\.isDigit) == Array("0123456789".utf8))
    }

    @Test("Letters and their case are those of ASCII")
    func letters() {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let small = UInt8(ascii: "a")...UInt8(ascii: "z")
        for byte in UInt8.min ... .max {
            #expect(byte.isLetter == (capitals.contains(byte) || small.contains(byte)))
            #expect(byte.lowercased == (capitals.contains(byte) ? byte + 32 : byte))
        }
    }
}
