import Testing

@testable import XMLStream

/// Each rule of RFC 6120 §11 and the XML specifications that a stream can break: condition, byte and line.
@Suite struct ViolationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var content: [UInt8]
        var condition: XMLStreamError.Condition
        /// Counted from the end of the header and its line feed.
        var offset: Int
        var line = 2

        init(_ content: String, _ condition: XMLStreamError.Condition, _ offset: Int, line: Int = 2) {
            self.init(Array(content.utf8), condition, offset, line: line)
        }

        init(_ content: [UInt8], _ condition: XMLStreamError.Condition, _ offset: Int, line: Int = 2) {
            (self.content, self.condition, self.offset, self.line) = (content, condition, offset, line)
        }

        var testDescription: String { String(decoding: content, as: UTF8.self) }
    }

    static let restricted = [
        Case("<!-- c -->", .restrictedXML, 0),
        Case("<a><b/>\n<!-- c --></a>", .restrictedXML, 8, line: 3),
        Case("<?php x?>", .restrictedXML, 0),
        Case("<a><?php x?></a>", .restrictedXML, 3),
        Case("<?xml version='1.0'?>", .restrictedXML, 0),
        Case("<a>\n\n<?xml version='1.0'?></a>", .restrictedXML, 5, line: 4),
        Case("<!DOCTYPE a>", .restrictedXML, 0),
        Case("<a>&nbsp;</a>", .restrictedXML, 3),
        Case("<a b='x&nbsp;'/>", .restrictedXML, 7),
    ]

    static let malformed = [
        Case("<a></b>", .notWellFormed, 3),
        Case("<a>\n<b></a></b>", .notWellFormed, 7, line: 3),
        Case("</a>", .notWellFormed, 0),
        Case("</stream>", .notWellFormed, 0),
        Case("<a b=c/>", .notWellFormed, 5),
        Case("<a b='<'/>", .notWellFormed, 6),
        Case("<a b='1'c='2'/>", .notWellFormed, 8),
        Case("<a b/>", .notWellFormed, 4),
        Case("<1/>", .notWellFormed, 1),
        Case("< a/>", .notWellFormed, 1),
        Case("<a b='1' b='2'/>", .notWellFormed, 9),
        Case("<a>]]></a>", .notWellFormed, 5),
        Case("<a>x]]]></a>", .notWellFormed, 7),
        Case("<a>&</a>", .notWellFormed, 4),
        Case("<a>&lt</a>", .notWellFormed, 6),
        Case("<a>& lt;</a>", .notWellFormed, 4),
        Case("<a>\u{1}</a>", .notWellFormed, 3),
        Case("<a>\u{FFFE}</a>", .notWellFormed, 3),
        Case("<a>\u{FFFF}</a>", .notWellFormed, 3),
        Case("<a b='\u{1F}'/>", .notWellFormed, 6),
        Case("<![CDATX[]]>", .notWellFormed, 7),
    ]

    static let notUTF8 = [
        Case(Array("<a>".utf8) + [0x80], .notWellFormed, 3),
        Case(Array("<a>".utf8) + [0xC3, 0x28], .notWellFormed, 3),
        Case(Array("<a>".utf8) + [0xC0, 0x80], .notWellFormed, 3),
        Case(Array("<a>".utf8) + [0xE0, 0x80, 0x80], .notWellFormed, 3),
        Case(Array("<a>".utf8) + [0xED, 0xA0, 0x80], .notWellFormed, 3),
        Case(Array("<a>".utf8) + [0xF4, 0x90, 0x80, 0x80], .notWellFormed, 3),
        Case(Array("<a>".utf8) + [0xFF], .notWellFormed, 3),
        Case(Array("<a b='".utf8) + [0xC3, 0x28], .notWellFormed, 6),
        Case(Array("<a".utf8) + [0xC3, 0x28], .notWellFormed, 2),
    ]

    static let references = [
        Case("<a>&#0;</a>", .notWellFormed, 3),
        Case("<a>&#8;</a>", .notWellFormed, 3),
        Case("<a>&#xD800;</a>", .notWellFormed, 3),
        Case("<a>&#xFFFE;</a>", .notWellFormed, 3),
        Case("<a>&#x110000;</a>", .notWellFormed, 3),
        Case("<a>&#99999999999999999999;</a>", .notWellFormed, 3),
        Case("<a b='&#0;'/>", .notWellFormed, 6),
        Case("<a>&#;</a>", .notWellFormed, 5),
        Case("<a>&#x;</a>", .notWellFormed, 6),
        Case("<a>&#xG;</a>", .notWellFormed, 6),
        Case("<a>&#X41;</a>", .notWellFormed, 5),
    ]

    static let namespaces = [
        Case("<p:a/>", .notWellFormed, 0),
        Case("<a><b p:c='1'/></a>", .notWellFormed, 3),
        Case("<a xmlns:p='u'/><p:a/>", .notWellFormed, 16),
        Case("<a xmlns:p='u'><b/></a><a p:c=''/>", .notWellFormed, 23),
        Case("<a xmlns:p=''/>", .notWellFormed, 0),
        Case("<a xmlns:p='u'><p:b xmlns:p=''/></a>", .notWellFormed, 15),
        Case("<a xmlns:xml='u'/>", .notWellFormed, 0),
        Case("<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", .notWellFormed, 0),
        Case("<a xmlns='http://www.w3.org/XML/1998/namespace'/>", .notWellFormed, 0),
        Case("<a xmlns:xmlns='u'/>", .notWellFormed, 0),
        Case("<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", .notWellFormed, 0),
        Case("<a xmlns='http://www.w3.org/2000/xmlns/'/>", .notWellFormed, 0),
        Case("<xmlns:a/>", .notWellFormed, 0),
        Case("<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", .notWellFormed, 0),
        Case("<:a/>", .notWellFormed, 0),
        Case("<a:/>", .notWellFormed, 0),
        Case("<a:b:c xmlns:a='u'/>", .notWellFormed, 0),
        Case("<a xmlns:1='u'/>", .notWellFormed, 0),
        Case("<a xmlns:='u'/>", .notWellFormed, 0),
        Case("<stream:1/>", .notWellFormed, 0),
        Case("<a xmlns:p='u' xmlns:p='v'/>", .notWellFormed, 15),
    ]

    static let streams = [
        Case("x", .badFormat, 0),
        Case("<a/>\n x", .badFormat, 6, line: 3),
        Case("<a/>&#65;", .badFormat, 4),
        Case("<a/>&amp;", .badFormat, 4),
        Case("<a/><![CDATA[ x]]>", .badFormat, 14),
        Case("<a/>x]]>", .badFormat, 4),
        Case("<a/>]x", .badFormat, 4),
        Case("<stream:stream/>", .badFormat, 0),
    ]

    @Test(arguments: restricted + malformed + notUTF8 + references + namespaces + streams)
    func isFoundWithinAStream(_ violation: Case) throws {
        let head = Array((Stream.header + "\n").utf8)
        let error = try #require(Stream.error(head + violation.content))
        #expect(error.condition == violation.condition, "\(error)")
        #expect(error.offset - head.count == violation.offset, "\(error)")
        #expect(error.line == violation.line, "\(error)")
        #expect(!error.message.isEmpty && !error.rule.isEmpty)
    }

    @Test func isReportedForEver() throws {
        var parser = XMLStreamParser()
        parser.receive(Array((Stream.header + "<a/><!-- -->").utf8))
        #expect(try parser.next() != nil)
        #expect(try parser.next() != nil)
        var errors: [XMLStreamError] = []
        for _ in 0..<3 {
            do throws(XMLStreamError) { _ = try parser.next() } catch { errors.append(error) }
            parser.receive(Array("<b/>".utf8))
        }
        #expect(errors.count == 3)
        #expect(Set(errors).count == 1)
    }

    @Test func saysNothingOfTheContent() throws {
        let error = try #require(Stream.error(Array((Stream.header + "<secret></password>").utf8)))
        #expect(!error.description.contains("secret") && !error.description.contains("password"))
        #expect(error.description.hasPrefix("byte \(Stream.header.utf8.count + 8), line 1: not-well-formed: "))
    }
}
