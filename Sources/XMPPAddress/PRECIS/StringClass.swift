/// The two string classes of RFC 8264 §4, and IDNA2008's U-labels, which are made the same way.
enum StringClass {
    /// IdentifierClass (RFC 8264 §4.2).
    case identifier
    /// FreeformClass (RFC 8264 §4.3).
    case freeform
    /// The code points of a U-label (RFC 5892).
    case domainLabel

    /// Checks every scalar, with its context where that decides.
    func check(_ scalars: ArraySlice<SourcedScalar>) throws(PreparationError) {
        var context = Context(scalars)
        for index in scalars.indices {
            let sourced = scalars[index]
            switch self == .domainLabel ? .idna2008(sourced.scalar) : DerivedProperty.precis(sourced.scalar) {
            case .valid: continue
            case .contextual: try context.check(index)
            case .freeform(let category):
                if self != .freeform { throw PreparationError(.disallowed(category), at: sourced) }
            case .disallowed(let category): throw PreparationError(.disallowed(category), at: sourced)
            }
        }
    }
}
