import Foundation

/// How long the tests go on that try what chance brings; from the environment, so that a long run is not of every day.
enum RunSettings {
    /// How many sequences of random inputs a session is put through: `STANZAKIT_RANDOM_SEQUENCES`.
    static let randomSequences = number("STANZAKIT_RANDOM_SEQUENCES") ?? 2_000
    /// How many connections are cut in simulations: `STANZAKIT_CUTS`.
    static let cuts = number("STANZAKIT_CUTS") ?? 2_000
    /// The first seed, to begin where a failure was: `STANZAKIT_SEED`.
    static let firstSeed = UInt64(clamping: number("STANZAKIT_SEED") ?? 0)

    /// The seeds of random sequences.
    static var seeds: Range<UInt64> { firstSeed..<firstSeed + UInt64(clamping: randomSequences) }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }
}
