import Testing
import XMLStream

/// One element from a text that is nothing else.
@Suite struct ElementFromTextTests {
    private func error(_ xml: String, limits: XMLStreamLimits = .default) -> XMLStreamError? {
        do {
            _ = try Element(xml: xml, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test("the assumed namespace is that of clients, another, or none", arguments: [Namespace.client, .server, .none])
    func defaultNamespace(_ namespace: Namespace) throws {
        let element = try Element(xml: "<message id='1'><body>a &lt; b</body></message>", in: namespace)
        #expect(element.name == Name("message", in: namespace))
        #expect(element.firstChild(Name("body", in: namespace))?.text == "a < b")
        #expect(element["id"] == "1")
    }

    @Test func declaredNamespacesPrevail() throws {
        let element = try Element(xml: "<a xmlns='urn:a'><b xmlns=''/></a>", in: .server)
        #expect(element.name == Name("a", in: "urn:a"))
        #expect(element.children.map(\.namespace) == [.none])
    }

    @Test("prefixes of streams are bound", arguments: [Namespace.client, .server, "urn:other"])
    func prefixes(_ namespace: Namespace) throws {
        #expect(try Element(xml: "<stream:features/>", in: namespace).name == Name("features", in: .streams))
        #expect(try Element(xml: "<db:verify/>", in: namespace).name == Name("verify", in: .dialback))
    }

    @Test(
        "white space and a declaration may stand around",
        arguments: ["<a/>", " \n<a/>\n", "<?xml version='1.0'?>\n<a/>"])
    func surroundings(_ xml: String) throws {
        #expect(try Element(xml: xml).localName == "a")
    }

    @Test func whatIsWrittenIsRead() throws {
        let text = "<iq type='get' id='x'><query xmlns='jabber:iq:roster' ver='&lt;&apos;'/>é</iq>"
        let element = try Element(xml: text)
        #expect(try Element(xml: element.description, in: .none) == element)
        #expect(try element.xml(in: .client) == text)
    }

    @Test(
        "what is no element, and where",
        arguments: [
            ("", 0, 1), ("\n ", 2, 2), ("<a>\n<b>", 7, 2), ("<a", 2, 1), ("<a></b>", 3, 1), ("a", 0, 1),
            ("<a/>\nb", 5, 2),
            ("<a/> <b/>", 5, 1), ("<a/><b>", 4, 1), ("<a/></stream:stream>", 4, 1), ("<a/><stream:stream>", 4, 1),
            ("<a/><", 4, 1), ("<a/><?xml version='1.0'?>", 4, 1), ("<x:a/>", 0, 1), ("<a b='1' b='2'/>", 9, 1),
            ("<stream:stream>", 15, 1), ("</stream:stream>", 16, 1), ("<a>&x;</a>", 3, 1), ("<a>\u{1}</a>", 3, 1),
        ])
    func refused(_ xml: String, _ offset: Int, _ line: Int) throws {
        let error = try #require(self.error(xml))
        #expect(error.offset == offset, "\(error)")
        #expect(error.line == line, "\(error)")
    }

    @Test("what RFC 6120 §11.1 forbids", arguments: ["<a><!-- b --></a>", "<a><?b?></a>", "<!DOCTYPE a><a/>"])
    func restricted(_ xml: String) {
        #expect(error(xml)?.condition == .restrictedXML)
    }

    @Test func limitsHold() throws {
        #expect(error("<a><b><c/></b></a>", limits: XMLStreamLimits(depth: 2))?.condition == .policyViolation)
        let long = "<a>" + String(repeating: "x", count: 2_000) + "</a>"
        #expect(error(long, limits: XMLStreamLimits(stanzaBytes: 1_000))?.condition == .policyViolation)
        #expect(error(long) == nil)
    }
}
