import Testing
import XMPPAddress

@Suite struct PRECISTests {
    @Test(arguments: [
        ("Juliet", "juliet"), ("ＡＢＣ", "abc"), ("ΑΣ", "ας"), ("ΑΣΑ", "ασα"), ("Σ", "σ"), ("Α'Σ'", "α'ς'"),
        ("İ", "i\u{307}"), ("e\u{301}", "\u{E9}"), ("\u{13A0}", "\u{AB70}"), ("s\u{307}\u{323}", "\u{1E69}"),
    ])
    func usernames(input: String, prepared: String) throws {
        #expect(try PRECIS.usernameCaseMapped(input).isIdentical(to: prepared))
    }

    @Test(arguments: [
        (" correct  horse ", " correct  horse "), ("a\u{A0}\u{1680}b", "a  b"), ("Ａ\u{212A}", "ＡK"),
        ("\u{1F468}", "\u{1F468}"), ("\u{5D0}a", "\u{5D0}a"), ("\u{2163}", "\u{2163}"),
    ])
    func opaqueStrings(input: String, prepared: String) throws {
        #expect(try PRECIS.opaqueString(input).isIdentical(to: prepared))
    }

    @Test(arguments: [
        ("\u{7F}", PreparationError.Rule.disallowed(.control)), ("\u{1100}", .disallowed(.oldHangulJamo)),
        ("\u{FE0F}", .disallowed(.ignorable)), ("\u{2065}", .disallowed(.unassigned)),
        ("\u{640}", .disallowed(.exception)), ("\u{378}", .disallowed(.unassigned)),
        ("\u{10FFFD}", .disallowed(.notAllowed)), ("\u{2028}", .disallowed(.notAllowed)),
        ("\u{200D}", .joinerOutOfContext), ("a\u{200C}b", .joinerOutOfContext), ("a\u{B7}l", .outOfContext),
        ("\u{5F3}", .outOfContext), ("\u{30FB}", .outOfContext), ("\u{661}\u{6F1}", .outOfContext), ("", .empty),
    ])
    func refusedInEveryClass(input: String, rule: PreparationError.Rule) throws {
        let error = try #require(throws: PreparationError.self) { try PRECIS.opaqueString(input) }
        #expect(error.rule == rule)
        #expect(throws: PreparationError.self) { try PRECIS.usernameCaseMapped(input) }
    }

    @Test(arguments: [
        (" ", PreparationError.Category.space), ("\u{2460}", .compatibilityEquivalent), ("\u{265A}", .symbol),
        ("\u{2013}", .punctuation), ("\u{1F88}\u{488}", .otherLetterDigit), ("\u{2028}", .notAllowed),
    ])
    func refusedInIdentifiers(input: String, category: PreparationError.Category) throws {
        let error = try #require(throws: PreparationError.self) { try PRECIS.usernameCaseMapped(input) }
        #expect(error.rule == .disallowed(category))
    }

    @Test(arguments: ["l\u{B7}l", "\u{375}\u{3B1}", "\u{5D0}\u{5F4}", "\u{4E00}\u{30FB}", "\u{627}\u{661}", "\u{6F1}a"])
    func contextIsHonoured(input: String) throws {
        #expect(try PRECIS.opaqueString(input).isIdentical(to: input))
    }

    /// RFC 5892 appendix A.1: by virama, or between joining letters with transparent marks anywhere.
    @Test(arguments: [
        ("\u{915}\u{94D}\u{200C}", true), ("\u{915}\u{94D}\u{200D}", true), ("\u{628}\u{200C}\u{628}", true),
        ("\u{628}\u{64B}\u{200C}\u{64B}\u{627}", true), ("\u{627}\u{200C}\u{628}", false),
        ("\u{628}\u{200D}\u{628}", false), ("\u{628}\u{200C}", false), ("\u{200C}\u{628}", false),
    ])
    func joiners(input: String, isAllowed: Bool) {
        #expect(((try? PRECIS.opaqueString(input)) != nil) == isAllowed)
    }

    @Test func limits() throws {
        #expect(try PRECIS.opaqueString("éé", limit: 4) == "éé")
        for input in ["ééa", String(repeating: "a", count: 100)] {
            let error = try #require(throws: PreparationError.self) { try PRECIS.opaqueString(input, limit: 4) }
            #expect(error.rule == .tooLong(limit: 4))
        }
    }
}
