import Foundation
import Testing
import XMPPAddress

@Suite struct JIDTests {
    @Test func parts() throws {
        let jid = try JID("Juliet@Example.COM./Balcony")
        #expect(jid.full == "juliet@example.com/Balcony")
        #expect(jid.local == "juliet")
        #expect(jid.domain == "example.com")
        #expect(jid.resource == "Balcony")
        #expect(!jid.isBare)
        #expect(jid.bare.full == "juliet@example.com")
        #expect(jid.bare.isBare)
        #expect(jid.bare.resource == nil)
        #expect(String(describing: jid) == jid.full)
    }

    @Test func partsOfADomain() throws {
        let jid = try JID("example.com/room@x/y")
        #expect(jid.local == nil)
        #expect(jid.domain == "example.com")
        #expect(jid.resource == "room@x/y")
        #expect(jid.bare.full == "example.com")
    }

    @Test func partsBeyondASCII() throws {
        let jid = try JID("ΡΩΜΑΊΟΣ@xn--bcher-kva.ch/Ορχά\u{301}ρδος")
        #expect(jid.local == "ρωμαίος")
        #expect(jid.domain == "bücher.ch")
        #expect(jid.bare.full == "ρωμαίος@bücher.ch")
        #expect(try jid.bare.with(resource: jid.resource) == jid)
    }

    @Test func resourceIsReplaced() throws {
        let jid = try JID("a@b/c")
        #expect(try jid.with(resource: "\u{3000}d").full == "a@b/ d")
        #expect(try jid.with(resource: nil) == jid.bare)
        #expect(jid.isSameBare(as: try jid.with(resource: "other")))
        #expect(!jid.isSameBare(as: try JID("a@bb/c")))
        #expect(!jid.isSameBare(as: try JID("b@b/c")))
        let error = try #require(throws: JIDError.self) { try jid.with(resource: "") }
        #expect(error.part == .resource)
        #expect(error.rule == .empty)
    }

    @Test func madeOfParts() throws {
        #expect(try JID(local: "A", domain: "B", resource: "C").full == "a@b/C")
        #expect(try JID(domain: "b").full == "b")
        #expect(try JID(domain: "b", resource: "/@").full == "b//@")
    }

    @Test(
        arguments: [
            ("a@b", "c", nil, .local), ("", "c", nil, .local), ("a", "b@c", nil, .domain),
            ("a", "b/c", nil, .domain), ("a", "", nil, .domain), ("a", "b", "", .resource),
            (nil, "b", "\u{0}", .resource),
        ] as [(String?, String, String?, JIDError.Part)]
    )
    func partsHoldOnlyTheirOwn(local: String?, domain: String, resource: String?, part: JIDError.Part) throws {
        let error = try #require(throws: JIDError.self) {
            try JID(local: local, domain: domain, resource: resource)
        }
        #expect(error.part == part)
    }

    @Test func ordersByCodePoint() throws {
        let sorted = try ["a@b", "a@b/c", "b", "z", "ä.example", "日本.example"].map { try JID($0) }
        #expect(sorted.shuffled().sorted() == sorted)
    }

    @Test func equalAddressesHashAlike() throws {
        #expect(try Set([JID("Ü@x"), JID("u\u{308}@X."), JID("ü@x")]).count == 1)
    }

    @Test func codesAsAString() throws {
        let coded = try JSONEncoder().encode([try JID("A@B/é")])
        #expect(String(decoding: coded, as: UTF8.self) == #"["a@b\/é"]"#)
        #expect(try JSONDecoder().decode([JID].self, from: coded) == [JID("a@b/é")])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([JID].self, from: Data(#"["@b"]"#.utf8)) }
    }

    @Test func readsOctets() throws {
        for address in ["a@b/c", "A@B.", "ü@ex.example/\u{1F600}"] {
            #expect(try JID(utf8: Array(address.utf8).span) == JID(address))
        }
    }

    @Test(
        arguments: [
            ([0x61, 0x40, 0x62, 0x2F, 0x63, 0xFF], JIDError.Part.resource, 5),
            ([0x61, 0xC3, 0x40, 0x62], .local, 1),
            ([0x61, 0x40, 0xED, 0xA0, 0x80], .domain, 2),
            ([0xC0, 0xAF], .domain, 0),
        ] as [([UInt8], JIDError.Part, Int)]
    )
    func refusesWhatIsNotUTF8(octets: [UInt8], part: JIDError.Part, offset: Int) throws {
        let error = try #require(throws: JIDError.self) { try JID(utf8: octets.span) }
        #expect(error.rule == .notUTF8)
        #expect(error.part == part)
        #expect(error.offset == offset)
    }

    @Test func unescapedLocal() throws {
        let jid = try JID(unescapedLocal: "D'Artagnan the 1st", domain: "musketeers.lit")
        #expect(jid.full == #"d\27artagnan\20the\201st@musketeers.lit"#)
        #expect(jid.unescapedLocal == "d'artagnan the 1st")
        #expect(throws: JIDError.self) { try JID(unescapedLocal: " a", domain: "b") }
    }
}
