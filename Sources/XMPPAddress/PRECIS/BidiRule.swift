/// The Bidi Rule of RFC 5893 §2.
///
/// It is applied to a string or label that holds right-to-left characters, as RFC 8265 §3.3.1 and RFC 5891 §4.2.3.4
/// ask. RFC 5893 §5 says why it cannot be asked of the other labels of the same domain name.
enum BidiRule {
    /// Checks the six conditions; strings without right-to-left characters pass.
    static func check(_ scalars: ArraySlice<SourcedScalar>) throws(PreparationError) {
        // No right-to-left character is below U+0590.
        guard scalars.contains(where: { $0.value >= 0x590 && BidiClass($0.scalar).isRightToLeft }),
            let first = scalars.first
        else { return }
        switch BidiClass(first.scalar) {
        case .r, .al: try checkRightToLeft(scalars)
        case .l: try checkLeftToRight(scalars)
        default: throw PreparationError(.bidiRule(condition: 1), at: first)
        }
    }

    private static func checkRightToLeft(_ scalars: ArraySlice<SourcedScalar>) throws(PreparationError) {
        var number: BidiClass?
        for sourced in scalars {
            let bidiClass = BidiClass(sourced.scalar)
            guard bidiClass != .l, bidiClass != .other else {
                throw PreparationError(.bidiRule(condition: 2), at: sourced)
            }
            if bidiClass == .en || bidiClass == .an {
                guard number == nil || number == bidiClass else {
                    throw PreparationError(.bidiRule(condition: 4), at: sourced)
                }
                number = bidiClass
            }
        }
        try checkEnd(of: scalars, condition: 3) { $0.isRightToLeft || $0 == .en }
    }

    private static func checkLeftToRight(_ scalars: ArraySlice<SourcedScalar>) throws(PreparationError) {
        for sourced in scalars {
            let bidiClass = BidiClass(sourced.scalar)
            guard !bidiClass.isRightToLeft, bidiClass != .other else {
                throw PreparationError(.bidiRule(condition: 5), at: sourced)
            }
        }
        try checkEnd(of: scalars, condition: 6) { $0 == .l || $0 == .en }
    }

    /// Conditions 3 and 6: what the last character may be, nonspacing marks aside.
    private static func checkEnd(
        of scalars: ArraySlice<SourcedScalar>,
        condition: Int,
        _ isAllowed: (BidiClass) -> Bool
    ) throws(PreparationError) {
        guard let last = scalars.last(where: { BidiClass($0.scalar) != .nsm }) else { return }
        guard isAllowed(BidiClass(last.scalar)) else {
            throw PreparationError(.bidiRule(condition: condition), at: last)
        }
    }
}

/// Bidi_Class (UAX #9), under the short names that RFC 5893 uses (`al` is AL).
///
/// `other` are the embeddings, isolates and separators, which no condition allows.
enum BidiClass: UInt32 {
    case l, r, al, an, en, es, cs, et, on, bn, nsm, other

    init(_ scalar: Unicode.Scalar) {
        let value = CodePointTable.value(of: scalar.value, inRuns: BidiClasses.runs, payloadBits: 4)
        self = BidiClass(rawValue: value) ?? .other
    }

    var isRightToLeft: Bool { self == .r || self == .al || self == .an }
}
