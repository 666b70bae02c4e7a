import Testing

@testable import XMPPAddress

@Suite struct NormalizerTests {
    private func nfc(_ text: String) throws -> String {
        String(Normalizer.nfc.normalize(try SourcedScalar.decode(text.utf8)))
    }

    /// Cases of UAX #15: composition exclusions, singletons, blocked marks, Hangul, reordering.
    @Test(arguments: [
        ("\u{212B}", "\u{C5}"), ("\u{2126}", "\u{3A9}"), ("\u{958}", "\u{915}\u{93C}"), ("\u{2ADC}", "\u{2ADD}\u{338}"),
        ("\u{1E0B}\u{323}", "\u{1E0D}\u{307}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
        ("\u{1100}\u{1161}", "\u{AC00}"),
        ("\u{AC00}\u{11A8}", "\u{AC01}"), ("\u{AC01}\u{11A8}", "\u{AC01}\u{11A8}"),
        ("\u{AC00}\u{11A7}", "\u{AC00}\u{11A7}"),
        ("a\u{334}\u{301}", "\u{E1}\u{334}"), ("a\u{301}\u{300}", "\u{E1}\u{300}"), ("\u{344}", "\u{308}\u{301}"),
        ("\u{1D15E}", "\u{1D157}\u{1D165}"), ("\u{11099}\u{110BA}", "\u{1109A}"),
        ("\u{1112}a\u{1161}", "\u{1112}a\u{1161}"),
        ("\u{1F00}\u{301}\u{345}", "\u{1F84}"), ("\u{B47}\u{300}\u{B3E}", "\u{B47}\u{300}\u{B3E}"),
    ])
    func composes(input: String, output: String) throws {
        #expect(try nfc(input).isIdentical(to: output))
        #expect(try nfc(output).isIdentical(to: output))
    }

    /// The standard library's equality is canonical equivalence, by tables of its own.
    @Test func everyScalarStaysEquivalent() throws {
        let changed = try (UInt32(0xA0)..<0x3_0000).compactMap(Unicode.Scalar.init).filter { scalar in
            let text = "x\(scalar)\u{323}\u{301}"
            return try nfc(text) != text
        }
        #expect(changed.isEmpty)
    }

    @Test func composedScalarsKeepTheOffsetOfTheirStarter() throws {
        let scalars = Normalizer.nfc.normalize(try SourcedScalar.decode("ae\u{301}b".utf8))
        #expect(scalars.map(\.offset) == [0, 1, 4])
    }

    @Test func manyMarksAreOrderedAtOnce() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 2000)
        let ordered = String(repeating: "\u{323}", count: 1999) + String(repeating: "\u{301}", count: 2000)
        #expect(try nfc("a" + marks).isIdentical(to: "\u{1EA1}" + ordered))
    }
}
