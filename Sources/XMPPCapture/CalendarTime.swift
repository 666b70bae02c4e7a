import XMPPPrimitives

/// A date and time of RFC 3339 §5.6, in its parts: `2026-11-30T04:51:47.846+01:00`.
struct CalendarTime {
    let date: CivilDate
    let (hour, minute, second): (Int64, Int64, Int64)
    /// The digits of the second's fraction; none if there is no fraction.
    let fraction: ArraySlice<UInt8>
    /// Seconds east of UTC; nil if the text does not say.
    let offset: Int64?
    /// Whether `T` and `Z` are written so, instead of in lower case or as a space.
    let isPlain: Bool

    /// Nil if the text is anything else, or names a day or a time of day that there is not. A second of 60 is one.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard let year = Self.take(4, &rest), Self.skip("-", &rest), let month = Self.take(2, &rest),
            Self.skip("-", &rest), let day = Self.take(2, &rest), let separator = rest.popFirst(),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(separator),
            let hour = Self.take(2, &rest), Self.skip(":", &rest), let minute = Self.take(2, &rest),
            Self.skip(":", &rest), let second = Self.take(2, &rest), let fraction = Self.fraction(&rest)
        else { return nil }
        let zone = rest
        guard let date = CivilDate(year: Int(year), month: Int(month), day: Int(day)), hour < 24, minute < 60,
            second <= 60, let offset = Self.offset(zone)
        else { return nil }
        self.date = date
        (self.hour, self.minute, self.second) = (hour, minute, second)
        self.fraction = fraction
        self.offset = zone.isEmpty ? nil : offset
        isPlain = separator == UInt8(ascii: "T") && zone.first != UInt8(ascii: "z")
    }

    /// Seconds since 1970-01-01T00:00:00Z; without an offset, the text is taken to be in UTC.
    var seconds: Int64 {
        Int64(date.daysSinceEpoch) * 86_400 + hour * 3600 + minute * 60 + second - (offset ?? 0)
    }

    /// Whether the second can be a leap one, which ends a month in UTC (RFC 3339 §5.7), if it is written as one.
    var isLeapSecondPossible: Bool {
        guard second == 60 else { return true }
        let end = Timestamp(seconds: seconds, digits: 0)
        return end.description.hasSuffix("-01T00:00:00Z")
    }

    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard skip(".", &rest) else { return [] }
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : digits
    }

    private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
        var rest = zone
        guard let sign = rest.popFirst() else { return 0 }
        if sign | 0x20 == UInt8(ascii: "z") { return rest.isEmpty ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hour = take(2, &rest), skip(":", &rest),
            let minute = take(2, &rest), rest.isEmpty, hour < 24, minute < 60
        else { return nil }
        return (hour * 3600 + minute * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { 10 * $0 + Int64($1 - UInt8(ascii: "0")) }
    }

    private static func skip(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
