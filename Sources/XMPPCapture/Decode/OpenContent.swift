/// What keeps bytes until the rest of something comes.
protocol BytesKeeper: AnyObject {
    /// Gives up what it keeps, and says so.
    func giveUp()
}

/// All that waits or is open above TCP, in all connections of one input together, and what it costs: elements, messages
/// and bodies that wait for their end, handshakes and records of TLS, windows of zlib, first bytes.
///
/// A stream between two elements costs little, however many there are; within one it has a parser of its own, and all
/// that has come of the element, as a WebSocket message or the body of an HTTP message has. So their sum is bounded,
/// together with what the layers beneath keep: those that have waited longest are given up.
final class OpenContent {
    private struct Entry {
        /// It is to be forgotten before it goes.
        unowned let keeper: any BytesKeeper
        let cost: Int
        let lastChange: Int
    }

    private let limit: Int
    private let total: Int
    /// How many bytes the layers up to TCP keep, for which there is less room here.
    var bytesBeneath = 0 {
        didSet { if cost > allowance { giveUpOldest() } }
    }
    private var entries: [ObjectIdentifier: Entry] = [:]
    private(set) var cost = 0
    private var clock = 0

    /// - Parameter total: how much the layers beneath may take together with what is counted here.
    init(limit: Int, total: Int) {
        self.limit = limit
        self.total = total
    }

    private var allowance: Int { min(limit, room) }

    /// What the layers beneath leave of the total.
    private var room: Int { max(total - bytesBeneath, 0) }

    /// Notes how much memory something takes that is not complete, in bytes; more may be given up for it.
    func note(_ bytes: Int, of keeper: any BytesKeeper) {
        clock += 1
        let entry = Entry(keeper: keeper, cost: bytes, lastChange: clock)
        cost += entry.cost - (entries.updateValue(entry, forKey: ObjectIdentifier(keeper))?.cost ?? 0)
        if cost > allowance { giveUpOldest() }
    }

    /// Notes that nothing is kept any more.
    func forget(_ keeper: any BytesKeeper) { remove(ObjectIdentifier(keeper)) }

    private func remove(_ key: ObjectIdentifier) {
        if let entry = entries.removeValue(forKey: key) { cost -= entry.cost }
    }

    /// Gives up so many that a quarter of what is allowed is free, so that sorting them costs little for each.
    ///
    /// The last one may be as large as it is, as long as all together is within the total.
    private func giveUpOldest() {
        for key in entries.keys.sorted(by: { age(of: $0) < age(of: $1) }) {
            guard cost > allowance / 4 * 3, entries.count > 1 || cost > room else { return }
            guard let keeper = entries[key]?.keeper else { continue }
            remove(key)
            keeper.giveUp()
        }
    }

    private func age(of key: ObjectIdentifier) -> Int { entries[key]?.lastChange ?? 0 }
}
