extension Timestamp {
    /// Reads a date and time of RFC 3339, `2026-11-30T04:51:47.846Z` or with an offset as `+01:00`; without either it
    /// is taken to be in UTC.
    ///
    /// Nil if the text is anything else, or there is no such day or time. A second of 60 is one at the end of a month,
    /// as leap seconds are, and read as the first second of the next (RFC 3339 §5.7). Of a fraction, nine digits count.
    public init?(rfc3339 text: String) {
        guard let time = CalendarTime(text), time.isLeapSecondPossible else { return nil }
        let digits = time.fraction.prefix(9)
        let nanoseconds = (0..<9).reduce(UInt32(0)) { value, index in
            10 * value + (index < digits.count ? UInt32(digits[digits.startIndex + index] - UInt8(ascii: "0")) : 0)
        }
        self.init(seconds: time.seconds, nanoseconds: nanoseconds, digits: UInt8(digits.count))
    }
}
