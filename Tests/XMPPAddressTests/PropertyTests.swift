import Testing
import XMPPAddress

/// What holds for every input, tried on generated ones.
@Suite struct PropertyTests {
    /// Characters that preparation does something with, and the separators.
    private static let pieces: [String] =
        [
            "a", "Z", "9", "-", ".", "@", "/", " ", "xn--", "\\20", "'", "l", "ü", "U\u{308}", "Σ", "ß", "İ", "Å", "日",
            "한",
        ]
        + [
            "\u{1100}\u{1161}", "\u{301}", "\u{323}", "\u{200C}", "\u{200D}", "\u{94D}", "क", "א", "ب", "٣", "۳", "·",
            "・",
        ]
        + ["ア", "\u{FF76}\u{FF9E}", "Ａ", "＠", "．", "。", "ﬁ", "\u{1F600}", "\u{3000}", "\u{AD}", "\u{E000}", "\u{378}"]
        + ["\u{13A0}", "\u{AB70}", "\u{FFA1}", "\u{1F82}", "\u{2126}", "\u{0}"]

    private func address(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...9, using: &generator)).reduce(into: "") { text, _ in
            if Int.random(in: 0..<4, using: &generator) == 0 {
                text.unicodeScalars.append(Unicode.Scalar(.random(in: 0..<0x3_0000, using: &generator)) ?? "x")
            } else {
                text += Self.pieces.randomElement(using: &generator) ?? ""
            }
        }
    }

    @Test(arguments: 1...4)
    func preparingTwiceChangesNothing(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<5_000 {
            guard let jid = try? JID(address(&generator)) else { continue }
            accepted += 1
            #expect(try JID(jid.full).full.isIdentical(to: jid.full))
            let parts = try JID(local: jid.local, domain: jid.domain, resource: jid.resource)
            #expect(parts.full.isIdentical(to: jid.full))
        }
        #expect(accepted > 200)
    }

    @Test func equalExactlyWhenPreparedStringsAre() throws {
        var generator = SeededGenerator(seed: 5)
        var jids: [JID] = []
        while jids.count < 150 {
            if let jid = try? JID(address(&generator)) { jids.append(jid) }
        }
        for a in jids {
            for b in jids {
                #expect((a == b) == a.full.isIdentical(to: b.full))
                #expect((a < b) == a.full.utf8.lexicographicallyPrecedes(b.full.utf8))
            }
        }
    }

    @Test func allWaysInAgree() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<5_000 {
            let text = address(&generator)
            let read = Result { () throws(JIDError) in try JID(text) }
            let octets = Array(text.utf8)
            #expect(Result { () throws(JIDError) in try JID(utf8: octets.span) } == read)
        }
    }

    @Test func anyOctetsAreReadOrRefused() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<5_000 {
            let octets = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            guard let jid = try? JID(utf8: octets.span) else { continue }
            #expect((try? JID(jid.full)) == jid)
        }
    }

    /// Plain ASCII has a way of its own; parts given one by one never take it.
    @Test(arguments: UInt8(0)...127)
    func asciiIsTakenAlikeOnBothWays(octet: UInt8) throws {
        let character = String(Unicode.Scalar(octet))
        for text in [character, "a\(character)", "a\(character)b", "\(character)b", "ab\(character)\(character)c"] {
            let local = Result { () throws(JIDError) in try JID(local: text, domain: "d") }
            if !text.contains("/"), text.first != "@" || text.count == 1, !text.contains("@") {
                #expect(Result { () throws(JIDError) in try JID("\(text)@d") }.prepared == local.prepared)
                let domain = Result { () throws(JIDError) in try JID(domain: text) }
                #expect(Result { () throws(JIDError) in try JID(text) }.prepared == domain.prepared)
            }
            let resource = Result { () throws(JIDError) in try JID(domain: "d", resource: text) }
            #expect(Result { () throws(JIDError) in try JID("d/\(text)") }.prepared == resource.prepared)
        }
    }
}

extension Result where Success == JID, Failure == JIDError {
    fileprivate var prepared: String? { try? get().full }
}
