extension PreparationError: CustomStringConvertible {
    /// One line: the character and its offset where there is one, the rule in words, and its section.
    public var description: String {
        "\(place)\(rule.words) (\(rule.reference))"
    }

    private var place: String {
        switch (character, offset) {
        case (let scalar?, let offset?): "\(Self.name(of: scalar)) at octet \(offset): "
        case (let scalar?, nil): "\(Self.name(of: scalar)): "
        case (nil, let offset?): "octet \(offset): "
        case (nil, nil): ""
        }
    }

    /// `U+0040`, followed by the character itself only where printing it is harmless.
    private static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return (0x21...0x7E).contains(scalar.value) ? "\(code) '\(scalar)'" : code
    }
}

extension PreparationError.Rule {
    /// The rule in words, without a full stop.
    public var words: String {
        switch self {
        case .empty: "must not be empty"
        case .tooLong(let limit): "must not be longer than \(limit) octets"
        case .notUTF8: "must be valid UTF-8"
        case .disallowed(let category): category.words
        case .excludedFromLocalpart: "is excluded from localparts"
        case .joinerOutOfContext: "is a joiner where no script calls for one"
        case .outOfContext: "is allowed in the context of certain characters only"
        case .bidiRule(let condition): "breaks condition \(condition) of the Bidi Rule"
        case .emptyLabel: "a label must not be empty"
        case .notLetterDigitHyphen: "is not a letter, digit or hyphen"
        case .hyphenAtEdge: "a label must not start or end with a hyphen"
        case .reservedLabel: "a label with hyphens as its third and fourth character is reserved"
        case .leadingCombiningMark: "a label must not start with a combining mark"
        case .notAnALabel: "the label is not a valid A-label"
        case .labelTooLong: "a label must not be longer than 63 octets in its ASCII form"
        case .domainNameTooLong: "a domain name must not be longer than 253 octets in its ASCII form"
        case .notAnIPv6Address: "is not an IPv6 address in brackets"
        case .prohibitedBySASLprep: "is prohibited by SASLprep"
        case .unassignedInUnicode32: "is unassigned in Unicode 3.2"
        case .stringprepBidi: "right-to-left text must not be mixed with left-to-right, and must be at both ends"
        case .escapedSpaceAtEdge: "a localpart to be escaped must not start or end with a space"
        }
    }

    /// The section of the RFC or XEP that states the rule.
    public var reference: String {
        switch self {
        case .empty, .tooLong: "RFC 7622 §3.1"
        case .notUTF8: "RFC 3629 §3"
        case .disallowed(let category): category.reference
        case .excludedFromLocalpart: "RFC 7622 §3.3.1"
        case .joinerOutOfContext: "RFC 5892 appendix A.1, A.2"
        case .outOfContext: "RFC 5892 appendix A.3 to A.9"
        case .bidiRule: "RFC 5893 §2"
        case .emptyLabel: "RFC 1034 §3.1"
        case .notLetterDigitHyphen, .reservedLabel: "RFC 5890 §2.3.1"
        case .hyphenAtEdge: "RFC 5891 §4.2.3.1"
        case .leadingCombiningMark: "RFC 5891 §4.2.3.2"
        case .notAnALabel: "RFC 5890 §2.3.2.1"
        case .labelTooLong, .domainNameTooLong: "RFC 1034 §3.1"
        case .notAnIPv6Address: "RFC 3986 §3.2.2"
        case .prohibitedBySASLprep: "RFC 4013 §2.3"
        case .unassignedInUnicode32: "RFC 4013 §2.5"
        case .stringprepBidi: "RFC 3454 §6"
        case .escapedSpaceAtEdge: "XEP-0106 §5.1"
        }
    }
}

extension PreparationError.Category {
    /// What the character is, in words.
    public var words: String {
        switch self {
        case .control: "is a control character"
        case .space: "is a space"
        case .symbol: "is a symbol"
        case .punctuation: "is punctuation"
        case .otherLetterDigit: "is not a traditional letter or digit"
        case .compatibilityEquivalent: "has a compatibility equivalent"
        case .oldHangulJamo: "is a conjoining Hangul jamo"
        case .ignorable: "is invisible or a noncharacter"
        case .exception: "is disallowed by name"
        case .unassigned: "is not assigned in Unicode \(PRECIS.unicodeVersion.major).\(PRECIS.unicodeVersion.minor)"
        case .unstable: "changes under normalization or case folding"
        case .notAllowed: "is not allowed"
        }
    }

    /// The section that defines the category.
    public var reference: String {
        switch self {
        case .control: "RFC 8264 §9.12"
        case .space: "RFC 8264 §9.14"
        case .symbol: "RFC 8264 §9.15"
        case .punctuation: "RFC 8264 §9.16"
        case .otherLetterDigit: "RFC 8264 §9.18"
        case .compatibilityEquivalent: "RFC 8264 §9.17"
        case .oldHangulJamo: "RFC 8264 §9.9"
        case .ignorable: "RFC 8264 §9.13"
        case .exception: "RFC 5892 §2.6"
        case .unassigned: "RFC 8264 §9.10"
        case .unstable: "RFC 5892 §2.2"
        case .notAllowed: "RFC 8264 §8, RFC 5892 §3"
        }
    }
}
