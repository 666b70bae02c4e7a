/// The elements that wait for their end, in all streams of one input together, and what they cost.
///
/// A stream between two elements costs little, however many there are; within one it has a parser of its own, and all
/// that has come of the element. So their number is bounded: those that have waited longest are given up.
final class OpenElements {
    private struct Entry {
        let side: XMPPSide
        let cost: Int
        let lastChange: Int
    }

    /// What an open element takes at least, its parser included, in bytes.
    private static let overhead = 64 << 10
    /// What a byte of one takes: little in text, many in a long list of small elements.
    private static let bytesPerByte = 4

    private let limit: Int
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var cost = 0
    private var clock = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Notes that so many bytes of an open element have come, or with 0 that none is open, on a side of a stream.
    func note(_ byteCount: Int, on side: XMPPSide) {
        let key = ObjectIdentifier(side)
        guard byteCount > 0 else {
            if let old = entries.removeValue(forKey: key) { cost -= old.cost }
            return
        }
        clock += 1
        let entry = Entry(
            side: side, cost: Self.overhead + byteCount * Self.bytesPerByte, lastChange: clock)
        cost += entry.cost - (entries.updateValue(entry, forKey: key)?.cost ?? 0)
        if cost > limit { giveUpOldest() }
    }

    /// Gives up elements until a quarter of what is allowed is free, so that sorting them costs little for each.
    private func giveUpOldest() {
        for (key, entry) in entries.sorted(by: { $0.value.lastChange < $1.value.lastChange }) {
            guard cost > limit / 4 * 3, entries.count > 1 else { return }
            entries[key] = nil
            cost -= entry.cost
            entry.side.giveUpOpenElement()
        }
    }
}
