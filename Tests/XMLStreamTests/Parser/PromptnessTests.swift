import Testing

@testable import XMLStream

/// Each event is there with its last byte, however the bytes are cut; white space in between is taken silently.
@Suite struct PromptnessTests {
    static let stanzas = [
        "<iq type='get' id='1'/>",
        "<message to='a@b' from='c@d/e'><body>hi &amp; bye, caf\u{E9} \u{1F600}</body></message>",
        "<presence/>",
        "<message><x xmlns='urn:x' xmlns:y='urn:y' y:z='1'><![CDATA[<&]]]]>]] ></x></message>",
        "<a b='>' c=\"'/>\" ><c\n/></a >",
        "<caf\u{E9} \u{E0}='1'/>",
        "<stream:features/>",
        "<m>&#x41;&#65;&lt;\r\n]]&gt;</m>",
    ]

    @Test(arguments: stanzas)
    func everyTwoWayCutDeliversWithTheLastByte(_ stanza: String) throws {
        let head = Array(Stream.header.utf8)
        let bytes = Array(stanza.utf8)
        let whole = try Stream.events(Stream.header + stanza)
        #expect(whole.count == 2)
        for cut in 1..<bytes.count {
            var parser = XMLStreamParser()
            parser.receive(head)
            #expect(try parser.drain().count == 1)
            parser.receive(Array(bytes[..<cut]))
            #expect(try parser.drain().isEmpty, "before byte \(cut)")
            parser.receive(Array(bytes[cut...]))
            #expect(try parser.drain() == [whole[1]], "cut at \(cut)")
            #expect(parser.eventRange == head.count..<head.count + bytes.count)
        }
    }

    @Test func everyThreeWayCutOfAShortStanza() throws {
        let input = Array((Stream.header + "<iq a='1'>x</iq>").utf8)
        let whole = Transcript(input)
        for first in Stream.header.utf8.count..<input.count {
            for second in first..<input.count {
                let transcript = Transcript(input, cuts: [first, second])
                #expect(transcript.withoutArrivals == whole.withoutArrivals)
                #expect(transcript.arrivals.last == input.count)
            }
        }
    }

    @Test func aSequenceComesByteByByteWithLastBytes() {
        let input = Array((Stream.declaration + "\n" + Stream.header + Self.stanzas.joined(separator: "\n \t")).utf8)
        let slow = Transcript.byteByByte(input)
        #expect(slow.error == nil)
        #expect(slow.lines.count == Self.stanzas.count + 1)
        for (line, arrival) in zip(slow.lines, slow.arrivals) {
            #expect(line.hasPrefix("\(line.prefix { $0 != "." })..<\(arrival) "), "\(arrival): \(line)")
        }
    }

    @Test func whitespaceKeepsAlive() throws {
        var parser = XMLStreamParser()
        parser.receive(Array(Stream.header.utf8))
        _ = try parser.drain()
        for whitespace in [" ", "\n", "\r\n", "\t", "&#32;", "&#x20;&#10;", "<![CDATA[ \n]]>", "<![CDATA[]]>"] {
            for byte in whitespace.utf8 {
                parser.receive([byte])
                #expect(try parser.drain().isEmpty, "\(whitespace)")
            }
        }
        parser.receive(Array("<a/>".utf8))
        #expect(try parser.drain().count == 1)
    }

    @Test func closingIsReportedWithItsLastByte() {
        for end in ["</stream:stream>", "</stream:stream \n>"] {
            let input = Array((Stream.header + "<a/>" + end).utf8)
            let slow = Transcript.byteByByte(input)
            #expect(slow.error == nil)
            #expect(slow.arrivals.last == input.count)
            #expect(slow.lines.last == "\(input.count - end.utf8.count)..<\(input.count) close ")
        }
    }

    @Test func whateverFollowsTheEndIsIgnored() throws {
        let text = Stream.header + "</stream:stream>"
        var parser = XMLStreamParser()
        parser.receive(Array((text + "<a>&&& \u{0}").utf8))
        parser.receive(Array("more".utf8))
        #expect(try parser.drain().count == 2)
        parser.finish()
        #expect(try parser.drain() == [.endOfInput(.outsideStream)])
        #expect(try parser.drain().isEmpty)
    }

    @Test(arguments: [
        ("", XMLStreamEvent.EndOfInput.outsideStream), (" \n", .outsideStream),
        ("<?xml version", .withinElement(offset: 0)),
        ("<", .withinElement(offset: 0)), (" <stream:str", .withinElement(offset: 1)),
        (Stream.header, .betweenElements),
        (Stream.header + "<a/> ", .betweenElements), (Stream.header + "<a/><", .withinElement(offset: 103)),
        (Stream.header + "<a/><b>x", .withinElement(offset: 103)),
        (Stream.header + "<a/><b><c/>", .withinElement(offset: 103)),
        (Stream.header + "</stream:stream>", .outsideStream),
    ])
    func endOfInputTellsWhereItIs(_ text: String, _ end: XMLStreamEvent.EndOfInput) throws {
        for pieces in [[Array(text.utf8)], text.utf8.map { [$0] }] {
            var parser = XMLStreamParser()
            for piece in pieces { parser.receive(piece) }
            parser.finish()
            let events = try parser.drain()
            #expect(events.last == .endOfInput(end))
            #expect(parser.eventRange == text.utf8.count..<text.utf8.count)
            #expect(try parser.next() == nil)
        }
    }
}
