/// The stringprep profile for user names and passwords (RFC 4013), which SCRAM and PLAIN name; its Unicode is 3.2.
public enum SASLprep {
    /// What the result is for (RFC 3454 §7).
    public enum Purpose: Sendable, Hashable {
        /// A stored string, such as a password being set: unassigned code points are refused.
        case stored
        /// A query, such as a password being checked: unassigned code points pass unchanged.
        case query
    }

    /// Prepares a string: maps, normalizes to NFKC, and checks prohibited characters, direction and, for stored
    /// strings, that every code point is assigned in Unicode 3.2 (RFC 4013 §2).
    ///
    /// An empty result is returned as such: whether one may be empty is the mechanism's to say.
    ///
    /// - Parameter limit: The most UTF-8 octets of input; more is refused unread.
    /// - Throws: `PreparationError` with the character and the rule it breaks.
    public static func prepare(
        _ string: String,
        as purpose: Purpose,
        limit: Int = 4096
    ) throws(PreparationError) -> String {
        guard string.utf8.count <= limit else { throw PreparationError(.tooLong(limit: limit)) }
        if string.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return string }
        let mapped = map(try SourcedScalar.decode(string.utf8))
        let prepared = Normalizer.nfkcUnicode32.normalize(mapped)
        for sourced in prepared where isProhibited(sourced.scalar) {
            throw PreparationError(.prohibitedBySASLprep, at: sourced)
        }
        if purpose == .stored {
            for sourced in prepared where StringprepClass(sourced.scalar) == .unassigned {
                throw PreparationError(.unassignedInUnicode32, at: sourced)
            }
        }
        try checkDirection(of: prepared)
        return String(prepared)
    }

    /// RFC 4013 §2.1: non-ASCII spaces become U+0020, what table B.1 lists goes.
    ///
    /// U+200B is in both tables; the order in RFC 4013 makes it a space.
    private static func map(_ scalars: [SourcedScalar]) -> [SourcedScalar] {
        scalars.compactMap { sourced in
            if isNonASCIISpace(sourced.scalar) { return SourcedScalar(scalar: " ", offset: sourced.offset) }
            return isMappedToNothing(sourced.scalar) ? nil : sourced
        }
    }

    /// RFC 3454 §6.
    private static func checkDirection(of scalars: [SourcedScalar]) throws(PreparationError) {
        guard let first = scalars.first, let last = scalars.last,
            scalars.contains(where: { StringprepClass($0.scalar) == .rightToLeft })
        else { return }
        for sourced in scalars where StringprepClass(sourced.scalar) == .leftToRight {
            throw PreparationError(.stringprepBidi, at: sourced)
        }
        for sourced in [first, last] where StringprepClass(sourced.scalar) != .rightToLeft {
            throw PreparationError(.stringprepBidi, at: sourced)
        }
    }

    /// Table C.1.2.
    private static func isNonASCIISpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA0, 0x1680, 0x2000...0x200B, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Table B.1.
    private static func isMappedToNothing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x34F, 0x1806, 0x180B...0x180D, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF: true
        default: false
        }
    }

    /// Tables C.1.2 and C.2.1 to C.9, in that order.
    private static func isProhibited(_ scalar: Unicode.Scalar) -> Bool {
        if isNonASCIISpace(scalar) || scalar.value & 0xFFFE == 0xFFFE { return true }
        switch scalar.value {
        case 0...0x1F, 0x7F: return true
        case 0x80...0x9F, 0x6DD, 0x70F, 0x180E, 0x200C, 0x200D, 0x2028, 0x2029, 0x2060...0x2063, 0x206A...0x206F,
            0xFEFF, 0xFFF9...0xFFFC, 0x1D173...0x1D17A:
            return true
        case 0xE000...0xF8FF, 0xF_0000...0xF_FFFD, 0x10_0000...0x10_FFFD: return true
        case 0xFDD0...0xFDEF: return true
        case 0xFFFD, 0x2FF0...0x2FFB: return true
        case 0x340, 0x341, 0x200E, 0x200F, 0x202A...0x202E: return true
        case 0xE0001, 0xE0020...0xE007F: return true
        default: return false
        }
    }
}

/// RFC 3454 appendix D (direction) and A.1 (unassigned), which exclude each other.
enum StringprepClass: UInt32 {
    case neutral, leftToRight, rightToLeft, unassigned

    init(_ scalar: Unicode.Scalar) {
        let value = CodePointTable.value(of: scalar.value, inRuns: StringprepClasses.runs, payloadBits: 2)
        self = StringprepClass(rawValue: value) ?? .unassigned
    }
}
