import Testing

@testable import XMLStream

/// Stopping behind an element and starting again, with whatever has been received beyond it.
@Suite struct RestartTests {
    /// What may follow the element behind which a stream stops; none of it is the old stream's business.
    static let followers = [
        "", "\u{16}\u{3}\u{1} a TLS record", "<", "<stream:stre", Stream.header, Stream.declaration + Stream.header,
        "</b>",
        "<!-- -->", "&", "x", "<a>", "<![CDATA[", "<a/><b/>", "</stream:stream>",
    ]

    @Test(arguments: followers)
    func stopGivesBackWhatFollows(_ follower: String) throws {
        let head = Array((Stream.header + "<proceed/>").utf8)
        for cut in 0...head.count {
            var parser = XMLStreamParser()
            parser.receive(Array(head[..<cut]))
            var events: [XMLStreamEvent] = []
            func take() throws {
                while events.last?.element == nil, let event = try parser.next() { events.append(event) }
            }
            try take()
            parser.receive(Array(head[cut...]) + Array(follower.utf8))
            try take()
            #expect(events.last?.element?.localName == "proceed")
            #expect(parser.stop() == Array(follower.utf8))
            parser.receive(Array(Stream.header.utf8))
            guard case .streamOpen = try parser.next() else {
                Issue.record("no header after stopping, cut at \(cut)")
                return
            }
            let start = head.count + follower.utf8.count
            #expect(parser.eventRange == start..<start + Stream.header.utf8.count)
        }
    }

    @Test func restartKeepsWhatFollows() throws {
        let text = Stream.header + "<success/>" + Stream.declaration + Stream.header + "\n<a/><!-- -->"
        for cut in 0...text.utf8.count {
            var parser = XMLStreamParser()
            let bytes = Array(text.utf8)
            var names: [String] = []
            var failure: XMLStreamError?
            for piece in [bytes[..<cut], bytes[cut...]] {
                parser.receive(Array(piece))
                do throws(XMLStreamError) {
                    while let event = try parser.next() {
                        names.append(event.element?.localName ?? "open")
                        if names.last == "success" { parser.restart() }
                    }
                } catch {
                    failure = error
                }
            }
            #expect(names == ["open", "success", "open", "a"], "cut at \(cut)")
            #expect(failure?.offset == bytes.count - 8)
            #expect(failure?.line == 2)
        }
    }

    @Test func restartWithinAnElementForgetsIt() throws {
        var parser = XMLStreamParser()
        for content in ["<a><b><c>", "<a b='", "<![CDATA[ ", "&am", "<", "<a>x]]"] {
            parser.receive(Array((Stream.header + content).utf8))
            #expect(try parser.drain().count == 1)
            _ = parser.stop()
        }
        parser.receive(Array((Stream.header + "<d/></stream:stream>").utf8))
        #expect(try parser.drain().count == 3)
        parser.restart()
        parser.receive(Array(Stream.header.utf8))
        #expect(try parser.drain().count == 1)
    }

    @Test func anErrorFoundAheadIsForgotten() throws {
        var parser = XMLStreamParser()
        parser.receive(Array((Stream.header + "<success/></nonsense>").utf8))
        #expect(try parser.next() != nil)
        #expect(try parser.next()?.element?.localName == "success")
        parser.restart()
        parser.receive(Array("x".utf8))
        do throws(XMLStreamError) {
            _ = try parser.next()
            Issue.record("no error")
        } catch {
            #expect(error.offset == Stream.header.utf8.count + "<success/>".utf8.count)
            #expect(error.condition == .notWellFormed)
        }
    }

    @Test func bindingsAndLanguageDoNotOutliveAStream() throws {
        let header = Stream.header.dropLast() + " xmlns:p='urn:p' xml:lang='de'>"
        var parser = XMLStreamParser()
        parser.receive(Array((header + "<p:a/>" + Stream.header + "<b/><p:a/>").utf8))
        _ = try parser.next()
        #expect(try parser.next()?.element?.language == "de")
        parser.restart()
        _ = try parser.next()
        #expect(try parser.next()?.element?.language == nil)
        #expect(throws: XMLStreamError.self) { try parser.next() }
    }
}
