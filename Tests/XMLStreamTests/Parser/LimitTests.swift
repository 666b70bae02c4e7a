import Testing

@testable import XMLStream

/// Each limit exactly reached, and exceeded by one.
@Suite struct LimitTests {
    private func error(_ content: String, _ limits: XMLStreamLimits) -> XMLStreamError? {
        Stream.error(Array(content.utf8), framing: .fragments, limits: limits)
    }

    private func expectLimit(
        _ inside: String,
        _ beyond: String,
        _ limits: XMLStreamLimits,
        offset: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(error(inside, limits) == nil, sourceLocation: sourceLocation)
        let failure = try #require(error(beyond, limits), sourceLocation: sourceLocation)
        #expect(failure.condition == .policyViolation, "\(failure)", sourceLocation: sourceLocation)
        #expect(failure.offset == offset, "\(failure)", sourceLocation: sourceLocation)
    }

    private func text(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test(arguments: [7, 8, 20, 100, 20_000])
    func stanzaBytes(_ limit: Int) throws {
        let limits = XMLStreamLimits(stanzaBytes: limit)
        let inside = "<a>" + text("x", limit - 7) + "</a>"
        try expectLimit(inside, "<a>" + text("x", limit - 6) + "</a>", limits, offset: limit)
        try expectLimit(inside, "<a>" + text("x", limit), limits, offset: limit)
        try expectLimit("<b/>" + inside, "<b/><a>" + text("<c/>", limit), limits, offset: limit + 4)
        try expectLimit(text(inside, 3), inside + "<a>" + text("y", limit), limits, offset: 2 * limit)
    }

    @Test(arguments: [1, 2, 31, 32, 33, 128])
    func depth(_ limit: Int) throws {
        let limits = XMLStreamLimits(depth: limit)
        let inside = text("<a>", limit) + text("</a>", limit)
        try expectLimit(inside, text("<a>", limit) + "<b/>", limits, offset: 3 * limit)
    }

    @Test(arguments: [1, 2, 128])
    func attributes(_ limit: Int) throws {
        let limits = XMLStreamLimits(attributes: limit)
        let inside = "<a" + (0..<limit).map { " a\($0)=''" }.joined()
        try expectLimit(inside + "/>", inside + " b=''/>", limits, offset: inside.utf8.count + 1)
        let declarations = "<a" + (0..<limit).map { " xmlns:a\($0)='u'" }.joined()
        try expectLimit(declarations + "/>", declarations + " b=''/>", limits, offset: declarations.utf8.count + 1)
    }

    @Test func childrenOfOneElement() throws {
        let limits = XMLStreamLimits(children: 3)
        let inside = "<a>x<b/>y<b><c/><c/><c/></b><b/>z"
        try expectLimit(inside + "</a>", inside + "<b/></a>", limits, offset: inside.utf8.count)
    }

    @Test(arguments: [1, 7, 1024])
    func nameBytes(_ limit: Int) throws {
        let limits = XMLStreamLimits(nameBytes: limit)
        let name = text("n", limit)
        try expectLimit("<\(name)/>", "<\(name)n/>", limits, offset: limit + 1)
        try expectLimit("<a \(name)=''/>", "<a \(name)n=''/>", limits, offset: limit + 3)
        try expectLimit("<a/>", "<a>&\(name)n;</a>", limits, offset: limit + 4)
    }

    @Test func nameBytesCountTheWholeNameAsWritten() throws {
        let limits = XMLStreamLimits(nameBytes: 7)
        try expectLimit("<a xmlns:p=''/>".replacing("''", with: "'u'"), "<a xmlns:pq='u'/>", limits, offset: 10)
        try expectLimit("<\u{E9}\u{E9}\u{E9}/>", "<\u{E9}\u{E9}\u{E9}\u{E9}/>", limits, offset: 8)
    }

    @Test(arguments: [5, 16, 1000, 16_384, 40_000])
    func tokenBytes(_ limit: Int) throws {
        let limits = XMLStreamLimits(nameBytes: 1 << 20, tokenBytes: limit)
        let padding = text(" ", limit - 4)
        try expectLimit("<a\(padding)/>", "<a\(padding) />", limits, offset: limit)
        try expectLimit("<b/><a\(padding)/>", "<b/><a\(padding)   ", limits, offset: limit + 4)
    }

    @Test func aHeaderIsAToken() throws {
        let limits = XMLStreamLimits(tokenBytes: Stream.header.utf8.count)
        let longer = Stream.header.dropLast() + " >"
        #expect(Stream.error(Array(Stream.header.utf8), limits: limits) == nil)
        let error = try #require(Stream.error(Array(longer.utf8), limits: limits))
        #expect(error.condition == .policyViolation)
        #expect(error.offset == Stream.header.utf8.count)
    }

    @Test func aHeaderIsAStanzaToo() throws {
        let limits = XMLStreamLimits(stanzaBytes: Stream.header.utf8.count - 1)
        let error = try #require(Stream.error(Array(Stream.header.utf8), limits: limits))
        #expect(error.condition == .policyViolation)
    }

    @Test func boundPrefixes() throws {
        let limits = XMLStreamLimits(attributes: 2)
        func nested(_ count: Int) -> String {
            (0..<count).map { "<a xmlns:p\($0)='u' xmlns:q\($0)='v'>" }.joined() + text("</a>", count)
        }
        #expect(error(nested(8), limits) == nil)
        #expect(error(nested(9), limits)?.condition == .policyViolation)
    }

    @Test func valuesAreBounded() {
        let least = XMLStreamLimits(
            stanzaBytes: -1,
            depth: 0,
            attributes: .min,
            children: 0,
            nameBytes: 0,
            tokenBytes: -5
        )
        let most = XMLStreamLimits(
            stanzaBytes: .max,
            depth: .max,
            attributes: .max,
            children: .max,
            nameBytes: .max,
            tokenBytes: .max
        )
        #expect(XMLStreamParser(limits: least).limits.stanzaBytes == 1)
        #expect(XMLStreamParser(limits: most).limits.stanzaBytes == XMLStreamLimits.maximumStanzaBytes)
        #expect(error("<a/>", least)?.condition == .policyViolation)
        #expect(error("<a b='c'><d>e</d></a>", most) == nil)
    }

    @Test func limitsOfOneStreamAreNotThoseOfTheNext() throws {
        for _ in 0..<20 {
            #expect(error("<abcdef/>", XMLStreamLimits(nameBytes: 3)) != nil)
            #expect(error("<abcdef><b/><b/></abcdef>", .default) == nil)
            #expect(error("<a><b/><b/></a>", XMLStreamLimits(children: 1)) != nil)
        }
    }
}
