import Testing

@testable import XMLStream

/// Limits that change behind an element, on the same stream.
@Suite struct LimitChangeTests {
    private static let header = "<s:stream xmlns='jabber:client' xmlns:s='http://etherx.jabber.org/streams' id='1'>"
    private static let large = "<message><body>\(String(repeating: "x", count: 500))</body></message>"

    /// The names of what is parsed; `limits` come into force behind `<go/>`.
    private static func names(
        _ xml: String,
        changingTo limits: XMLStreamLimits?,
        cut: Int
    ) throws(XMLStreamError) -> [String] {
        var parser = XMLStreamParser(limits: XMLStreamLimits(stanzaBytes: 200))
        var names: [String] = []
        let bytes = Array(xml.utf8)
        for start in stride(from: 0, to: bytes.count, by: cut) {
            parser.receive(Array(bytes[start..<min(start + cut, bytes.count)]))
            while let event = try parser.next() {
                switch event {
                case .streamOpen: names.append("open")
                case .streamClose: names.append("close")
                case .element(let element):
                    names.append(element.localName)
                    if element.localName == "go", let limits { parser.change(limits) }
                case .skipped, .endOfInput: break
                }
            }
        }
        return names
    }

    @Test(arguments: [1, 7, 10_000])
    func whatFollowsIsJudgedByTheNewLimits(cut: Int) throws {
        let xml = Self.header + "<go/>" + Self.large + Self.large + "</s:stream>"
        let names = try Self.names(xml, changingTo: XMLStreamLimits(stanzaBytes: 2000), cut: cut)
        #expect(names == ["open", "go", "message", "message", "close"])
        #expect(throws: XMLStreamError.self) { try Self.names(xml, changingTo: nil, cut: cut) }
    }

    @Test(arguments: [1, 7, 10_000])
    func limitsCanBecomeNarrower(cut: Int) throws {
        let xml = Self.header + "<go/><message><body>\(String(repeating: "x", count: 100))</body></message>"
        #expect(try Self.names(xml, changingTo: nil, cut: cut) == ["open", "go", "message"])
        #expect(throws: XMLStreamError.self) {
            try Self.names(xml, changingTo: XMLStreamLimits(stanzaBytes: 50), cut: cut)
        }
    }

    @Test(arguments: [1, 7, 10_000])
    func streamGoesOnWithItsNamespaces(cut: Int) throws {
        let xml = Self.header + "<go/><s:features/></s:stream>"
        let names = try Self.names(xml, changingTo: XMLStreamLimits(stanzaBytes: 2000), cut: cut)
        #expect(names == ["open", "go", "features", "close"])
    }
}
