/// Durations, of which percentiles can be told in bounded memory.
///
/// Durations are kept to 7 binary digits: a percentile is off by 0.4 % at most, the smallest and the largest not at all.
public struct DurationHistogram: Sendable, Hashable {
    private static let precision = 7

    private var buckets: [Int: Int] = [:]
    /// How many durations there are.
    public private(set) var count = 0
    /// The shortest, in nanoseconds; nil if there is none.
    public private(set) var shortest: Int64?
    /// The longest, in nanoseconds; nil if there is none.
    public private(set) var longest: Int64?

    /// Creates an empty histogram.
    public init() {}

    /// Adds a duration in nanoseconds; one below zero, which clocks that were set produce, counts as zero.
    public mutating func add(_ nanoseconds: Int64) {
        let value = max(nanoseconds, 0)
        buckets[Self.bucket(of: value), default: 0] += 1
        count += 1
        shortest = min(shortest ?? value, value)
        longest = max(longest ?? value, value)
    }

    /// The duration, in nanoseconds, that `percent` of all (0 ... 100) do not exceed, by nearest rank; nil if there
    /// is none.
    public func percentile(_ percent: Double) -> Int64? {
        guard let shortest, let longest else { return nil }
        let share = (min(max(percent, 0), 100) / 100 * Double(count)).rounded(.up)
        let rank = min(max(Int(share), 1), count)
        guard rank < count else { return longest }
        var seen = 0
        for (bucket, number) in buckets.sorted(by: { $0.key < $1.key }) {
            seen += number
            if seen >= rank { return min(max(Self.middle(of: bucket), shortest), longest) }
        }
        return longest
    }

    /// Values below 2^precision have buckets of their own; above, each octave has 2^precision of them.
    private static func bucket(of value: Int64) -> Int {
        let exponent = max(63 - value.leadingZeroBitCount, precision)
        let shift = exponent - precision
        return shift << precision + Int(value >> Int64(shift))
    }

    private static func middle(of bucket: Int) -> Int64 {
        let size = 1 << precision
        guard bucket >= 2 * size else { return Int64(bucket) }
        let shift = bucket >> precision - 1
        let mantissa = Int64(bucket - shift << precision)
        return mantissa << Int64(shift) + (1 << Int64(shift)) / 2
    }
}
