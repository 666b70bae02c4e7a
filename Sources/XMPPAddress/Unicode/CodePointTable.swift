/// Searches in the generated tables, whose elements are sorted integers that hold a key above a payload.
enum CodePointTable {
    /// The payload of the run that `codePoint` is in; the elements are `first code point << bits | payload`.
    static func value(of codePoint: UInt32, inRuns runs: [UInt32], payloadBits bits: UInt32) -> UInt32 {
        let end = upperBound(of: codePoint << bits | (1 << bits - 1), in: runs)
        return end > 0 ? runs[end - 1] & (1 << bits - 1) : 0
    }

    /// How many elements are not greater than `key`.
    static func upperBound<Key: FixedWidthInteger>(of key: Key, in sorted: [Key]) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] <= key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
