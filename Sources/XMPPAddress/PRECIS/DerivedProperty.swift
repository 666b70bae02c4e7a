/// What a standard says about a code point on its own: allowed, allowed in context, or not, and then why.
enum DerivedProperty: Equatable {
    /// PVALID.
    case valid
    /// FREE_PVAL of RFC 8264 §8 (ID_DIS in IdentifierClass), with the reason IdentifierClass has.
    case freeform(PreparationError.Category)
    /// CONTEXTJ or CONTEXTO.
    case contextual
    /// DISALLOWED or UNASSIGNED.
    case disallowed(PreparationError.Category)

    /// The derived property of RFC 8264 §8.
    static func precis(_ scalar: Unicode.Scalar) -> DerivedProperty {
        if scalar.isASCII { return precisASCII(scalar) }
        if let exception = exception(scalar) { return exception }
        let properties = scalar.properties
        let category = properties.generalCategory
        if isUnassigned(scalar, category) { return .disallowed(.unassigned) }
        if properties.isJoinControl { return .contextual }
        if Hangul.isConjoiningJamo(scalar) { return .disallowed(.oldHangulJamo) }
        if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint {
            return .disallowed(.ignorable)
        }
        if category == .control { return .disallowed(.control) }
        if hasCompatibilityEquivalent(scalar) { return .freeform(.compatibilityEquivalent) }
        return precis(category)
    }

    private static func precisASCII(_ scalar: Unicode.Scalar) -> DerivedProperty {
        switch scalar.value {
        case 0x21...0x7E: .valid
        case 0x20: .freeform(.space)
        default: .disallowed(.control)
        }
    }

    private static func precis(_ category: Unicode.GeneralCategory) -> DerivedProperty {
        switch category {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
            .spacingMark:
            .valid
        case .titlecaseLetter, .letterNumber, .otherNumber, .enclosingMark: .freeform(.otherLetterDigit)
        case .spaceSeparator: .freeform(.space)
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .freeform(.symbol)
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            .freeform(.punctuation)
        case .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned:
            .disallowed(.notAllowed)
        @unknown default: .disallowed(.notAllowed)
        }
    }

    /// The derived property of RFC 5892 §3, of a code point in a U-label.
    static func idna2008(_ scalar: Unicode.Scalar) -> DerivedProperty {
        if scalar.isASCII { return scalar.isLowercaseLetterDigitHyphen ? .valid : .disallowed(.notAllowed) }
        if let exception = exception(scalar) { return exception }
        let properties = scalar.properties
        let category = properties.generalCategory
        if isUnassigned(scalar, category) { return .disallowed(.unassigned) }
        if properties.isJoinControl { return .contextual }
        if properties.changesWhenNFKCCaseFolded { return .disallowed(.unstable) }
        if properties.isDefaultIgnorableCodePoint || properties.isWhitespace || properties.isNoncharacterCodePoint {
            return .disallowed(.ignorable)
        }
        if isInIgnorableBlock(scalar) { return .disallowed(.ignorable) }
        if Hangul.isConjoiningJamo(scalar) { return .disallowed(.oldHangulJamo) }
        if case .freeform(let reason) = precis(category) { return .disallowed(reason) }
        return precis(category)
    }

    /// RFC 5892 §2.4: marks for symbols, musical symbols, ancient Greek musical notation.
    private static func isInIgnorableBlock(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20D0...0x20FF, 0x1D100...0x1D1FF, 0x1D200...0x1D24F: true
        default: false
        }
    }

    /// HasCompat of RFC 8264 §9.17: NFKC changes it.
    private static func hasCompatibilityEquivalent(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xA0
            && (Decomposition.compatibility.contains(scalar.value) || QuickCheck(scalar) == .no)
    }

    /// Also what the tables of this library do not know yet, though a newer standard library does.
    private static func isUnassigned(_ scalar: Unicode.Scalar, _ category: Unicode.GeneralCategory) -> Bool {
        guard category != .unassigned else { return !scalar.properties.isNoncharacterCodePoint }
        guard let age = scalar.properties.age else { return false }
        return (age.major, age.minor) > PRECIS.unicodeVersion
    }

    /// RFC 5892 §2.6, which RFC 8264 §9.6 adopts. No code point is BackwardCompatible so far.
    private static func exception(_ scalar: Unicode.Scalar) -> DerivedProperty? {
        switch scalar.value {
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: .valid
        case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9: .contextual
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: .disallowed(.exception)
        default: nil
        }
    }
}

extension Unicode.Scalar {
    /// `a` to `z`, `0` to `9` and `-`: LDH after case mapping (RFC 5892 §2.5).
    var isLowercaseLetterDigitHyphen: Bool {
        "a"..."z" ~= self || "0"..."9" ~= self || self == "-"
    }
}
