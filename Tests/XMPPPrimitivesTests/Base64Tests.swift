import Testing
import XMPPPrimitives

@Suite("Base64")
struct Base64Tests {
    private func bytes(_ text: String, _ whiteSpace: Base64Coding.WhiteSpace) -> [UInt8]? {
        Base64Coding.bytes(of: text.utf8, whiteSpace: whiteSpace)
    }

    @Test(
        "Examples of RFC 4648 §10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func examples(_ plain: String, _ text: String) {
        #expect(Base64Coding.text(of: plain.utf8) == text)
        #expect(bytes(text, .refused) == Array(plain.utf8))
        #expect(bytes(text, .passedOver) == Array(plain.utf8))
    }

    @Test("All digits, at every place of a group, from memory of either kind", arguments: 0...5)
    func everyByte(offset: Int) {
        let plain = [UInt8](repeating: 0xA5, count: offset) + (0...255).map { UInt8($0) }
        let text = Base64Coding.text(of: plain)
        #expect(Base64Coding.text(of: AnyCollection(plain)) == text)
        #expect(bytes(text, .refused) == plain)
        #expect(Base64Coding.bytes(of: AnyCollection(Array(text.utf8)), whiteSpace: .refused) == plain)
    }

    @Test(
        "Other characters, wrong padding and bits beyond the data are refused (RFC 4648 §3.2, §3.3, §3.5)",
        arguments: [
            "=", "==", "===", "====", "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm9v=", "Zm9v====", "Zg==Zg==",
            "Zm-_", "Zm9vY===", "Z=8=", "=m9v", "Zm8\u{0}", "Zm9\u{E9}", "A===", "Zm9vA===",
        ])
    func refused(_ text: String) {
        #expect(bytes(text, .refused) == nil)
        #expect(bytes(text, .passedOver) == nil)
    }

    @Test("White space counts for nothing, or makes a text unreadable (RFC 4648 §3.1)")
    func whiteSpace() {
        for text in [" Zm9vYmE=", "Zm9vYmE=\n", "Zm9v\r\nYmE=", "Z m\t9vYm E =", "Zm9vY\nmE="] {
            #expect(bytes(text, .passedOver) == Array("fooba".utf8), "\(text)")
            #expect(bytes(text, .refused) == nil, "\(text)")
        }
        #expect(bytes(" \n", .passedOver) == [])
        #expect(bytes("Zm\u{B}8=", .passedOver) == nil)
    }
}
