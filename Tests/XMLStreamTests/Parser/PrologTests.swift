import Testing

@testable import XMLStream

/// What may stand before the first element: the XML declaration, white space, the header (RFC 6120 §4.7, §11.4–11.6).
@Suite struct PrologTests {
    @Test(arguments: [
        "<?xml version='1.0'?>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<?xml version='1.0' encoding='utf-8' ?>",
        "<?xml\n version = '1.1'\tencoding='UTF-8' standalone='yes'?>", "<?xml version='1.0' standalone='no'?>\n\r\t ",
        "",
        " \n", String(repeating: " ", count: 3000),
    ])
    func isAccepted(_ prolog: String) throws {
        let events = try Stream.events(prolog + Stream.header)
        #expect(events.count == 1)
        #expect(Stream.error(Array((prolog + Stream.header).utf8)) == nil)
    }

    static let refused: [(prolog: [UInt8], condition: XMLStreamError.Condition, offset: Int)] = [
        ([0xEF, 0xBB, 0xBF], .notWellFormed, 0),
        ([0xFE, 0xFF, 0x00, 0x3C], .unsupportedEncoding, 0),
        ([0xFF, 0xFE, 0x3C, 0x00], .unsupportedEncoding, 0),
        ([0x00, 0x3C], .unsupportedEncoding, 0),
        ([0x3C, 0x00], .unsupportedEncoding, 0),
        ([0x16, 0x03, 0x01], .notWellFormed, 0),
        (Array(" \u{FEFF}".utf8), .notWellFormed, 1),
        (Array("x".utf8), .notWellFormed, 0),
        (Array("\n\nx".utf8), .notWellFormed, 2),
        (Array(" <?xml version='1.0'?>".utf8), .restrictedXML, 1),
        (Array("<?xml version='1.0'?><?xml version='1.0'?>".utf8), .restrictedXML, 21),
        (Array("<?xml-stylesheet href='x'?>".utf8), .restrictedXML, 0),
        (Array("<?XML version='1.0'?>".utf8), .restrictedXML, 0),
        (Array("<?xml version='2.0'?>".utf8), .notWellFormed, 0),
        (Array("<?xml version='1.'?>".utf8), .notWellFormed, 0),
        (Array("<?xml version=1.0?>".utf8), .notWellFormed, 0),
        (Array("<?xml?>".utf8), .restrictedXML, 0),
        (Array("<?xml ?>".utf8), .notWellFormed, 0),
        (Array("<?xml encoding='UTF-8'?>".utf8), .notWellFormed, 0),
        (Array("<?xml encoding='UTF-8' version='1.0'?>".utf8), .notWellFormed, 0),
        (Array("<?xml version='1.0'encoding='UTF-8'?>".utf8), .notWellFormed, 0),
        (Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8), .unsupportedEncoding, 0),
        (Array("<?xml version='1.0' encoding='UTF-16'?>".utf8), .unsupportedEncoding, 0),
        (Array("<?xml version='1.0' encoding=''?>".utf8), .notWellFormed, 0),
        (Array("<?xml version='1.0' standalone='maybe'?>".utf8), .notWellFormed, 0),
        (Array("<?xml version='1.0' other='x'?>".utf8), .notWellFormed, 0),
        (Array(("<?xml version='1.0'" + String(repeating: " ", count: 300)).utf8), .policyViolation, 256),
        (Array("<!-- -->".utf8), .restrictedXML, 0),
        (Array("<!DOCTYPE stream>".utf8), .restrictedXML, 0),
        (Array("&lt;".utf8), .notWellFormed, 0),
    ]

    @Test(arguments: refused.indices)
    func isRefused(_ index: Int) throws {
        let (prolog, condition, offset) = Self.refused[index]
        let error = try #require(Stream.error(prolog + Array(Stream.header.utf8)))
        #expect(error.condition == condition, "\(String(decoding: prolog, as: UTF8.self)): \(error)")
        #expect(error.offset == offset, "\(String(decoding: prolog, as: UTF8.self)): \(error)")
        #expect(error.line == 1 + prolog.prefix(offset).count { $0 == 0x0A })
    }

    static let headers: [(header: String, condition: XMLStreamError.Condition)] = [
        ("<stream xmlns='jabber:client'>", .invalidNamespace),
        ("<stream:stream xmlns:stream='urn:other' xmlns='jabber:client'>", .invalidNamespace),
        ("<stream:stream xmlns='jabber:client'>", .notWellFormed),
        ("<html>", .badFormat),
        ("<stream:features xmlns:stream='http://etherx.jabber.org/streams'>", .badFormat),
        ("<iq type='get'/>", .badFormat),
        ("<message>", .badFormat),
        ("</stream:stream>", .notWellFormed),
    ]

    @Test(arguments: headers.indices)
    func firstElementHasToBeAHeader(_ index: Int) throws {
        let (header, condition) = Self.headers[index]
        let error = Stream.error(Array(header.utf8))
        #expect(error?.condition == condition)
        #expect(error?.offset == 0)
    }

    @Test func headerTellsWhatItDeclares() throws {
        let text =
            "<s:stream xmlns:s='http://etherx.jabber.org/streams' to='a' xmlns='jabber:server' xml:lang='de' xmlns:db='jabber:server:dialback'>"
        let events = try Stream.events(text + "<db:result/><message><body/></message></s:stream>")
        guard case .streamOpen(let opening) = events[0] else {
            Issue.record("\(events[0])")
            return
        }
        #expect(opening.element.name == Name("stream", in: .streams))
        #expect(opening.element.attributes.map(\.name) == [Name("to"), .xmlLang])
        #expect(opening.contentNamespace == .server)
        #expect(opening.prefixes.map(\.prefix) == ["s", "db"])
        #expect(opening.prefixes.map(\.namespace) == [.streams, .dialback])
        #expect(events[1].element?.name == Name("result", in: .dialback))
        #expect(events[2].element?.language == "de")
        #expect(events[3] == .streamClose(nil))
    }

    @Test func aStreamCanHaveTheStreamNamespaceAsItsDefault() throws {
        let events = try Stream.events(
            "<stream xmlns='http://etherx.jabber.org/streams'><iq xmlns='jabber:client'/><features/></stream>"
        )
        #expect(events.count == 4)
        #expect(events[2].element?.namespace == .streams)
        #expect(events[3] == .streamClose(nil))
    }

    @Test func anEmptyHeaderOpensAndCloses() throws {
        let text = Stream.header.dropLast() + "/>"
        let events = try Stream.events(text + "whatever comes then < is & ignored")
        #expect(events.count == 2)
        #expect(events[1] == .streamClose(nil))
    }

    @Test("A header's language is inherited, unless it is longer than any is", arguments: [2, 255, 256, 100_000])
    func inheritedLanguage(length: Int) throws {
        let language = String(repeating: "x", count: length)
        var parser = XMLStreamParser()
        parser.receive(
            Array(
                "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' xml:lang='\(language)'>"
                    .utf8))
        parser.receive(Array("<message/>".utf8))
        guard case .streamOpen(let opening) = try parser.next() else {
            Issue.record("There is no header.")
            return
        }
        #expect(opening.element.attribute(.xmlLang) == language)
        guard case .element(let element) = try parser.next() else {
            Issue.record("There is no element.")
            return
        }
        #expect(element.language == (length <= 255 ? language : nil))
    }
}
