import Testing

@testable import XMLStream

/// What is read out of an element.
@Suite struct ElementReadingTests {
    static let body = Name.known("body", in: "jabber:client")

    @Test func namesAndAttributes() throws {
        let element = try Stream.element("<m xmlns='u' xmlns:p='v' a='1' p:a='2' xml:lang='de' b=\"&quot;'\"/>")
        #expect(element.name == Name("m", in: "u"))
        #expect(element.has(Name("m", in: "u")) && !element.has(Name("m")) && !element.has(Name("n", in: "u")))
        #expect(element.attributes.map(\.name) == [Name("a"), Name("a", in: "v"), .xmlLang, Name("b")])
        #expect(element["a"] == "1" && element[Name("a", in: "v")] == "2" && element["b"] == "\"'")
        #expect(element["c"] == nil && element[Name("b", in: "v")] == nil)
        #expect(element.isEmpty && element.text.isEmpty && element.parent == nil)
    }

    @Test func attributesHaveNoDefaultNamespace() throws {
        let element = try Stream.element("<a xmlns='u' b='1'/>")
        #expect(element.attributes.first?.name == Name("b"))
    }

    @Test func contentInDocumentOrder() throws {
        let element = try Stream.element("<a>x<b>in</b>y<![CDATA[z]]>&amp;<c/><b i='2'/></a>")
        let nodes = element.nodes.map { node in
            if case .text(let text) = node { text } else { "<>" }
        }
        #expect(nodes == ["x", "<>", "yz&", "<>", "<>"])
        #expect(element.text == "xyz&")
        #expect(element.children.map(\.localName) == ["b", "c", "b"])
        #expect(element.children(Name("b", in: .client)).count == 2)
        #expect(element.firstChild(Name("b", in: .client))?.text == "in")
        #expect(element.firstChild(Name("b")) == nil)
        #expect(!element.children.isEmpty)
        #expect(try Stream.element("<a>x</a>").children.isEmpty)
        #expect(!element.isEmpty)
    }

    @Test func descendantsAndParents() throws {
        let element = try Stream.element("<a><b x='1'>t<c><b/></c></b><d/></a>")
        #expect(element.descendants.map(\.localName) == ["b", "c", "b", "d"])
        let inner = element.descendants(Name("b", in: .client))
        #expect(inner.count == 2)
        #expect(inner[1].parent?.localName == "c" && inner[1].parent?.parent == inner[0])
        #expect(inner[0].parent == element)
        #expect(inner[0].descendants.map(\.localName) == ["c", "b"])
    }

    @Test func manyPiecesOfText() throws {
        let count = 60_000
        let element = try Stream.element("<a>" + String(repeating: "x<b/>", count: count) + "</a>")
        #expect(element.text == String(repeating: "x", count: count))
    }

    @Test func languageIsInherited() throws {
        let text =
            Stream.header.dropLast()
            + " xml:lang='de'><a><b xml:lang='fr'><c/><d xml:lang=''><e/></d></b></a><a xml:lang='en'/>"
        let elements = try Stream.events(String(text)).compactMap(\.element)
        let languages = Dictionary(uniqueKeysWithValues: elements[0].descendants.map { ($0.localName, $0.language) })
        #expect(elements[0].language == "de" && elements[1].language == "en")
        #expect(languages == ["b": "fr", "c": "fr", "d": nil, "e": nil])
    }

    @Test func prefixesAreRedeclaredAndUndeclared() throws {
        let element = try Stream.element(
            "<p:a xmlns:p='u' xmlns='d'><p:a xmlns:p='v'><p:a/><b xmlns=''><c/></b></p:a><p:a/><b/></p:a>"
        )
        #expect(element.name == Name("a", in: "u"))
        #expect(
            element.descendants.map(\.name) == [
                Name("a", in: "v"), Name("a", in: "v"), Name("b"), Name("c"), Name("a", in: "u"), Name("b", in: "d"),
            ]
        )
    }

    @Test func declarationsHoldForTheirWholeTag() throws {
        let element = try Stream.element("<p:a p:b='1' xmlns:p='u'/>")
        #expect(element.name == Name("a", in: "u"))
        #expect(element[Name("b", in: "u")] == "1")
        #expect(try Stream.element("<a xmlns:p='u' xmlns:q='v' p:b='1' q:b='2' b='3'/>").attributes.count == 3)
    }

    @Test func xmlMayBeDeclaredAsWhatItIs() throws {
        let element = try Stream.element("<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:id='1'/>")
        #expect(element[Name("id", in: .xml)] == "1")
    }

    @Test func valuesAreNormalized() throws {
        let element = try Stream.element("<a b=' \t\n\r\n\r&#9;&#10;&#13; '>\r\n\r&#13;\n</a>")
        #expect(element["b"] == "     \t\n\r ")
        #expect(element.text == "\n\n\r\n")
    }

    @Test(arguments: [
        ("&#x9;&#xA;&#xD;", "\t\n\r"), ("&#32;&#x20;", "  "), ("&#xD7FF;&#xE000;&#xFFFD;", "\u{D7FF}\u{E000}\u{FFFD}"),
        ("&#65536;&#x10FFFF;", "\u{10000}\u{10FFFF}"), ("&#0000065;", "A"), ("&lt;&gt;&amp;&apos;&quot;", "<>&'\""),
        ("\u{7F}\u{85}\u{2028}", "\u{7F}\u{85}\u{2028}"), ("<![CDATA[&lt;<>]]&]]>", "&lt;<>]]&"), ("]]&gt;", "]]>"),
        ("<![CDATA[]]>", ""), ("<![CDATA[]]]]><![CDATA[>]]>", "]]>"), ("a]b]]c", "a]b]]c"),
    ])
    func textIsDecoded(_ written: String, _ text: String) throws {
        let bytes = Array("<a>\(written)</a>".utf8)
        #expect(try Stream.element("<a>\(written)</a>").text == text)
        let slow = Transcript.byteByByte(bytes, framing: .fragments)
        #expect(slow.withoutArrivals == Transcript(bytes, framing: .fragments).withoutArrivals)
    }
}
