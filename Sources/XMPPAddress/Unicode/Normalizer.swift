/// Unicode normalization to NFC and NFKC (UAX #15) of scalars that remember where they came from.
///
/// A composed scalar has the offset of its starter, so what an error names is where the character began.
struct Normalizer {
    /// Canonical composition, as PRECIS and IDNA2008 ask for.
    static let nfc = Normalizer(isCompatibility: false, isUnicode32: false)
    /// Compatibility composition by Unicode 3.2, as stringprep asks for (RFC 3454 §4): what that version did not
    /// know stays as it is.
    static let nfkcUnicode32 = Normalizer(isCompatibility: true, isUnicode32: true)

    let isCompatibility: Bool
    let isUnicode32: Bool

    func normalize(_ scalars: [SourcedScalar]) -> [SourcedScalar] {
        if !isCompatibility, Self.isNFC(scalars) { return scalars }
        var decomposed: [SourcedScalar] = []
        decomposed.reserveCapacity(scalars.count * 2)
        for scalar in scalars {
            appendDecomposition(of: scalar, to: &decomposed)
        }
        return composed(orderingMarks(of: decomposed))
    }

    /// The quick check of UAX #15 §9: may answer `false` for what is in NFC, never `true` for what is not.
    static func isNFC(_ scalars: [SourcedScalar]) -> Bool {
        var lastClass: UInt8 = 0
        // Nothing below U+0300 is changed by NFC.
        for scalar in scalars where scalar.value >= 0x300 {
            let combiningClass = scalar.scalar.combiningClass
            if combiningClass != 0, lastClass > combiningClass { return false }
            if QuickCheck(scalar.scalar) != .yes { return false }
            lastClass = combiningClass
        }
        return true
    }

    private func isKnown(_ scalar: Unicode.Scalar) -> Bool {
        !isUnicode32 || StringprepClass(scalar) != .unassigned
    }

    private func combiningClass(of scalar: Unicode.Scalar) -> UInt8 {
        isKnown(scalar) ? scalar.combiningClass : 0
    }

    // MARK: Decomposition

    private func appendDecomposition(of sourced: SourcedScalar, to result: inout [SourcedScalar]) {
        guard sourced.value >= 0xA0, isKnown(sourced.scalar) else { return result.append(sourced) }
        func append(_ scalar: Unicode.Scalar) {
            result.append(SourcedScalar(scalar: scalar, offset: sourced.offset))
        }
        if let jamo = Hangul.decomposition(of: sourced.scalar) {
            return jamo.forEach(append)
        }
        if isUnicode32, let old = Self.mappingBeforeCorrigendum4(of: sourced.value) {
            return append(old)
        }
        if isCompatibility, Decomposition.compatibility.forEachScalar(of: sourced.value, append) { return }
        if Decomposition.canonical.forEachScalar(of: sourced.value, append) { return }
        result.append(sourced)
    }

    /// Five ideographs had wrong decompositions in Unicode 3.2 (Corrigendum #4, Unicode 4.0), which is the version
    /// that stringprep is tied to.
    private static func mappingBeforeCorrigendum4(of codePoint: UInt32) -> Unicode.Scalar? {
        switch codePoint {
        case 0x2F868: "\u{2136A}"
        case 0x2F874: "\u{5F33}"
        case 0x2F91F: "\u{43AB}"
        case 0x2F95F: "\u{7AAE}"
        case 0x2F9BF: "\u{4D57}"
        default: nil
        }
    }

    /// The Canonical Ordering Algorithm: each run of marks is sorted by combining class, stably. A run is sorted as
    /// a whole, since exchanging neighbours is quadratic in what an adversary sends.
    private func orderingMarks(of scalars: [SourcedScalar]) -> [SourcedScalar] {
        var result: [SourcedScalar] = []
        result.reserveCapacity(scalars.count)
        var marks: [(combiningClass: UInt8, mark: SourcedScalar)] = []
        func flush() {
            // The standard library's sort is stable in fact but not by contract: the position breaks ties.
            let order = marks.indices.sorted { (marks[$0].combiningClass, $0) < (marks[$1].combiningClass, $1) }
            result.append(contentsOf: order.lazy.map { marks[$0].mark })
            marks.removeAll(keepingCapacity: true)
        }
        for scalar in scalars {
            let combiningClass = combiningClass(of: scalar.scalar)
            if combiningClass == 0 {
                flush()
                result.append(scalar)
            } else {
                marks.append((combiningClass, scalar))
            }
        }
        flush()
        return result
    }

    // MARK: Composition

    /// The Canonical Composition Algorithm over scalars in canonical order.
    private func composed(_ scalars: [SourcedScalar]) -> [SourcedScalar] {
        var result: [SourcedScalar] = []
        result.reserveCapacity(scalars.count)
        var starter: Int?
        var lastClass: UInt8 = 0
        for scalar in scalars {
            let combiningClass = combiningClass(of: scalar.scalar)
            if let starter, result.count == starter + 1 || lastClass != 0 && lastClass < combiningClass,
                let composite = composite(of: result[starter].scalar, scalar.scalar)
            {
                result[starter].scalar = composite
                continue
            }
            if combiningClass == 0 { starter = result.count }
            lastClass = combiningClass
            result.append(scalar)
        }
        return result
    }

    private func composite(of first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        if let syllable = Hangul.composite(of: first, second) { return syllable }
        guard let composite = Decomposition.composite(of: first, second), isKnown(composite) else { return nil }
        return composite
    }
}

extension Unicode.Scalar {
    /// Canonical_Combining_Class; 0 for a starter.
    var combiningClass: UInt8 { properties.canonicalCombiningClass.rawValue }
}
