import Testing
import XMPPAddress

@Suite struct SASLprepTests {
    /// The first five are RFC 4013 §3.
    @Test(arguments: [
        ("I\u{AD}X", "IX"), ("user", "user"), ("USER", "USER"), ("\u{AA}", "a"), ("\u{2168}", "IX"),
        ("e\u{301}", "é"), ("a\u{A0}b\u{200B}c", "a b c"), ("\u{FB01}\u{1D400}", "fiA"),
        ("\u{627}\u{628}", "\u{627}\u{628}"),
        ("\u{2F868}", "\u{2136A}"), ("", ""), ("\u{AD}", ""),
    ])
    func prepares(input: String, prepared: String) throws {
        for purpose in [SASLprep.Purpose.stored, .query] {
            #expect(try SASLprep.prepare(input, as: purpose).isIdentical(to: prepared))
        }
    }

    /// The first two are RFC 4013 §3.
    @Test(arguments: [
        ("\u{7}", PreparationError.Rule.prohibitedBySASLprep), ("\u{627}1", .stringprepBidi),
        ("1\u{627}", .stringprepBidi), ("\u{627}a\u{627}", .stringprepBidi), ("\u{E000}", .prohibitedBySASLprep),
        ("\u{FFFD}", .prohibitedBySASLprep), ("\u{2028}", .prohibitedBySASLprep), ("\u{200E}", .prohibitedBySASLprep),
        ("\u{E0041}", .prohibitedBySASLprep), ("\u{340}\u{2FF0}", .prohibitedBySASLprep),
    ])
    func refuses(input: String, rule: PreparationError.Rule) throws {
        for purpose in [SASLprep.Purpose.stored, .query] {
            let error = try #require(throws: PreparationError.self) { try SASLprep.prepare(input, as: purpose) }
            #expect(error.rule == rule)
        }
    }

    @Test(arguments: ["\u{221}", "\u{1F600}", "a\u{1DF5}\u{323}"])
    func unassignedIsForQueriesOnly(input: String) throws {
        #expect(try SASLprep.prepare(input, as: .query).isIdentical(to: input))
        let error = try #require(throws: PreparationError.self) { try SASLprep.prepare(input, as: .stored) }
        #expect(error.rule == .unassignedInUnicode32)
    }

    @Test func limit() throws {
        #expect(try SASLprep.prepare("abcd", as: .stored, limit: 4) == "abcd")
        let error = try #require(throws: PreparationError.self) { try SASLprep.prepare("abcde", as: .stored, limit: 4) }
        #expect(error.rule == .tooLong(limit: 4))
    }
}
