/// The PRECIS profiles that XMPP uses (RFC 8264, RFC 8265).
///
/// The rules are applied in the order of RFC 8264 §7: mapping, normalization, direction, and the string class last,
/// so canonically equivalent inputs have one result.
public enum PRECIS {
    /// The version of Unicode that the tables are of.
    ///
    /// A newer code point is unassigned, whatever the standard library knows about it.
    public static let unicodeVersion = (major: 17, minor: 0)

    /// Prepares a username: fullwidth and halfwidth forms mapped, lower case, NFC, the Bidi Rule where there is
    /// right-to-left text, IdentifierClass (UsernameCaseMapped, RFC 8265 §3.3).
    ///
    /// - Parameter limit: The most UTF-8 octets of the result; input over four times that is refused unread.
    /// - Throws: `PreparationError` with the character and the rule it breaks; the empty string is refused.
    public static func usernameCaseMapped(
        _ string: String,
        limit: Int = 1023
    ) throws(PreparationError) -> String {
        try String(usernameCaseMapped(scalars(of: string, limit: limit), limit: limit))
    }

    /// Prepares a password, a resourcepart or the like: non-ASCII spaces become U+0020, NFC, FreeformClass
    /// (OpaqueString, RFC 8265 §4.2).
    ///
    /// - Parameter limit: The most UTF-8 octets of the result; input over four times that is refused unread.
    /// - Throws: `PreparationError` with the character and the rule it breaks; the empty string is refused.
    public static func opaqueString(_ string: String, limit: Int = 1023) throws(PreparationError) -> String {
        try String(opaqueString(scalars(of: string, limit: limit), limit: limit))
    }

    static func usernameCaseMapped(
        _ scalars: [SourcedScalar],
        limit: Int
    ) throws(PreparationError) -> [SourcedScalar] {
        if PlainText.everywhere.holds(for: scalars[...], isAllowedASCII: { "!"..."~" ~= $0 && !("A"..."Z" ~= $0) }) {
            try checkLength(of: scalars, limit: limit)
            return scalars
        }
        let narrowed = scalars.map(WidthMapping.apply)
        let prepared = Normalizer.nfc.normalize(CaseMapping.lowercase(narrowed))
        try checkLength(of: prepared, limit: limit)
        try BidiRule.check(prepared[...])
        try StringClass.identifier.check(prepared[...])
        return prepared
    }

    static func opaqueString(_ scalars: [SourcedScalar], limit: Int) throws(PreparationError) -> [SourcedScalar] {
        if PlainText.freeform.holds(for: scalars[...], isAllowedASCII: { " "..."~" ~= $0 }) {
            try checkLength(of: scalars, limit: limit)
            return scalars
        }
        var spaced = scalars
        for index in spaced.indices where !spaced[index].isASCII && spaced[index].scalar.isSpace {
            spaced[index].scalar = " "
        }
        let prepared = Normalizer.nfc.normalize(spaced)
        try checkLength(of: prepared, limit: limit)
        try StringClass.freeform.check(prepared[...])
        return prepared
    }

    /// NFC and the mappings shorten a string to no less than a third (three octets of an ideographic space or of a
    /// fullwidth letter become one; nine of a jamo sequence become three), so input over four times the limit need
    /// not be looked at.
    static func checkInputLength(_ count: Int, limit: Int) throws(PreparationError) {
        guard count / 4 <= limit else { throw PreparationError(.tooLong(limit: limit)) }
    }

    private static func scalars(of string: String, limit: Int) throws(PreparationError) -> [SourcedScalar] {
        try checkInputLength(string.utf8.count, limit: limit)
        return try SourcedScalar.decode(string.utf8)
    }

    private static func checkLength(of prepared: [SourcedScalar], limit: Int) throws(PreparationError) {
        guard !prepared.isEmpty else { throw PreparationError(.empty) }
        let octets = prepared.reduce(0) { $0 + UTF8.width($1.scalar) }
        guard octets <= limit else { throw PreparationError(.tooLong(limit: limit)) }
    }
}

extension Unicode.Scalar {
    /// General_Category Zs.
    var isSpace: Bool { properties.generalCategory == .spaceSeparator }
}
