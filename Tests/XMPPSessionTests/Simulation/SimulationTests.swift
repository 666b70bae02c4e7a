import Testing

@testable import XMPPSession

/// Client against server over connections that are cut: every stanza arrives exactly once and in order, both ways.
///
/// `RunSettings` says how many cuts there are in all; a failure names its seed.
@Suite struct SimulationTests {
    private static let cutsPerRun = 40

    @Test func everyStanzaArrivesOnceAndInOrderHoweverOftenConnectionsAreCut() throws {
        let accounts = try AccountTable.withJuliet()
        var (cuts, resumptions, handovers) = (0, 0, 0)
        var seed = RunSettings.firstSeed
        while cuts < RunSettings.cuts {
            var simulation = try Simulation(seed: seed, cuts: Self.cutsPerRun, accounts: accounts)
            try simulation.run()
            let complaints = simulation.complaints
            if !complaints.isEmpty { Issue.record("seed \(seed): \(complaints)") }
            if simulation.cuts < Self.cutsPerRun, complaints.isEmpty { Issue.record("seed \(seed) has too few cuts") }
            cuts += max(simulation.cuts, 1)
            resumptions += simulation.client.resumptions
            handovers += simulation.server.handovers
            seed += 1
        }
        // It was not all trivial: most cuts led to a resumption, many while the server still knew nothing of the cut.
        #expect(resumptions > cuts / 4, "\(resumptions) of \(cuts)")
        #expect(handovers > cuts / 20, "\(handovers) of \(cuts)")
    }

    @Test(arguments: [1, 77, 4242] as [UInt64])
    func seedReplaysToTheByte(seed: UInt64) throws {
        let accounts = try AccountTable.withJuliet()
        let digests = try (0..<2).map { _ in
            var simulation = try Simulation(seed: seed, cuts: 10, accounts: accounts)
            try simulation.run()
            return simulation.digest
        }
        #expect(digests[0] == digests[1])
        var other = try Simulation(seed: seed + 1, cuts: 10, accounts: accounts)
        try other.run()
        #expect(other.digest != digests[0])
    }
}
