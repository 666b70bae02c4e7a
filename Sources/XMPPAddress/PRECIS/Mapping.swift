/// Fullwidth and halfwidth forms become their decomposition mappings (UAX #11; RFC 8265 §3.3.1, RFC 5895 §2).
enum WidthMapping {
    static func apply(_ sourced: SourcedScalar) -> SourcedScalar {
        let value = sourced.value
        guard value >= 0x3000 else { return sourced }
        var mapped = sourced
        if value == 0x3000 {
            mapped.scalar = " "
        } else if value >= 0xFF00, value < 0xFF00 + UInt32(NormalizationTables.width.count) {
            let target = UInt32(NormalizationTables.width[Int(value - 0xFF00)])
            mapped.scalar = target == 0 ? sourced.scalar : Unicode.Scalar(target) ?? sourced.scalar
        }
        return mapped
    }
}

/// The toLowercase operation of the Unicode Standard §3.13, which RFC 8264 §5.2.3 asks for: the full mappings of every
/// language, with the context of final sigma, of no locale.
enum CaseMapping {
    ///
    /// - Parameter keepsFolded: Whether letters stay that case folding gives, though they are capitals: those of Cherokee,
    ///   which IDNA2008 has in place of the small ones (RFC 5892 §2.2).
    static func lowercase(_ scalars: [SourcedScalar], keepsFolded: Bool = false) -> [SourcedScalar] {
        guard scalars.contains(where: { isChanged($0.scalar) }) else { return scalars }
        var result: [SourcedScalar] = []
        result.reserveCapacity(scalars.count)
        for (index, sourced) in scalars.enumerated() {
            if sourced.isASCII {
                let isUpper = "A"..."Z" ~= sourced.scalar
                result.append(isUpper ? sourced.replaced(by: Unicode.Scalar(UInt8(sourced.value | 0x20))) : sourced)
            } else if sourced.scalar == "\u{3A3}" {
                result.append(sourced.replaced(by: isFinal(index, in: scalars) ? "\u{3C2}" : "\u{3C3}"))
            } else if keepsFolded && !sourced.scalar.properties.changesWhenCaseFolded {
                result.append(sourced)
            } else {
                let mapping = sourced.scalar.properties.lowercaseMapping.unicodeScalars
                result.append(contentsOf: mapping.lazy.map { sourced.replaced(by: $0) })
            }
        }
        return result
    }

    private static func isChanged(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? "A"..."Z" ~= scalar : scalar.properties.changesWhenLowercased
    }

    /// Final_Sigma (Unicode Standard, table 3-17): after a cased letter and before none, case-ignorable characters
    /// aside.
    private static func isFinal(_ index: Int, in scalars: [SourcedScalar]) -> Bool {
        let before = scalars[..<index].last { !$0.scalar.properties.isCaseIgnorable }
        let after = scalars[(index + 1)...].first { !$0.scalar.properties.isCaseIgnorable }
        return before?.scalar.properties.isCased == true && after?.scalar.properties.isCased != true
    }
}

extension SourcedScalar {
    fileprivate func replaced(by scalar: Unicode.Scalar) -> SourcedScalar {
        SourcedScalar(scalar: scalar, offset: offset)
    }
}
