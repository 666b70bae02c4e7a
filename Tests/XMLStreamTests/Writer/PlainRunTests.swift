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

    @Test("Names of any length, known or not, are written with their namespaces", arguments: 1...40)
    func names(length: Int) throws {
        let local = String(repeating: "n", count: length)
        for namespace in ["", "urn:plain-run:<'&>", "jabber:client"] {
            let known = Name.known(own: local, in: namespace)
            let unknown = Name("u" + local, in: Namespace(rawValue: namespace))
            for (outer, inner) in [(known, known), (known, unknown), (unknown, known), (unknown, unknown)] {
                let attributes = [Name.known(own: local, in: ""), Name("u" + local)].map { Attribute($0, "v") }
                let element = Element(outer, attributes: attributes) {
                    Element(inner, attributes: attributes, text: local)
                    Element(Name("other", in: "urn:plain-run:other")) { Element(inner) }
                }
                for scope in Self.scopes {
                    var bytes: [UInt8] = []
                    #expect(PlainRun.write(element, in: scope, to: &bytes))
                    #expect(bytes == (try Self.slowly(element, in: scope)))
                }
            }
        }
    }

    @Test("A namespace that becomes known after the scope was made is still its default")
    func laterKnown() throws {
        let namespace: Namespace = "urn:plain-run:later"
        let scope = XMLWriter.Scope(defaultNamespace: namespace)
        let element = Element(Name.known("a", in: "urn:plain-run:later")) { Element(Name("b", in: namespace)) }
        var bytes: [UInt8] = []
        #expect(PlainRun.write(element, in: scope, to: &bytes))
        #expect(String(decoding: bytes, as: UTF8.self) == "<a><b/></a>")
        #expect(scope == XMLWriter.Scope(defaultNamespace: namespace))
    }

    @Test("A scope that is changed counts as it is then")
    func changedScope() throws {
        var scope = XMLWriter.Scope.client
        scope.defaultNamespace = Namespace.none
        scope.prefixes = [StreamOpening.Prefix(prefix: "c", namespace: .client)]
        var bytes: [UInt8] = []
        #expect(!PlainRun.write(Element(.message), in: scope, to: &bytes))
        try XMLWriter(in: scope).write(Element(.message), to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "<c:message/>")
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
