/// The bytes delivered last, of all streams together, to compare retransmissions with.
///
/// A ring of fixed size: what is older than its capacity is forgotten, and a retransmission of it passes unchecked.
struct RecentBytes: Sendable {
    private struct Run: Sendable {
        let stream: Int
        let direction: Direction
        let offset: Int64
        let count: Int
        /// How many bytes had been recorded before.
        let position: Int
    }

    /// How many runs are looked through for a retransmission.
    private static let maximumRuns = 1024

    private let capacity: Int
    private var bytes: [UInt8] = []
    private var runs: [Run] = []
    private var nextRun = 0
    /// How many bytes were ever recorded.
    private var recorded = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 0)
    }

    /// Remembers delivered bytes.
    mutating func record(_ new: ArraySlice<UInt8>, stream: Int, direction: Direction, offset: Int64) {
        guard new.count <= capacity, !new.isEmpty else { return }
        if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: capacity) }
        let start = recorded % capacity
        let untilWrap = min(new.count, capacity - start)
        copy(new.prefix(untilWrap), to: start)
        copy(new.dropFirst(untilWrap), to: 0)
        let run = Run(stream: stream, direction: direction, offset: offset, count: new.count, position: recorded)
        if runs.count < Self.maximumRuns { runs.append(run) } else { runs[nextRun] = run }
        nextRun = (nextRun + 1) % Self.maximumRuns
        recorded += new.count
    }

    /// Whether `old`, which begins at `offset` of its direction, contradicts what is remembered of the same place.
    func contradicts(_ old: ArraySlice<UInt8>, stream: Int, direction: Direction, offset: Int64) -> Bool {
        let end = offset + Int64(old.count)
        for run in runs where run.stream == stream && run.direction == direction {
            let low = max(run.offset, offset)
            let high = min(run.offset + Int64(run.count), end)
            guard low < high, run.position >= recorded - capacity else { continue }
            let place = run.position + Int(low - run.offset)
            let part = old.part(from: Int(low - offset), length: Int(high - low))
            let start = place % capacity
            let beforeWrap = part.prefix(capacity - start)
            let behindWrap = part.dropFirst(beforeWrap.count)
            guard bytes[start..<start + beforeWrap.count] == beforeWrap, bytes[..<behindWrap.count] == behindWrap
            else { return true }
        }
        return false
    }

    private mutating func copy(_ new: ArraySlice<UInt8>, to start: Int) {
        bytes.withUnsafeMutableBytes { ring in
            UnsafeMutableRawBufferPointer(rebasing: ring[start..<start + new.count]).copyBytes(from: new)
        }
    }
}
