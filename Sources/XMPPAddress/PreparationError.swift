/// Why a string cannot be prepared: the rule it breaks and, where one is to blame, the character and its place.
public struct PreparationError: Error, Sendable, Hashable {
    /// The rule that is broken.
    public let rule: Rule
    /// The character that breaks the rule, as it is after mapping (a fullwidth `＠` is reported as `@`); `nil` where
    /// no single character is to blame.
    public let character: Unicode.Scalar?
    /// Where in the input that character comes from, in UTF-8 octets from its start; `nil` without a character,
    /// except that ``Rule/notUTF8`` has a place only.
    public let offset: Int?

    init(_ rule: Rule, at place: SourcedScalar? = nil) {
        self.rule = rule
        character = place?.scalar
        offset = place.map { Int($0.offset) }
    }

    init(_ rule: Rule, character: Unicode.Scalar?, offset: Int?) {
        self.rule = rule
        self.character = character
        self.offset = offset
    }

    /// The same failure in a string of which the input was the part that starts `count` octets in.
    func shifted(by count: Int) -> PreparationError {
        PreparationError(rule, character: character, offset: offset.map { $0 + count })
    }
}

extension PreparationError {
    /// The rules a string can break, over all profiles.
    public enum Rule: Sendable, Hashable {
        /// Nothing is left, or nothing was there.
        case empty
        /// More octets than this after preparation (or so many before it that no preparation can save it).
        case tooLong(limit: Int)
        /// The input is not UTF-8 (RFC 3629).
        case notUTF8
        /// The character is outside the string class, for the reason given (RFC 8264 §8, RFC 5892 §3).
        case disallowed(Category)
        /// One of `"&'/:<>@`, which a localpart must not contain (RFC 7622 §3.3.1).
        case excludedFromLocalpart
        /// A joiner where no script calls for it (RFC 5892 appendix A.1, A.2).
        case joinerOutOfContext
        /// A character that is allowed in certain company only (RFC 5892 appendix A.3 to A.9).
        case outOfContext
        /// Condition 1 ... 6 of the Bidi Rule is not met (RFC 5893 §2).
        case bidiRule(condition: Int)
        /// Two label separators in a row, or one at the start (RFC 1034 §3.1).
        case emptyLabel
        /// An ASCII label may hold letters, digits and hyphens only (RFC 5890 §2.3.1).
        case notLetterDigitHyphen
        /// A label starts or ends with a hyphen (RFC 5891 §4.2.3.1).
        case hyphenAtEdge
        /// A label has hyphens as third and fourth character without being an A-label (RFC 5890 §2.3.1).
        case reservedLabel
        /// A label starts with a combining mark (RFC 5891 §4.2.3.2).
        case leadingCombiningMark
        /// A label with the prefix `xn--` is not the A-label of any U-label (RFC 5890 §2.3.2.1).
        case notAnALabel
        /// A label is longer than 63 octets in its ASCII form (RFC 1034 §3.1, RFC 5890 §2.3.2.1).
        case labelTooLong
        /// A domain name takes more than 255 octets in the DNS (RFC 1034 §3.1).
        case domainNameTooLong
        /// What is in brackets is not an IPv6 address (RFC 3986 §3.2.2).
        case notAnIPv6Address
        /// A character that RFC 4013 §2.3 prohibits.
        case prohibitedBySASLprep
        /// A character that Unicode 3.2 does not know, in a stored string (RFC 4013 §2.5).
        case unassignedInUnicode32
        /// Right-to-left text mixed with left-to-right, or not at both ends (RFC 3454 §6).
        case stringprepBidi
        /// A space at the start or end of what is to be escaped (XEP-0106 §5.1).
        case escapedSpaceAtEdge
    }

    /// What about a character takes it out of a PRECIS string class or out of IDNA2008; sections are RFC 8264's.
    public enum Category: Sendable, Hashable {
        /// A control character (§9.12).
        case control
        /// A space (§9.14).
        case space
        /// A symbol (§9.15).
        case symbol
        /// Punctuation (§9.16).
        case punctuation
        /// A titlecase letter, letter number, other number or enclosing mark (§9.18).
        case otherLetterDigit
        /// A character with a compatibility equivalent, which is the one to use (§9.17).
        case compatibilityEquivalent
        /// A conjoining Hangul jamo (§9.9).
        case oldHangulJamo
        /// A default-ignorable character or a noncharacter (§9.13).
        case ignorable
        /// Disallowed by name (§9.6).
        case exception
        /// Not assigned in the Unicode version of this library (§9.10).
        case unassigned
        /// Changed by normalization or case folding, hence no part of a U-label (§9.2).
        case unstable
        /// In none of the allowed categories, for instance private use (§8).
        case notAllowed
    }
}
