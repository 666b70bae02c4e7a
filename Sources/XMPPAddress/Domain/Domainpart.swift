/// The domainpart (RFC 7622 §3.2): an IP literal, or labels that are NR-LDH labels or U-labels.
///
/// What a user typed is mapped as RFC 5895 §2 says (lower case, width, NFC) over the whole domainpart; only U+002E
/// separates labels. A-labels become U-labels. An IPv4 address needs no case of its own: it is four NR-LDH labels.
enum Domainpart {
    /// The most octets of a domain name in its ASCII form: 255 in the DNS are 253 in text (RFC 1034 §3.1).
    static let maximumLength = 253

    /// Prepares a domainpart from UTF-8 octets; errors count offsets from their start.
    static func prepare(_ bytes: ArraySlice<UInt8>) throws(PreparationError) -> String {
        // The root's dot goes before anything else is done (RFC 7622 §3.2).
        let bytes = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes
        guard let first = bytes.first else { throw PreparationError(.empty) }
        if first == UInt8(ascii: "[") { return try IPv6Literal.prepare(bytes) }
        try PRECIS.checkInputLength(bytes.count, limit: JID.maximumPartLength)
        let typed = try SourcedScalar.decode(bytes)
        return try String(labels(of: map(typed)))
    }

    /// A prepared domainpart with A-labels in place of U-labels.
    static func ascii(_ domain: String) -> String {
        guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return domain }
        let labels = domain.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { label in
            guard !label.allSatisfy(\.isASCII) else { return String(label) }
            // A prepared label is known to have a form that fits.
            let encoded = Punycode.encode(label.map { SourcedScalar(scalar: $0, offset: 0) }[...]) ?? []
            return "xn--" + String(decoding: encoded, as: UTF8.self)
        }
        return labels.joined(separator: ".")
    }

    private static func map(_ typed: [SourcedScalar]) -> [SourcedScalar] {
        if PlainText.everywhere.holds(for: typed[...], isAllowedASCII: { !("A"..."Z" ~= $0) }) { return typed }
        return Normalizer.nfc.normalize(CaseMapping.lowercase(typed, keepsFolded: true).map(WidthMapping.apply))
    }

    private static func labels(of mapped: [SourcedScalar]) throws(PreparationError) -> [SourcedScalar] {
        var result: [SourcedScalar] = []
        var asciiLength = -1
        for label in mapped.split(separator: ".", omittingEmptySubsequences: false) {
            guard let start = label.first else { throw PreparationError(.emptyLabel) }
            let prepared = try DomainLabel.prepare(label)
            asciiLength += prepared.asciiLength + 1
            guard asciiLength <= maximumLength else { throw PreparationError(.domainNameTooLong) }
            if !result.isEmpty { result.append(SourcedScalar(scalar: ".", offset: start.offset)) }
            result.append(contentsOf: prepared.label)
        }
        return result
    }
}

extension ArraySlice<SourcedScalar> {
    fileprivate func hasPrefix(_ prefix: String) -> Bool {
        starts(with: prefix.unicodeScalars) { $0.scalar == $1 }
    }
}

extension [SourcedScalar] {
    fileprivate func split(separator: Unicode.Scalar, omittingEmptySubsequences: Bool) -> [ArraySlice<SourcedScalar>] {
        split(omittingEmptySubsequences: omittingEmptySubsequences) { $0.scalar == separator }
    }
}

/// One label of a domain name, already mapped.
private enum DomainLabel {
    /// The U-label or NR-LDH label, and the octets of its ASCII form.
    static func prepare(
        _ label: ArraySlice<SourcedScalar>
    ) throws(PreparationError) -> (label: ArraySlice<SourcedScalar>, asciiLength: Int) {
        guard label.allSatisfy(\.isASCII) else { return (label, try checkULabel(label)) }
        if let bad = label.first(where: { !$0.scalar.isLowercaseLetterDigitHyphen }) {
            throw PreparationError(.notLetterDigitHyphen, at: bad)
        }
        guard label.count <= 63 else { throw PreparationError(.labelTooLong) }
        if label.hasPrefix("xn--") {
            let decoded = try decodeALabel(label)
            return (decoded[...], label.count)
        }
        try checkHyphens(in: label)
        return (label, label.count)
    }

    /// RFC 5891 §4.2.3 and RFC 5892; returns the length of the A-label.
    private static func checkULabel(_ label: ArraySlice<SourcedScalar>) throws(PreparationError) -> Int {
        if let bad = label.first(where: { $0.isASCII && !$0.scalar.isLowercaseLetterDigitHyphen }) {
            throw PreparationError(.notLetterDigitHyphen, at: bad)
        }
        try checkHyphens(in: label)
        if let first = label.first, first.scalar.isMark { throw PreparationError(.leadingCombiningMark, at: first) }
        // Length first: the contextual rules look at the label as a whole for each character that has one.
        guard let encoded = Punycode.encode(label) else { throw PreparationError(.labelTooLong) }
        if PlainText.everywhere.holds(for: label, isAllowedASCII: { _ in true }) {
            return "xn--".utf8.count + encoded.count
        }
        try StringClass.domainLabel.check(label)
        try BidiRule.check(label)
        return "xn--".utf8.count + encoded.count
    }

    private static func checkHyphens(in label: ArraySlice<SourcedScalar>) throws(PreparationError) {
        guard label.first?.scalar != "-", label.last?.scalar != "-" else { throw PreparationError(.hyphenAtEdge) }
        let third = label.dropFirst(2)
        guard third.first?.scalar != "-" || third.dropFirst().first?.scalar != "-" else {
            throw PreparationError(.reservedLabel)
        }
    }

    /// An A-label is one if it is what its own U-label encodes to (RFC 5890 §2.3.2.1).
    private static func decodeALabel(
        _ label: ArraySlice<SourcedScalar>
    ) throws(PreparationError) -> [SourcedScalar] {
        let encoded = label.dropFirst("xn--".utf8.count).map { UInt8(truncatingIfNeeded: $0.value) }
        let offset = label.first?.offset ?? 0
        let decoded = Punycode.decode(encoded)?.map { SourcedScalar(scalar: $0, offset: offset) }
        guard let decoded, !decoded.allSatisfy(\.isASCII), Punycode.encode(decoded[...]) == encoded,
            Normalizer.nfc.normalize(decoded) == decoded
        else { throw PreparationError(.notAnALabel) }
        _ = try checkULabel(decoded[...])
        return decoded
    }
}

extension Unicode.Scalar {
    /// General_Category M.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
