/// Findings that follow from something that was not there, until it is certain that the recording has not missed it.
///
/// Bytes that a recording lacks are noticed only when what waits behind them is given up; the other side's records come
/// before that. So what one side is found to do without the other is certain when the other side goes on without a gap,
/// or at the end; it is dropped if there is one.
struct PresumedFindings: Sendable {
    /// A finding, and what it presumes.
    struct Entry: Sendable {
        let finding: Finding
        /// The sides of which everything has to be there.
        let sides: [Direction]
        /// The layers that its record came through: in these the sides have to have been heard at all.
        let layers: [TrafficRecord.Layer]
    }

    /// How many findings may wait.
    private static let limit = 256

    private var entries: [Entry] = []
    /// How many were given up because too many waited.
    private var dropped = 0

    mutating func add(_ new: [Entry]) {
        let kept = new.prefix(max(Self.limit - entries.count, 0))
        entries += kept
        dropped += new.count - kept.count
    }

    mutating func add(_ other: PresumedFindings) {
        add(other.entries)
        dropped += other.dropped
    }

    /// Takes the findings that are certain once another record of a side has come.
    mutating func take(after side: Direction) -> [Finding] {
        guard entries.contains(where: { $0.sides == [side] }) else { return [] }
        defer { entries.removeAll { $0.sides == [side] } }
        return entries.filter { $0.sides == [side] }.map(\.finding)
    }

    /// Drops the findings that presume what turned out to be missing.
    ///
    /// - Parameter side: where it is missing; nil if that may be on both sides.
    mutating func drop(_ side: Direction?) {
        guard let side else { return entries.removeAll() }
        entries.removeAll { $0.sides.contains(side) }
    }

    /// The findings that are left when nothing more comes.
    func remaining(_ facts: StreamFacts) -> [Finding] {
        let certain = entries.filter { entry in entry.sides.allSatisfy { facts.hasHeard($0, through: entry.layers) } }
        guard dropped > 0 else { return certain.map(\.finding) }
        let message =
            "\(dropped) findings were given up, because more than \(Self.limit) waited for the other side at a time."
        return certain.map(\.finding) + [Finding(rule: "limit", severity: .info, message: message, place: nil)]
    }
}
