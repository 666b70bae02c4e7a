/// The most events within any window of whole seconds.
public struct SlidingPeak: Sendable, Hashable {
    /// The length of the window in seconds.
    public let width: Int
    /// The most events that one window had.
    public private(set) var peak = 0
    /// The second, since 1970, with which that window ends.
    public private(set) var peakSecond: Int64?

    private var counts: [Int]
    private var current: Int64?
    private var sum = 0

    init(width: Int) {
        self.width = max(width, 1)
        counts = Array(repeating: 0, count: self.width)
    }

    /// Counts an event; one from before the last second, as captures have some, counts as of that.
    mutating func add(at time: Timestamp?) {
        guard let time else { return }
        let second = max(time.seconds, current ?? time.seconds)
        advance(to: second)
        counts[slot(second)] += 1
        sum += 1
        if sum > peak {
            peak = sum
            peakSecond = second
        }
    }

    private mutating func advance(to second: Int64) {
        defer { current = second }
        guard let current, second > current else { return }
        let (distance, isOver) = second.subtractingReportingOverflow(current)
        for step in 1...(isOver ? Int64(width) : min(distance, Int64(width))) {
            let index = slot(second &- (step - 1))
            sum -= counts[index]
            counts[index] = 0
        }
    }

    private func slot(_ second: Int64) -> Int {
        let rest = Int(second % Int64(width))
        return rest < 0 ? rest + width : rest
    }
}
