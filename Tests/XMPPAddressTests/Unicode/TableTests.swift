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
        for value in UInt32(0x80)..<0x11_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let sourced = [SourcedScalar(scalar: scalar, offset: 0)]
            guard PlainText.freeform.holds(for: sourced[...], isAllowedASCII: { _ in false }) else { continue }
            // Older standard libraries do not know every character of the tables.
            guard scalar.properties.generalCategory != .unassigned else { continue }
            #expect(Normalizer.isNFC(sourced))
            #expect(scalar.combiningClass == 0)
            guard PlainText.everywhere.holds(for: sourced[...], isAllowedASCII: { _ in false }) else { continue }
            #expect(DerivedProperty.precis(scalar) == .valid)
            #expect(DerivedProperty.idna2008(scalar) == .valid)
            #expect(CaseMapping.lowercase(sourced) == sourced)
            #expect(WidthMapping.apply(sourced[0]) == sourced[0])
            #expect(!BidiClass(scalar).isRightToLeft)
        }
    }
}
