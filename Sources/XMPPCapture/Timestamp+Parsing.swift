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

    /// How many days a month has, which must be from 1 to 12.
    static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of a day of the proleptic Gregorian calendar, counted from 1970-01-01; years outside 0 ... 9999 are
    /// clamped.
    ///
    /// Years start on 1 March here, so that the leap day is last.
    static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shiftedYear = min(max(year, 0), 9999) - (month <= 2 ? 1 : 0)
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
