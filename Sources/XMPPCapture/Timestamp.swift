import XMPPPrimitives

/// A moment in UTC, kept exactly as precise as its source wrote it.
///
/// Captures count in micro-, nano- or other fractions of a second, logs in whole seconds or milliseconds; the
/// number of digits is part of the value, so that what is printed claims no more than what was recorded.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded towards the past.
    public let seconds: Int64
    /// The part below a second, in nanoseconds: 0 ..< 1,000,000,000.
    public let nanoseconds: UInt32
    /// How many decimal digits of the fraction the source recorded: 0 ... 9.
    public let digits: UInt8

    /// Creates a moment; `nanoseconds` and `digits` beyond their bounds are clamped.
    public init(seconds: Int64, nanoseconds: UInt32 = 0, digits: UInt8) {
        self.seconds = seconds
        self.nanoseconds = min(nanoseconds, 999_999_999)
        self.digits = min(digits, 9)
    }

    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
    }
}

extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC, `2026-11-30T04:51:47.846Z`, with exactly `digits` digits of the second's fraction.
    ///
    /// Years outside 0000 ... 9999, which RFC 3339 cannot write, are clamped to its first or last second.
    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends ``description`` in UTF-8.
    package func append(to text: inout [UInt8]) {
        let (days, second) = bounded
        let date = CivilDate(daysSinceEpoch: days)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestText) { characters in
            characters.initialize(repeating: UInt8(ascii: "-"))
            characters.write(Int64(date.year), at: 0, count: 4)
            characters.write(Int64(date.month), at: 5, count: 2)
            characters.write(Int64(date.day), at: 8, count: 2)
            characters[10] = UInt8(ascii: "T")
            characters.write(second / 3600, at: 11, count: 2)
            characters[13] = UInt8(ascii: ":")
            characters.write(second / 60 % 60, at: 14, count: 2)
            characters[16] = UInt8(ascii: ":")
            characters.write(second % 60, at: 17, count: 2)
            var end = 19
            if digits > 0 {
                characters[end] = UInt8(ascii: ".")
                characters.write(Int64(nanoseconds), at: end + 1, count: 9)
                end += 1 + Int(digits)
            }
            characters[end] = UInt8(ascii: "Z")
            text.append(contentsOf: characters[...end])
        }
    }

    /// The length of a description with all nine digits of the fraction.
    private static let longestText = 30

    /// The year in UTC.
    static func year(of time: Timestamp) -> Int { CivilDate(daysSinceEpoch: time.bounded.days).year }

    /// The day and the second of the day, within the years that RFC 3339 can write.
    private var bounded: (days: Int, second: Int64) {
        let bounded = min(max(seconds, -62_167_219_200), 253_402_300_799)
        let (days, second) = bounded.quotientAndRemainder(flooring: 86_400)
        return (Int(days), second)
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Writes the last `count` decimal digits of a number that is not negative.
    fileprivate func write(_ number: Int64, at start: Int, count: Int) {
        var rest = number
        for index in (start..<start + count).reversed() {
            self[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
