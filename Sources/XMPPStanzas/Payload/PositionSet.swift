/// A set of small numbers: one word, and more when it is needed.
struct PositionSet {
    private var low: UInt64 = 0
    private var high: [UInt64] = []

    mutating func insert(_ position: Int) {
        if position < 64 {
            low |= 1 << UInt64(truncatingIfNeeded: position)
            return
        }
        let word = position / 64 - 1
        while high.count <= word { high.append(0) }
        high[word] |= 1 << UInt64(truncatingIfNeeded: position & 63)
    }

    func contains(_ position: Int) -> Bool {
        if position < 64 { return low & (1 << UInt64(truncatingIfNeeded: position)) != 0 }
        let word = position / 64 - 1
        return word < high.count && high[word] & (1 << UInt64(truncatingIfNeeded: position & 63)) != 0
    }
}
