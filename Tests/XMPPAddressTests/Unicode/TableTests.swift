import Testing

@testable import XMPPAddress

@Suite struct TableTests {
    @Test func tablesAreSorted() {
        let runs = [
            BidiClasses.runs, ContextTables.joiningTypes, ContextTables.scripts, NormalizationTables.quickCheck,
            PlainScalars.runs, StringprepClasses.runs, CanonicalIndex.entries, CompatibilityIndex.entries,
        ]
        for table in runs { #expect(zip(table, table.dropFirst()).allSatisfy { $0 < $1 }) }
        #expect(zip(Compositions.pairs, Compositions.pairs.dropFirst()).allSatisfy { $0 < $1 })
    }

    /// A slip here would be an index out of bounds at run time.
    @Test func mappingsLieWithinTheirPools() {
        for table in [Decomposition.canonical, .compatibility] {
            #expect(table.entries.count == table.offsets.count)
            for (entry, offset) in zip(table.entries, table.offsets) {
                #expect(Int(offset) + Int(entry & 0x1F) <= table.units.count)
            }
        }
    }

    /// What is taken past all rules must be what the rules leave alone.
    @Test func plainScalarsPassTheRules() {
        for scalar in (UInt32(0x80)..<0x3_4000).lazy.compactMap(Unicode.Scalar.init) {
            let sourced = [SourcedScalar(scalar: scalar, offset: 0)]
            guard PlainText.freeform.holds(for: sourced[...], isAllowedASCII: { _ in false }) else { continue }
            // Older standard libraries do not know every character of the tables.
            guard scalar.properties.generalCategory != .unassigned else { continue }
            let isLeftByOpaqueString =
                Normalizer.isNFC(sourced) && scalar.combiningClass == 0 && !scalar.isSpace
                && [.valid, .freeform].contains(Level(DerivedProperty.precis(scalar)))
            #expect(isLeftByOpaqueString, "\(scalar.value)")
            guard PlainText.everywhere.holds(for: sourced[...], isAllowedASCII: { _ in false }) else { continue }
            let isLeftByAll =
                DerivedProperty.precis(scalar) == .valid && DerivedProperty.idna2008(scalar) == .valid
                && CaseMapping.lowercase(sourced) == sourced && WidthMapping.apply(sourced[0]) == sourced[0]
                && !BidiClass(scalar).isRightToLeft
            #expect(isLeftByAll, "\(scalar.value)")
        }
    }
}

/// A derived property without its reasons.
private enum Level {
    case valid, freeform, other

    init(_ property: DerivedProperty) {
        switch property {
        case .valid: self = .valid
        case .freeform: self = .freeform
        case .contextual, .disallowed: self = .other
        }
    }
}
