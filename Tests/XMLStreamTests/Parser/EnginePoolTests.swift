import Testing

@testable import XMLStream

/// Engines are lent from stream to stream: nothing of one may show in the next.
@Suite(.serialized) struct EnginePoolTests {
    /// Streams that end, or are dropped, where an engine holds something.
    static let leftovers = [
        "<a", "<a b='", "<a><b><c>text", "<![CDATA[ ", "<a><![CDATA[ x", "<a>]]", "&#3", "<a xmlns:p='u' p:b='1'><p:c",
        "<a q:b='1' xmlns:c:d='2'/>", "<a q:b='1' xmlns:xml='u'/>",
        "<a q:b='1' xmlns=\"http://www.w3.org/2000/xmlns/\"/>",
        "<a></b>", "<a>\u{1}", "<!--", "<?pi", "<a>&nbsp;", "</a>", "x", "<a xml:lang='de'><b>", "<x:a/>",
        Stream.header + "<a>", Stream.header + "</stream:stream>x",
    ]

    private static let sound = "<m a='1' xmlns:p='u' p:b='2'>x<p:c/></m>"

    @Test(arguments: leftovers)
    func nothingIsLeftBehind(_ leftover: String) throws {
        let expected = try Stream.element(Self.sound)
        for limits in [XMLStreamLimits.default, XMLStreamLimits(stanzaBytes: 12), XMLStreamLimits(depth: 1)] {
            for ending in 0..<3 {
                var parser = XMLStreamParser(framing: .fragments, limits: limits)
                parser.receive(Array(leftover.utf8))
                while let event = try? parser.next() { _ = event }
                if ending == 1 { _ = parser.stop() }
                if ending == 2 { parser.resynchronize() }
            }
            let after = try Stream.elements(Self.sound + Self.sound)
            #expect(after == [expected, expected])
            #expect(after[0].language == nil)
            #expect(try Stream.events(Stream.header + Self.sound).count == 2)
        }
    }

    @Test func anEngineIsKeptWithinACDATASection() throws {
        var first = XMLStreamParser(framing: .fragments)
        first.receive(Array("<![CDATA[ ".utf8))
        #expect(try first.next() == nil)
        #expect(first.engine != nil)
        #expect(try Stream.elements("<a/>").count == 1)
        first.receive(Array("]]><b/>".utf8))
        #expect(try first.drain().count == 1)
        #expect(first.engine == nil)
    }

    @Test func anIdleStreamHasNoEngine() throws {
        var parser = XMLStreamParser()
        parser.receive(Array((Stream.header + "<a/> \n").utf8))
        #expect(try parser.drain().count == 2)
        #expect(parser.engine == nil)
        parser.receive(Array("<b>".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.engine != nil)
    }

    @Test func freshNamesAreForgotten() throws {
        var parser = XMLStreamParser()
        parser.receive(Array(Stream.header.utf8))
        _ = try parser.drain()
        var most = 0
        for number in 0..<5000 {
            parser.receive(Array("<e\(number) a\(number)='' xmlns:p\(number)='u:\(number)' p\(number):b=''/>".utf8))
            #expect(try parser.drain().count == 1)
            parser.receive(Array("<".utf8))
            #expect(try parser.next() == nil)
            most = max(most, parser.engine?.state.pointee.strangeNames ?? 0)
            parser.receive(Array("a/>".utf8))
            #expect(try parser.drain().count == 1)
        }
        #expect(most > 0)
        #expect(most <= 1024 + 8)
    }

    @Test func streamsInManyTasksDoNotMeet() async throws {
        let text = (0..<200).map { "<message id='\($0)'><body>\($0)</body></message>" }.joined()
        let bytes = Array((Stream.header + text).utf8)
        await withTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    var parser = XMLStreamParser()
                    var ids: [String] = []
                    var start = 0
                    while start < bytes.count {
                        let end = min(bytes.count, start + 7 + task * 3)
                        parser.receive(Array(bytes[start..<end]))
                        start = end
                        while let event = try? parser.next() {
                            if let element = event.element { ids.append(element["id"] ?? "") }
                        }
                    }
                    return ids == (0..<200).map(String.init) ? 1 : 0
                }
            }
            var sum = 0
            for await result in group { sum += result }
            #expect(sum == 16)
        }
    }
}
