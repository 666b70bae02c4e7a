import Testing

@testable import XMLStream

/// RFC 7395: every message is one element, a document of its own.
@Suite struct WebSocketTests {
    static let open = "<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' to='a' version='1.0'/>"
    static let close = "<close xmlns='urn:ietf:params:xml:ns:xmpp-framing'/>"

    private func parser(after messages: [String]) throws -> XMLStreamParser {
        var parser = XMLStreamParser(framing: .webSocket)
        for message in messages {
            parser.receive(Array(message.utf8))
            _ = try parser.drain()
        }
        return parser
    }

    @Test func messagesAreStreams() throws {
        var parser = XMLStreamParser(framing: .webSocket)
        let messages = [
            Self.open, "<iq xmlns='jabber:client' id='1'/>", " <?xml version='1.0'?>".trimmed + "<m xmlns='u'>x</m> ",
            Self.close,
        ]
        for message in messages { parser.receive(Array(message.utf8)) }
        let events = try parser.drain()
        #expect(events.count == 4)
        guard case .streamOpen(let opening) = events[0], case .streamClose(let closing) = events[3] else {
            Issue.record("\(events)")
            return
        }
        #expect(opening.element["to"] == "a")
        #expect(closing?.localName == "close")
        #expect(events[1].element?["id"] == "1")
        #expect(parser.eventRange.upperBound == messages.joined().utf8.count)
        #expect(parser.receivedByteCount == messages.joined().utf8.count)
    }

    static let refused: [(message: String, condition: XMLStreamError.Condition, offset: Int)] = [
        ("", .notWellFormed, 0),
        (" ", .notWellFormed, 1),
        ("<a", .notWellFormed, 2),
        ("<a xmlns='u'>", .notWellFormed, 13),
        ("<?xml version='1.0'", .notWellFormed, 19),
        ("<a xmlns='u'/><b xmlns='u'/>", .notWellFormed, 14),
        ("<a xmlns='u'/>x", .badFormat, 14),
        ("<a/>", .invalidNamespace, 0),
        ("<stream:stream/>", .notWellFormed, 0),
        ("<a xmlns='u'><!-- --></a>", .restrictedXML, 13),
        (open, .badFormat, 0),
        ("</a>", .notWellFormed, 0),
    ]

    @Test(arguments: refused.indices)
    func othersAreRefused(_ index: Int) throws {
        let (message, condition, offset) = Self.refused[index]
        var parser = try parser(after: [Self.open])
        parser.receive(Array(message.utf8))
        do throws(XMLStreamError) {
            let event = try parser.next()
            Issue.record("\(message): \(String(describing: event))")
        } catch {
            #expect(error.condition == condition, "\(message): \(error)")
            #expect(error.offset - Self.open.utf8.count == offset, "\(message): \(error)")
        }
    }

    @Test func bindingsEndWithTheirMessage() throws {
        var parser = try parser(after: [Self.open, "<p:a xmlns:p='u'/>"])
        parser.receive(Array("<p:a/>".utf8))
        #expect(throws: XMLStreamError.self) { try parser.next() }
    }

    @Test func anUnfinishedMessageIsNotContinued() throws {
        var parser = try parser(after: [Self.open])
        parser.receive(Array("<a xmlns='u'".utf8))
        #expect(throws: XMLStreamError.self) { try parser.next() }
        parser.receive(Array("/>".utf8))
        #expect(throws: XMLStreamError.self) { try parser.next() }
    }

    @Test func whateverFollowsTheCloseIsIgnored() throws {
        var parser = try parser(after: [Self.open, Self.close])
        for message in ["<a xmlns='u'/>", "", "&"] { parser.receive(Array(message.utf8)) }
        parser.finish()
        #expect(try parser.drain() == [.endOfInput(.outsideStream)])
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
