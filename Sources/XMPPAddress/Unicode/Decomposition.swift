/// Full decompositions and primary composites, read from the generated tables.
struct Decomposition {
    static let canonical = Decomposition(
        entries: CanonicalIndex.entries,
        offsets: CanonicalPool.offsets,
        units: CanonicalPool.units
    )
    static let compatibility = Decomposition(
        entries: CompatibilityIndex.entries,
        offsets: CompatibilityPool.offsets,
        units: CompatibilityPool.units
    )

    let entries: [UInt32]
    let offsets: [UInt16]
    let units: [UInt16]

    /// Whether the table has a mapping for `codePoint`.
    func contains(_ codePoint: UInt32) -> Bool { index(of: codePoint) != nil }

    /// Calls `body` with each scalar of the mapping of `codePoint`; `false` if there is none.
    func forEachScalar(of codePoint: UInt32, _ body: (Unicode.Scalar) -> Void) -> Bool {
        guard let index = index(of: codePoint) else { return false }
        let start = Int(offsets[index])
        let mapping = units[start..<start + Int(entries[index] & 0x1F)]
        _ = transcode(mapping.makeIterator(), from: UTF16.self, to: UTF32.self, stoppingOnError: true) { value in
            if let scalar = Unicode.Scalar(value) { body(scalar) }
        }
        return true
    }

    private func index(of codePoint: UInt32) -> Int? {
        let end = CodePointTable.upperBound(of: codePoint << 5 | 0x1F, in: entries)
        guard end > 0, entries[end - 1] >> 5 == codePoint else { return nil }
        return end - 1
    }

    /// The primary composite of a pair, Hangul aside.
    static func composite(of first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        // The lowest second half of a pair is U+0300.
        guard second.value >= 0x300 else { return nil }
        let key = UInt64(second.value) << 42 | UInt64(first.value) << 21
        let end = CodePointTable.upperBound(of: key | 0x1F_FFFF, in: Compositions.pairs)
        guard end > 0, Compositions.pairs[end - 1] & ~0x1F_FFFF == key else { return nil }
        return Unicode.Scalar(UInt32(Compositions.pairs[end - 1] & 0x1F_FFFF))
    }
}

/// NFC_Quick_Check (UAX #15 §9).
enum QuickCheck: UInt32 {
    case yes, maybe, no

    init(_ scalar: Unicode.Scalar) {
        let value = CodePointTable.value(of: scalar.value, inRuns: NormalizationTables.quickCheck, payloadBits: 2)
        self = QuickCheck(rawValue: value) ?? .no
    }
}

/// Hangul syllables are composed by arithmetic (Unicode Standard §3.12).
enum Hangul {
    private static let (syllables, leads, vowels, trails): (UInt32, UInt32, UInt32, UInt32) =
        (0xAC00, 0x1100, 0x1161, 0x11A7)
    private static let (leadCount, vowelCount, trailCount): (UInt32, UInt32, UInt32) = (19, 21, 28)

    static func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        let index = scalar.value &- syllables
        guard index < leadCount * vowelCount * trailCount else { return nil }
        let jamo = [
            leads + index / (vowelCount * trailCount),
            vowels + index / trailCount % vowelCount,
            trails + index % trailCount,
        ]
        return jamo.filter { $0 != trails }.compactMap(Unicode.Scalar.init)
    }

    static func composite(of first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        let (lead, vowel) = (first.value &- leads, second.value &- vowels)
        if lead < leadCount, vowel < vowelCount {
            return Unicode.Scalar(syllables + (lead * vowelCount + vowel) * trailCount)
        }
        let (syllable, trail) = (first.value &- syllables, second.value &- trails)
        guard syllable < leadCount * vowelCount * trailCount, syllable % trailCount == 0,
            trail > 0, trail < trailCount
        else { return nil }
        return Unicode.Scalar(first.value + trail)
    }

    /// Whether Hangul_Syllable_Type is a leading, vowel or trailing jamo.
    static func isConjoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB: true
        default: false
        }
    }
}
