/// Remembers which packet brought which bytes of one direction of a stream, for as long as that is asked.
///
/// ```swift
/// index.append(data)
/// index.packets(in: start..<end)   // the packets of an element
/// index.forget(before: end)
/// ```
public struct PacketIndex: Sendable {
    private struct Run: Sendable {
        let offset: Int64
        let end: Int64
        let packet: Int
        let time: Timestamp?
    }

    private var runs: [Run] = []
    /// How many runs at the front are forgotten and wait to be removed together.
    private var forgotten = 0

    /// Creates an index of nothing.
    public init() {}

    /// Notes where the bytes of `data`, which must follow those before, came from.
    public mutating func append(_ data: StreamData) {
        append(offset: data.offset, byteCount: data.bytes.count, packet: data.packet, time: data.time)
    }

    /// Notes that the packet brought the bytes from `offset` on.
    public mutating func append(offset: Int64, byteCount: Int, packet: Int, time: Timestamp?) {
        runs.append(Run(offset: offset, end: offset + Int64(max(byteCount, 0)), packet: packet, time: time))
    }

    /// The numbers of the packets that brought the bytes of the range, ascending and each once.
    public func packets(in range: Range<Int64>) -> [Int] {
        let numbers = runs[indices(of: range)].map(\.packet)
        let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
        return isAscending ? numbers : Set(numbers).sorted()
    }

    /// The latest time of the packets that brought the range, which is when the whole was there to read; nil if that is
    /// not known. It need not be that of the last byte, because segments can overtake each other.
    public func time(ofLastIn range: Range<Int64>) -> Timestamp? {
        runs[indices(of: range)].lazy.compactMap(\.time).max()
    }

    /// Forgets what lies entirely before `offset`.
    public mutating func forget(before offset: Int64) {
        while forgotten < runs.count, runs[forgotten].end <= offset {
            forgotten += 1
        }
        if forgotten == runs.count {
            runs.removeAll(keepingCapacity: true)
            forgotten = 0
        } else if forgotten > 32, forgotten > runs.count / 2 {
            runs.removeFirst(forgotten)
            forgotten = 0
        }
    }

    /// The runs that hold a byte of the range.
    private func indices(of range: Range<Int64>) -> Range<Int> {
        guard !range.isEmpty else { return 0..<0 }
        let first = firstIndex { $0.end > range.lowerBound }
        return first..<max(firstIndex { $0.offset >= range.upperBound }, first)
    }

    /// The first run that satisfies a condition which holds for all from some run on.
    private func firstIndex(where holds: (Run) -> Bool) -> Int {
        var (low, high) = (forgotten, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(runs[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
