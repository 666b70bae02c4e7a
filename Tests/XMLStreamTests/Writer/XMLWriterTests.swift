import Testing

@testable import XMLStream

/// What is written, byte for byte.
@Suite struct XMLWriterTests {
    private func rewritten(_ text: String, in scope: XMLWriter.Scope = .client) throws -> String {
        try Stream.element(text).xml(in: scope)
    }

    @Test(arguments: [
        ("<a></a>", "<a/>"),
        ("<a xmlns='jabber:client'><b xmlns='jabber:client'/></a>", "<a/>".replacing("/>", with: "><b/></a>")),
        ("<p:a xmlns:p='u'><p:b/></p:a>", "<a xmlns='u'><b/></a>"),
        ("<a><b xmlns='u'><c/></b><d/></a>", "<a><b xmlns='u'><c/></b><d/></a>"),
        ("<a xmlns='u'><b xmlns=''/></a>", "<a xmlns='u'><b xmlns=''/></a>"),
        ("<stream:features><a xmlns='u'/></stream:features>", "<stream:features><a xmlns='u'/></stream:features>"),
        ("<features xmlns='http://etherx.jabber.org/streams'/>", "<stream:features/>"),
        ("<a xml:lang='de'/>", "<a xml:lang='de'/>"),
        ("<xml:a/>", "<xml:a/>"),
        ("<a xmlns:p='u' p:b='1' p:c='2'/>", "<a xmlns:p='u' p:b='1' p:c='2'/>"),
        ("<p:a xmlns:p='u' p:b='1'/>", "<a xmlns='u' xmlns:p='u' p:b='1'/>"),
        (
            "<a xmlns:p='u' p:b='1'><c p:d='2'/><e xmlns:p='v' p:f='3'/></a>",
            "<a xmlns:p='u' p:b='1'><c p:d='2'/><e xmlns:ns1='v' ns1:f='3'/></a>"
        ),
        (
            "<a xmlns:ns1='u' ns1:b='1'><e xmlns:ns1='v' ns1:f='3'/></a>",
            "<a xmlns:ns1='u' ns1:b='1'><e xmlns:ns2='v' ns2:f='3'/></a>"
        ),
        ("<a xmlns:stream='u' stream:b='1'/>", "<a xmlns:ns1='u' ns1:b='1'/>"),
        ("<a xmlns:s='http://etherx.jabber.org/streams' s:b='1'/>", "<a stream:b='1'/>"),
        (
            "<a b='&lt;&gt;&amp;&apos;&quot;&#9;&#10;&#13;'>&lt;&gt;&amp;'\"\t\n&#13;</a>",
            "<a b='&lt;&gt;&amp;&apos;\"&#9;&#10;&#13;'>&lt;&gt;&amp;'\"\t\n&#13;</a>"
        ),
        ("<a>]]&gt;</a>", "<a>]]&gt;</a>"),
    ])
    func elementsOfAStream(_ text: String, _ written: String) throws {
        #expect(try rewritten(text) == written)
        #expect(try Stream.element(written) == Stream.element(text))
        #expect(try rewritten(written) == written)
    }

    @Test func scopesDecideWhatIsDeclared() throws {
        let element = try Stream.element("<a><stream:b/><db:c/><d xmlns=''/></a>")
        #expect(
            try element.xml(in: .document) == "<a xmlns='jabber:client'>"
                + "<stream:b xmlns:stream='http://etherx.jabber.org/streams'/>"
                + "<c xmlns='jabber:server:dialback'/><d xmlns=''/></a>"
        )
        #expect(
            try element.xml(in: .server) == "<a xmlns='jabber:client'><stream:b/><db:c/><d xmlns=''/></a>"
        )
        #expect(try Element(Name("a")).xml(in: .document) == "<a/>")
        #expect(try Element(Name("a")).xml(in: .anywhere) == "<a xmlns=''/>")
        #expect(try Element(Name("a")).xml(in: .client) == "<a xmlns=''/>")
    }

    @Test func aScopesPrefixThatMeansSomethingElseIsNotUsed() throws {
        let scope = XMLWriter.Scope(
            defaultNamespace: .client,
            prefixes: [StreamOpening.Prefix(prefix: "stream", namespace: "u"), .init(prefix: "p", namespace: "v")]
        )
        #expect(
            try rewritten("<stream:a><b xmlns='u'/></stream:a>", in: scope)
                == "<stream:a xmlns:stream='http://etherx.jabber.org/streams'><b xmlns='u'/></stream:a>"
        )
        #expect(try rewritten("<a xmlns:p='w' p:b='1'/>", in: scope) == "<a xmlns:ns1='w' ns1:b='1'/>")
        #expect(try rewritten("<a xmlns:q='v' q:b='1'/>", in: scope) == "<a p:b='1'/>")
    }

    @Test func manyPrefixesAtOnce() throws {
        let limits = XMLStreamLimits.recorded
        let attributes = (0..<1000).map { " xmlns:p\($0)='u:\($0)' p\($0):a='\($0)'" }.joined()
        let inner = (0..<1000).map { "<c p\($0):b=''/>" }.joined()
        let text = "<a\(attributes)>\(inner)</a>"
        let element = try Stream.element(text, limits: limits)
        #expect(try element.xml(in: .client) == text)
    }

    // MARK: Refusing

    @Test func charactersAreRefusedWithTheirPlace() throws {
        let inText = Element(Name("a")) { Element(Name("b"), text: "x\u{1}") }
        let inAttribute = Element(Name("a")) { Element(Name("b"), attributes: [Attribute(Name("c"), "\u{FFFF}")]) }
        var bytes = Array("before".utf8)
        for (element, path, code) in [(inText, "a/b", "U+0001"), (inAttribute, "a/b/@c", "U+FFFF")] {
            do throws(XMLWritingError) {
                try XMLWriter().write(element, to: &bytes)
                Issue.record("written")
            } catch {
                #expect(error.path == path)
                #expect(error.description.hasPrefix(code))
            }
            #expect(bytes == Array("before".utf8))
        }
        try XMLWriter(invalidCharacters: .replace).write(inText, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "before<a><b>x\u{FFFD}</b></a>")
    }

    @Test(arguments: ["", "1", "a b", "a:b", "a>", "a'", "-a", "a\u{0}", "\u{D7}"])
    func namesAreRefused(_ name: String) {
        let error = XMLWritingError(reason: .name(name), path: "a/" + name)
        #expect(throws: error) { try Element(Name("a")) { Element(Name(name)) }.xml() }
        #expect(throws: XMLWritingError.self) {
            try Element(Name("a"), attributes: [Attribute(Name(name), "1")]).xml()
        }
        #expect(!Element(Name(name)).description.isEmpty)
    }

    @Test func declarationsAreNoAttributes() {
        let name = Name("p", in: .xmlns)
        #expect(throws: XMLWritingError.self) { try Element(Name("a"), attributes: [Attribute(name, "u")]).xml() }
        #expect(throws: XMLWritingError.self) { try Element(name).xml() }
    }

    @Test func descriptionReplaces() {
        #expect(Element(Name("a"), text: "\u{0}b\u{FFFE}").description == "<a>\u{FFFD}b\u{FFFD}</a>")
    }

    // MARK: Headers

    @Test(arguments: [
        "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='a' xml:lang='de'>",
        "<s:stream xmlns='jabber:server' xmlns:s='http://etherx.jabber.org/streams' xmlns:db='jabber:server:dialback'>",
        "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' xmlns:p='u' p:a='1'>",
    ])
    func headersAreWrittenAsTheyWere(_ text: String) throws {
        guard case .streamOpen(let opening) = try Stream.events(text).first else {
            Issue.record("no header")
            return
        }
        var bytes: [UInt8] = []
        try XMLWriter().writeStart(of: opening, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test func prefixesOfHeadersAreNames() {
        for prefix in ["", "a b", "xml", "xmlns", "a='b'"] {
            let opening = StreamOpening(
                element: Element(Name("stream", in: .streams)),
                contentNamespace: .client,
                prefixes: [StreamOpening.Prefix(prefix: prefix, namespace: "u")]
            )
            var bytes = Array("x".utf8)
            #expect(throws: XMLWritingError.self) { try XMLWriter().writeStart(of: opening, to: &bytes) }
            #expect(bytes == Array("x".utf8))
        }
    }
}
