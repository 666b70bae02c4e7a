import Foundation
import Testing

@testable import stanzactl

@Suite("Writing JSON")
struct JSONObjectWriterTests {
    @Test("Every character comes back as it was, and none of the terminal's goes out as it is")
    func characters() throws {
        let text = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init))) + "\u{1F44B}\u{FFFF}"
        var object = JSONObjectWriter()
        object.add("text", text)
        object.finish()
        let read = try JSONSerialization.jsonObject(with: Data(object.bytes)) as? [String: String]
        #expect(read?["text"].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
        let written = String(decoding: object.bytes, as: UTF8.self).dropLast()
        #expect(!written.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    }

    @Test(
        "What has to be escaped is found at every place of a text",
        arguments: ["\u{1F}", "\"", "\\", "\u{7F}", "\u{85}", "\u{A0}", "\"\""])
    func places(character: String) throws {
        for length in 0..<70 {
            let before = String(repeating: "é", count: length / 2)
            let text = before + character + String(repeating: "a", count: 70 - length)
            var object = JSONObjectWriter()
            object.add("text", text)
            object.finish()
            let read = try JSONSerialization.jsonObject(with: Data(object.bytes)) as? [String: String]
            #expect(read == ["text": text])
            #expect(!object.bytes.dropLast().contains { $0 < 0x20 || $0 == 0x7F })
        }
    }

    @Test("Members are separated, and what is not there has none")
    func members() {
        var object = JSONObjectWriter()
        object.add("a", 1)
        object.add("b", nil as String?)
        object.add("c", [] as [Int])
        object.add("d", [1, 2])
        object.add("e", ["x", "\""])
        object.finish()
        #expect(String(decoding: object.bytes, as: UTF8.self) == "{\"a\":1,\"d\":[1,2],\"e\":[\"x\",\"\\\"\"]}\n")
    }
}
