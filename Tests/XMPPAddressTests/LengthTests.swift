import Testing
import XMPPAddress

@Suite struct LengthTests {
    private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test func partsMayHave1023Octets() throws {
        let jid = try JID("\(repeated("a", 1023))@b/\(repeated("c", 1023))")
        #expect(jid.local?.utf8.count == 1023)
        #expect(jid.resource?.utf8.count == 1023)
        #expect(try JID("\(repeated("日", 341))@b").local?.utf8.count == 1023)
    }

    @Test func whatPreparationShortensMayBeLonger() throws {
        #expect(try JID("\(repeated("\u{FF21}", 1023))@b").local == repeated("a", 1023))
        #expect(try JID("b/\(repeated("\u{1100}\u{1161}\u{11A8}", 341))").resource == repeated("각", 341))
    }

    @Test(arguments: [("ä", 512), ("a", 1024), ("a", 5000)])
    func longerPartsAreRefused(text: String, count: Int) throws {
        let part = repeated(text, count)
        for address in ["\(part)@b", "b/\(part)"] {
            let error = try #require(throws: JIDError.self) { try JID(address) }
            #expect(error.rule == .tooLong(limit: 1023))
        }
    }

    @Test func labels() throws {
        #expect(try JID(repeated("a", 63)).domain.utf8.count == 63)
        for label in [repeated("a", 64), repeated("ü", 58), "xn--" + repeated("a", 60)] {
            let error = try #require(throws: JIDError.self) { try JID(label) }
            #expect(error.rule == .labelTooLong)
        }
    }

    @Test func domainNamesMayHave253OctetsInASCII() throws {
        let label = repeated("a", 63)
        let longest = [label, label, label, repeated("a", 61)].joined(separator: ".")
        #expect(try JID(longest).domain == longest)
        #expect(try JID("a@" + longest + "./r").domain == longest)
        for longer in [longest + "a", "\(label).\(label).\(label).ü\(repeated("a", 54))"] {
            let error = try #require(throws: JIDError.self) { try JID(longer) }
            #expect(error.rule == .domainNameTooLong)
        }
    }
}
