import Testing

@testable import XMPPSession

@Suite struct TablePrinter {
    @Test func printTables() throws {
        for input in ServerStateTableTests.inputs { print("SRV", try ServerStateTableTests.row(input)) }
        for input in StateTableTests.inputs {
            let outcomes = try StateTableTests.Place.allCases.map { try StateTableTests.outcome(of: input.apply, at: $0) }
            print("CLI", "\(input.name) | \(outcomes.joined(separator: " "))")
        }
    }
}
