/// Text that preparation leaves as it is, told by one look at each scalar.
///
/// Most text is such: lower case without marks or right-to-left letters, ideographs, Hangul syllables. No mapping,
/// normalization or contextual rule need be tried on it.
enum PlainText: UInt32 {
    /// Nothing is known about the scalar.
    case unknown
    /// OpaqueString leaves it as it is.
    case freeform
    /// Every profile leaves it as it is, where there is no right-to-left text beside it.
    case everywhere

    private init(_ scalar: Unicode.Scalar) {
        let value = CodePointTable.value(of: scalar.value, inRuns: PlainScalars.runs, payloadBits: 2)
        self = PlainText(rawValue: value) ?? .unknown
    }

    /// Whether each scalar is plain to this level or a higher one, those of ASCII being left to `isAllowedASCII`.
    func holds(
        for scalars: ArraySlice<SourcedScalar>,
        isAllowedASCII: (Unicode.Scalar) -> Bool
    ) -> Bool {
        for sourced in scalars {
            guard sourced.isASCII ? isAllowedASCII(sourced.scalar) : PlainText(sourced.scalar).rawValue >= rawValue
            else { return false }
        }
        return true
    }
}
