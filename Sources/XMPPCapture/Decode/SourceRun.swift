/// Bytes of one direction of a connection, with where they came from.
struct SourceRun: Sendable {
    var direction: Direction
    var bytes: ArraySlice<UInt8>
    var origin: Origin

    /// The same with bytes of its own, for who keeps it: a part of a packet keeps alive all that was read with it.
    var detached: SourceRun { SourceRun(direction: direction, bytes: Array(bytes)[...], origin: origin) }

    /// These bytes, and those of `next` behind them.
    func joined(with next: SourceRun) -> SourceRun {
        var origin = origin
        origin.formUnion(next.origin)
        return SourceRun(direction: direction, bytes: (bytes + next.bytes)[...], origin: origin)
    }

    /// The packets that brought bytes, and the latest time at which one of them was captured.
    struct Origin: Sendable, Hashable {
        /// Ascending; empty when there are none, as for logs.
        var packets: PacketList
        var time: Timestamp?
    }
}

/// A few packet numbers, ascending and each once, without an allocation for the usual one.
struct PacketList: Sendable, Hashable {
    private var first: Int?
    private var others: [Int] = []

    init() {}

    init(_ packet: Int) { first = packet }

    var numbers: [Int] {
        guard let first else { return [] }
        return others.isEmpty ? [first] : [first] + others
    }

    var last: Int? { others.last ?? first }

    mutating func formUnion(_ other: PacketList) {
        guard let packet = other.first else { return }
        insert(packet)
        for packet in other.others { insert(packet) }
    }

    private mutating func insert(_ packet: Int) {
        guard let last else {
            first = packet
            return
        }
        if packet > last {
            others.append(packet)
        } else if packet != last {
            let all = Set(numbers + [packet]).sorted()
            first = all.first
            others = Array(all.dropFirst())
        }
    }
}

/// Where the bytes of one direction came from, for as long as an element may still contain them.
struct SourceMap: Sendable {
    private var runs: [(end: Int, origin: SourceRun.Origin)] = []
    private var forgotten = 0
    private(set) var end = 0

    mutating func append(byteCount: Int, _ origin: SourceRun.Origin) {
        end += byteCount
        runs.append((end, origin))
    }

    /// How many runs are remembered.
    var runCount: Int { runs.count - forgotten }

    /// Counts bytes that are not there.
    mutating func skip(byteCount: Int) { end += byteCount }

    /// The packets of a range, and the latest of their times: the last byte need not be the one that came last.
    func origin(of range: Range<Int>) -> SourceRun.Origin {
        var result = SourceRun.Origin(packets: PacketList(), time: nil)
        var index = firstIndex(endingAfter: range.lowerBound)
        while index < runs.count {
            result.formUnion(runs[index].origin)
            if runs[index].end >= range.upperBound { break }
            index += 1
        }
        return result
    }

    /// Where the first byte that is not forgotten came from.
    var firstOrigin: SourceRun.Origin {
        forgotten < runs.count ? runs[forgotten].origin : SourceRun.Origin(packets: PacketList(), time: nil)
    }

    /// The runs behind `offset`, as lengths with their origins.
    func runs(from offset: Int) -> [(byteCount: Int, origin: SourceRun.Origin)] {
        var start = offset
        return runs[firstIndex(endingAfter: offset)...].map { run in
            defer { start = run.end }
            return (run.end - start, run.origin)
        }
    }

    /// Forgets what lies entirely before `offset`.
    mutating func forget(before offset: Int) {
        while forgotten < runs.count, runs[forgotten].end <= offset { forgotten += 1 }
        if forgotten == runs.count {
            // One by one, because there is seldom more than one, and to remove all takes longer.
            while !runs.isEmpty { runs.removeLast() }
            forgotten = 0
        } else if forgotten > 64, forgotten > runs.count / 2 {
            runs.removeFirst(forgotten)
            forgotten = 0
        }
    }

    private func firstIndex(endingAfter offset: Int) -> Int {
        var (low, high) = (forgotten, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].end > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
