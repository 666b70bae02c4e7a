import Foundation
import Testing

@testable import XMLStream

@Suite struct PlainRunTests {
    private static let scopes: [XMLWriter.Scope] = [.document, .anywhere, .client, .server]

    private static func slowly(_ element: Element, in scope: XMLWriter.Scope) throws -> [UInt8] {
        var run = WritingRun(XMLWriter(in: scope), output: [])
        try run.write(element)
        return run.output
    }

    @Test("The quick way writes what the other does")
    func examples() throws {
        var quick = 0
        for xml in try exampleTexts() {
            var parser = XMLStreamParser(framing: .fragments)
            parser.receive(Array(xml.utf8))
            while case .element(let element)? = try? parser.next() {
                for (element, scope) in zip([element] + element.descendants, Self.scopes + Self.scopes + Self.scopes) {
                    var bytes = Array("before".utf8)
                    guard PlainRun.write(element, in: scope, to: &bytes) else { continue }
                    quick += 1
                    #expect(bytes == Array("before".utf8) + (try Self.slowly(element, in: scope)))
                }
            }
        }
        #expect(quick > 10_000)
    }

    private func exampleTexts() throws -> [String] {
        let text = try String(
            contentsOf: Fixtures.corpus.appending(path: "stanzas/xep-examples.jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").compactMap { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }.compactMap { $0["xml"] as? String }
    }

    @Test("Every octet is escaped at every place of a block, long or short of the end")
    func octets() throws {
        for scalar in (1...0x7F).map({ Unicode.Scalar(UInt8($0)) }) + [
            "\u{E9}", "\u{FFFD}", "\u{FFFE}", "\u{F000}", "\u{1F600}",
        ] {
            for (offset, rest) in (0...33).flatMap({ offset in [0, 1, 3, 9, 16].map { (offset, $0) } }) {
                let text = String(repeating: "x", count: offset) + String(scalar) + String(repeating: "y", count: rest)
                let element = Element(Name("a"), attributes: [Attribute(Name("b"), text)], text: text)
                var bytes: [UInt8] = []
                let isQuick = PlainRun.write(element, in: .document, to: &bytes)
                guard let expected = try? Self.slowly(element, in: .document) else {
                    #expect(!isQuick)
                    continue
                }
                #expect(isQuick)
                #expect(bytes == expected)
            }
        }
    }

    @Test("What needs a prefix, a check or a refusal is left to the other")
    func refused() {
        let elements = [
            Element(.features), Element(Name("a", in: .xml)), Element(Name("a", in: .xmlns)), Element(Name("a b")),
            Element(Name("é")), Element(Name("a"), attributes: [Attribute(Name("b", in: "urn:c"), "")]),
            Element(Name("a"), attributes: [Attribute(Name("b:c"), "")]), Element(Name("a"), text: "\u{1}"),
            Element(Name("a"), nodes: [.element(Element(.features))]),
        ]
        for element in elements {
            var bytes: [UInt8] = [1]
            #expect(!PlainRun.write(element, in: .document, to: &bytes))
            #expect(bytes == [1])
        }
    }

    @Test("Much text makes the memory grow")
    func growth() throws {
        let text = String(repeating: "<&>", count: 100_000)
        let element = Element(Name("a"), attributes: [Attribute(Name("b"), text)], text: text)
        var bytes: [UInt8] = []
        #expect(PlainRun.write(element, in: .document, to: &bytes))
        #expect(bytes == (try Self.slowly(element, in: .document)))
    }
}
