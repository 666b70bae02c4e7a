import Testing
import XMLStream

@testable import stanzactl

@Suite("Indented XML")
struct PrettyXMLTests {
    @Test("Colours change nothing but colours")
    func colors() throws {
        let element = try #require(
            elements("<a b='1 = 2' c='&gt;'><d xmlns='urn:d'>x &lt; <e/>y</d><f g='/'/></a>").first)
        var (plain, colored): ([UInt8], [UInt8]) = ([], [])
        PrettyXML(palette: Palette(isColored: false)).append(element, depth: 1, in: .anywhere, to: &plain)
        PrettyXML(palette: Palette(isColored: true)).append(element, depth: 1, in: .anywhere, to: &colored)
        let text = String(decoding: colored, as: UTF8.self)
        #expect(text.contains("\u{1B}["))
        #expect(text.replacing(/\u{1B}\[\d+m/, with: "") == String(decoding: plain, as: UTF8.self))
        #expect(
            try elements(String(decoding: plain, as: UTF8.self)).first?.firstChild(Name("d", in: "urn:d"))?.text
                == "x < y")
    }

    @Test("Characters that control terminals become references that read the same")
    func controls() throws {
        let element = Element(
            Name("a"), attributes: [Attribute(Name("b"), "\u{85}\u{202E}")], text: "\u{7F}\u{2066}é\u{2030}")
        var bytes: [UInt8] = []
        PrettyXML(palette: Palette(isColored: false)).append(element, depth: 0, in: .anywhere, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text == "<a xmlns='' b='&#133;&#8238;'>&#127;&#8294;é\u{2030}</a>\n")
        #expect(try elements(text) == [element])
    }

    @Test("Depth makes the output longer by no more than so many spaces a line")
    func depth() throws {
        let depth = 1000
        let xml = String(repeating: "<a>", count: depth) + "<b/>" + String(repeating: "</a>", count: depth)
        let element = try #require(elements(xml).first)
        var bytes: [UInt8] = []
        PrettyXML(palette: Palette(isColored: false)).append(element, depth: 0, in: .client, to: &bytes)
        #expect(bytes.count < 2 * depth * 70)
        #expect(
            try elements(String(decoding: bytes, as: UTF8.self)).first?.descendants.contains { $0.localName == "b" }
                == true)
    }
}
