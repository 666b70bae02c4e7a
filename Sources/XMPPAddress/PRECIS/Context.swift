/// A string or label as the context of its characters: the contextual rules of RFC 5892, appendix A, which PRECIS
/// shares (RFC 8264 §4.2.1).
struct Context {
    private let label: ArraySlice<SourcedScalar>
    // What rules ask of the label as a whole is found once: for each such character anew it would be quadratic.
    private lazy var hasKanaOrHan = label.contains { Script($0.scalar) == .kanaOrHan }
    private lazy var hasArabicIndicDigit = label.contains { 0x660...0x669 ~= $0.value }
    private lazy var hasExtendedArabicIndicDigit = label.contains { 0x6F0...0x6F9 ~= $0.value }

    init(_ label: ArraySlice<SourcedScalar>) { self.label = label }

    /// Checks the scalar at `index`, which must be one of those that have a rule.
    mutating func check(_ index: Int) throws(PreparationError) {
        let sourced = label[index]
        switch sourced.value {
        case 0x200C, 0x200D:
            guard isJoinerAllowed(index) else { throw PreparationError(.joinerOutOfContext, at: sourced) }
        default:
            guard isAllowed(index) else { throw PreparationError(.outOfContext, at: sourced) }
        }
    }

    /// Appendix A.1 and A.2: either joiner after a virama; the non-joiner also between letters that would join.
    private func isJoinerAllowed(_ index: Int) -> Bool {
        let before = label[..<index]
        // Virama is the name of combining class 9.
        if before.last?.scalar.combiningClass == 9 { return true }
        guard label[index].value == 0x200C else { return false }
        let left = before.last { JoiningType($0.scalar) != .transparent }.map { JoiningType($0.scalar) }
        let right = label[(index + 1)...].first { JoiningType($0.scalar) != .transparent }.map {
            JoiningType($0.scalar)
        }
        return (left == .left || left == .dual) && (right == .right || right == .dual)
    }

    /// Appendix A.3 to A.9.
    private mutating func isAllowed(_ index: Int) -> Bool {
        let before = label[..<index].last?.scalar
        let after = label[(index + 1)...].first?.scalar
        switch label[index].value {
        case 0xB7: return before == "l" && after == "l"
        case 0x375: return after.map(Script.init) == .greek
        case 0x5F3, 0x5F4: return before.map(Script.init) == .hebrew
        case 0x30FB: return hasKanaOrHan
        case 0x660...0x669: return !hasExtendedArabicIndicDigit
        case 0x6F0...0x6F9: return !hasArabicIndicDigit
        default: return false
        }
    }
}

/// Joining_Type as far as the rules tell types apart; non-joining and join-causing count as none.
private enum JoiningType: UInt32 {
    case none, left, right, dual, transparent

    init(_ scalar: Unicode.Scalar) {
        let value = CodePointTable.value(of: scalar.value, inRuns: ContextTables.joiningTypes, payloadBits: 3)
        self = JoiningType(rawValue: value) ?? .none
    }
}

/// Script as far as the rules tell scripts apart.
private enum Script: UInt32 {
    case other, greek, hebrew, kanaOrHan

    init(_ scalar: Unicode.Scalar) {
        let value = CodePointTable.value(of: scalar.value, inRuns: ContextTables.scripts, payloadBits: 2)
        self = Script(rawValue: value) ?? .other
    }
}
