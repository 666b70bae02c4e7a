/// A set of small numbers: one word, and more when it is needed.
struct PositionSet {
    private var low: UInt64 = 0
    private var high: [UInt64]?

    /// Returns whether the number was not in the set.
    @discardableResult
    mutating func insert(_ position: Int) -> Bool {
        guard position < 64 else { return insertHigh(position) }
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: position)
        defer { low |= bit }
        return low & bit == 0
    }

    func contains(_ position: Int) -> Bool {
        guard position < 64 else { return containsHigh(position) }
        return low & (1 &<< UInt64(truncatingIfNeeded: position)) != 0
    }

    private mutating func insertHigh(_ position: Int) -> Bool {
        if containsHigh(position) { return false }
        var words = high ?? []
        high = nil
        let word = position / 64 - 1
        while words.count <= word { words.append(0) }
        words[word] |= 1 &<< UInt64(truncatingIfNeeded: position & 63)
        high = words
        return true
    }

    private func containsHigh(_ position: Int) -> Bool {
        let word = position / 64 - 1
        guard let high, word < high.count else { return false }
        return high[word] & (1 &<< UInt64(truncatingIfNeeded: position & 63)) != 0
    }
}
