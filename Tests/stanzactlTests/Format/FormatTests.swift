import Foundation
import Testing
import XMLStream

@testable import stanzactl

@Suite("stanzactl fmt")
struct FormatTests {
    private static let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'"

    private static func format(_ xml: String, _ format: FormatCommand.Format) throws -> String {
        var output = Output()
        var formatter = StreamFormatter(name: "test", format, Palette(isColored: false))
        try formatter.receive(Array(xml.utf8), &output)
        try formatter.finish(&output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    @Test(
        "pretty indents what has only elements in it",
        arguments: [
            ("<iq><query/></iq>", "<iq xmlns='jabber:client'>\n  <query/>\n</iq>\n"),
            ("<iq>\n     <query/>\n</iq>", "<iq xmlns='jabber:client'>\n  <query/>\n</iq>\n"),
            ("<a xmlns=''><b/></a>", "<a xmlns=''>\n  <b/>\n</a>\n"),
            ("<a>x<b/></a>", "<a xmlns='jabber:client'>x<b/></a>\n"),
            ("<a><b/> <c/></a>", "<a xmlns='jabber:client'><b/> <c/></a>\n"),
            ("<a>\n<b><c/></b>.</a>", "<a xmlns='jabber:client'>\n<b><c/></b>.</a>\n"),
            ("<a>\n</a>", "<a xmlns='jabber:client'>\n</a>\n"),
            ("<a xml:space='preserve'><b/></a>", "<a xmlns='jabber:client' xml:space='preserve'><b/></a>\n"),
            (
                "<p xmlns='http://www.w3.org/1999/xhtml'><b>1</b><i/></p>",
                "<p xmlns='http://www.w3.org/1999/xhtml'><b>1</b><i/></p>\n"
            ),
        ] as [(String, String)]
    )
    func pretty(xml: String, expected: String) throws {
        #expect(try Self.format(xml, .pretty) == expected)
    }

    @Test("pretty puts a stream's elements within its tags")
    func stream() throws {
        let xml =
            "<?xml version='1.0'?>\(Self.header) to='a'><iq><q xmlns='urn:q'/></iq><stream:error/></stream:stream>"
        let expected = """
            \(Self.header) to='a'>
              <iq>
                <q xmlns='urn:q'/>
              </iq>
              <stream:error/>
            </stream:stream>

            """
        #expect(try Self.format(xml, .pretty) == expected)
    }

    @Test("xml is one line an element, whatever is in it")
    func xml() throws {
        let xml = "\(Self.header)><message><body>a\nb\u{9B}</body></message><stream:features/></stream:stream>"
        let expected = """
            \(Self.header)/>
            <message xmlns='jabber:client'><body>a&#10;b&#155;</body></message>
            <stream:features xmlns:stream='http://etherx.jabber.org/streams'/>

            """
        #expect(try Self.format(xml, .xml) == expected)
    }

    @Test("canonical is what the W3C's example for attributes and references says it is, but for prefixes")
    func canonical() throws {
        let xml = """
            <e5 xmlns:b='http://www.ietf.org' xmlns:a='http://www.w3.org' xmlns='http://example.org' b:attr='sorted3'
               attr2='all' attr='I&apos;m' a:attr='"out"&#9;&#10;&#13;'>&gt;&#13;<![CDATA[<&]]><x/></e5>
            """
        let expected =
            "<e5 xmlns=\"http://example.org\" xmlns:n1=\"http://www.ietf.org\" xmlns:n2=\"http://www.w3.org\""
            + " attr=\"I'm\" attr2=\"all\" n1:attr=\"sorted3\" n2:attr=\"&quot;out&quot;&#x9;&#xA;&#xD;\">"
            + "&gt;&#xD;&lt;&amp;<x></x></e5>\n"
        #expect(try Self.format(xml, .canonical) == expected)
    }

    @Test("canonical keeps characters that control terminals, but does not send them to one")
    func canonicalOnTerminal() throws {
        let xml = "<a xmlns=''>\u{9B}31m\u{7F}\n\u{202E}</a>"
        for (isForTerminal, text) in [(false, "\u{9B}31m\u{7F}\n\u{202E}"), (true, "&#155;31m&#127;\n&#8238;")] {
            var formatter = StreamFormatter(
                name: "test", .canonical, Palette(isColored: false), isForTerminal: isForTerminal)
            var output = Output()
            try formatter.receive(Array(xml.utf8), &output)
            try formatter.finish(&output)
            #expect(String(decoding: output.bytes, as: UTF8.self) == "<a xmlns=\"\">\(text)</a>\n")
            output.bytes = []
        }
    }

    @Test("canonical is the same for elements that are")
    func equalElements() throws {
        let first = "<iq type='get' id='1' xmlns:p='urn:p' xmlns:q='urn:q' q:a='1' p:a='2'><r xmlns='urn:r'/></iq>"
        let second =
            "<iq   x:a=\"2\" id=\"1\" xmlns:x='urn:p' xmlns:y='urn:q' y:a='1' type='get'><z:r xmlns:z='urn:r'/></iq>"
        #expect(try Self.format(first, .canonical) == Self.format(second, .canonical))
    }

    @Test(
        "The examples of the XEPs say the same in every form, and formatting them again changes nothing",
        arguments: FormatCommand.Format.allCases
    )
    func examples(format: FormatCommand.Format) throws {
        let url = URL(fileURLWithPath: Tool.capture("../stanzas/xep-examples.jsonl"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 1000)
        var unfinished = 0
        for line in lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let xml = try #require(object?["xml"] as? String)
            guard let before = try? elements(xml) else {
                // A handful of the XEPs' examples leave an end tag out.
                #expect(throws: Failure.self) { try Self.format(xml, format) }
                unfinished += 1
                continue
            }
            let once = try Self.format(xml, format)
            let after = try elements(once)
            if format == .pretty {
                #expect(before.map(\.withoutIndentation) == after.map(\.withoutIndentation), "\(xml)")
            } else {
                #expect(before == after, "\(xml)")
            }
            #expect(try Self.format(once, format) == once, "\(xml)")
        }
        #expect(unfinished < 10)
    }

    @Test("Whatever comes before a mistake is printed, then the place on standard error and 2")
    func malformed() throws {
        let run = try Tool.run("fmt", "--format", "xml", input: "<message/>\n<iq><a></b></iq>")
        #expect(run.code == 2)
        #expect(run.output == "<message xmlns='jabber:client'/>\n")
        #expect(run.errors.hasPrefix("stanzactl: standard input: byte 18, line 2: not-well-formed: "))
    }

    @Test("An input that ends too early is one that cannot be used")
    func unfinished() throws {
        let run = try Tool.run("fmt", input: "<message/>\n\n<iq>\n<query>")
        #expect(run.code == 2)
        #expect(run.output == "<message xmlns='jabber:client'/>\n")
        #expect(run.errors.hasPrefix("stanzactl: standard input: byte 12, line 3: "))
    }

    @Test("The line of an element that is open at the end is right wherever it was read")
    func lineOfOpenElement() throws {
        let lines = String(repeating: "\n<a/>", count: 20_000)
        let run = try Tool.run("fmt", input: lines + "\n<b>" + lines)
        #expect(run.code == 2)
        #expect(run.errors.hasPrefix("stanzactl: standard input: byte \(lines.utf8.count + 1), line 20002: "))
    }

    @Test("Five megabytes of text are no problem")
    func large() throws {
        let text = String(repeating: "0123456789", count: 500_000)
        let run = try Tool.run("fmt", input: "<message><body>\(text)</body></message>")
        #expect(run.code == 0)
        #expect(run.output == "<message xmlns='jabber:client'>\n  <body>\(text)</body>\n</message>\n")
    }

    @Test("A byte order mark before a document is passed over, however it comes in; elsewhere it is not")
    func byteOrderMark() throws {
        var output = Output()
        var formatter = StreamFormatter(name: "test", .xml, Palette(isColored: false))
        for byte in Array("\u{FEFF}<?xml version='1.0'?><a xmlns='urn:a'/>".utf8) {
            try formatter.receive([byte], &output)
        }
        try formatter.finish(&output)
        #expect(String(decoding: output.bytes, as: UTF8.self) == "<a xmlns='urn:a'/>\n")
        let run = try Tool.run("fmt", input: "<a/>\u{FEFF}<a/>")
        #expect(run.code == 2)
        #expect(run.errors.contains("byte 4, line 1"))
        #expect(try Tool.run("fmt", input: "\u{FEFF}<a></b>").errors.contains("byte 6, line 1"))
    }

    @Test("However deep and many its elements are, one is not indented without end")
    func boundedIndentation() throws {
        let chain = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
        let xml = "<message xmlns='jabber:client'>" + String(repeating: chain, count: 5000) + "</message>"
        let run = try Tool.run("fmt", input: xml)
        #expect(run.code == 0)
        #expect(run.output.utf8.count < xml.utf8.count + 10_000_000)
        #expect(run.output.hasPrefix("<message xmlns='jabber:client'>\n  <a>\n    <a>\n"))
        #expect(run.output.hasSuffix("\n</a>\n</message>\n"))
    }
}

extension Element {
    /// The element without white space among children where it has nothing else beside them.
    fileprivate var withoutIndentation: Element {
        let isMixed = nodes.contains { node in
            if case .text(let text) = node { return !text.allSatisfy(\.isWhitespace) }
            return false
        }
        let kept = nodes.compactMap { node -> Node? in
            switch node {
            case .element(let child): .element(child.withoutIndentation)
            case .text: isMixed || children.isEmpty ? node : nil
            }
        }
        return Element(name, attributes: attributes, nodes: kept)
    }
}
