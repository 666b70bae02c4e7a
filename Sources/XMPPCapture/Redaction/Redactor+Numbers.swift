/// Pseudonyms of numbers and days, which are values of the same types.
extension Redactor {
    /// A number of as many digits, within the limits of the smallest type that has the value.
    mutating func digits(_ value: String) -> String {
        let count = value.utf8.count
        guard count == 1 || !value.hasPrefix("0"), let number = UInt64(value),
            let limit = Self.limits.first(where: { number <= $0 })
        else { return manyDigits(value) }
        let least = number == 0 ? 0 : (1..<count).reduce(UInt64(1)) { power, _ in power * 10 }
        let (most, isBeyond) = least.multipliedReportingOverflow(by: 10)
        let hasLimit = isBeyond || least == 0
        return String(pseudonyms.number(for: value, in: least...(hasLimit ? limit : min(limit, most - 1))))
    }

    /// The limits of XML Schema's integers, and of a digit.
    private static let limits: [UInt64] = [
        9, 127, 255, 32_767, 65_535, UInt64(Int32.max), UInt64(UInt32.max), UInt64(Int64.max), .max,
    ]

    /// Digits, of which the first is not 0.
    private mutating func manyDigits(_ value: String) -> String {
        let bytes = pseudonyms.stream(for: value, count: value.utf8.count)
        return String(decoding: bytes.enumerated().map { 0x30 + ($0 == 0 ? 1 + $1 % 9 : $1 % 10) }, as: UTF8.self)
    }

    /// A number with the same sign that is not farther from 0, and with as many digits behind the point.
    mutating func decimal(_ value: String) -> String {
        let sign = String(value.prefix { $0 == "-" || $0 == "+" })
        let parts = value.dropFirst(sign.utf8.count).split(separator: ".", maxSplits: 1).map(String.init)
        guard let whole = parts.first else { return pseudonyms.word(value) }
        let bound = UInt64(whole) ?? .max
        guard let fraction = parts.dropFirst().first else {
            return sign + String(pseudonyms.number(for: value, in: min(bound, 1)...bound))
        }
        // Of less than 1, nothing is known to be nearer to 0 but that.
        if bound == 0 { return sign + "0." + String(repeating: "0", count: fraction.utf8.count) }
        let number = pseudonyms.number(for: value, in: 0...(bound - 1))
        return sign + "\(number)." + manyDigits(fraction)
    }

    /// Another day, if there is such a day; else what is none.
    mutating func date(_ value: String) -> String {
        guard CalendarTime(value + "T00:00:00Z") != nil else { return pseudonyms.word(value) }
        let bytes = pseudonyms.stream(for: value, count: 3).map(Int.init)
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(1900 + bytes[0] % 120)-\(padded(1 + bytes[1] % 12))-\(padded(1 + bytes[2] % 28))"
    }

    /// Another day at midnight, in the same form.
    mutating func dateTime(_ value: String) -> String {
        guard value.utf8.count > 17 else {
            let day = value.prefix(4) + "-" + value.dropFirst(4).prefix(2) + "-" + value.dropFirst(6).prefix(2)
            return date(String(day)).filter { $0 != "-" } + "T00:00:00"
        }
        guard CalendarTime(value) != nil else { return pseudonyms.word(value) }
        return date(String(value.prefix(10))) + "T00:00:00" + (value.utf8.count > 19 ? "Z" : "")
    }
}
