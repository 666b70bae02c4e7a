import XMPPPrimitives

/// Reads the dates and times that programs write at the head of their log lines.
///
/// ISO 8601 and its relatives (`2026-11-30 04:51:47,846`, `2026/11/30T04:51:47.846Z`), C's `asctime`
/// (`Mon Nov 30 04:51:53 2026`), syslog's (`Nov 30 04:51:47`) and Android's (`11-30 04:51:47.846`) without a year, and
/// the bare time of day.
struct TimestampScanner {
    private let bytes: [UInt8]
    private let end: Int
    private var position = 0

    /// Looks at the bytes before `end` only.
    init(_ bytes: [UInt8], upTo end: Int) {
        self.bytes = bytes
        self.end = min(max(end, 0), bytes.count)
    }

    /// Whether a date or time is the first thing in the text, apart from an opening bracket.
    var startsWithTime: Bool { leadingTimeEnd != nil }

    /// Where the date or time ends with which the text starts.
    var leadingTimeEnd: Int? {
        var scanner = self
        if scanner.peek == UInt8(ascii: "[") || scanner.peek == UInt8(ascii: "(") { scanner.position = 1 }
        return scanner.time() == nil ? nil : scanner.position
    }

    /// The first date and time in the text.
    ///
    /// - Parameter latest: what no time is later than; it tells the year of dates written without one.
    /// - Returns: nil if there is none, or only a time of day.
    func firstTimestamp(notAfter latest: Timestamp?) -> Timestamp? {
        var scanner = self
        for start in 0..<end where start == 0 || !(bytes[start - 1].isLetter || bytes[start - 1].isDigit) {
            scanner.position = start
            if let time = scanner.time(), let timestamp = time.timestamp(notAfter: latest) { return timestamp }
        }
        return nil
    }

    // MARK: The formats

    private mutating func time() -> WrittenTime? {
        guard let first = peek, first.isDigit || first.isLetter else { return nil }
        let start = position
        if first.isLetter { return Self.named(&self) }
        for format in Self.numericFormats {
            position = start
            if let time = format(&self) { return time }
        }
        return nil
    }

    private static let numericFormats: [@Sendable (inout TimestampScanner) -> WrittenTime?] = [
        { numbered(&$0) }, { numberedWithoutYear(&$0) }, { $0.clock() },
    ]

    /// `[Mon ]Nov 30 04:51:53[ 2026]`.
    private static func named(_ scanner: inout TimestampScanner) -> WrittenTime? {
        let start = scanner.position
        if scanner.name(in: weekdays) == nil {
            scanner.position = start
        } else {
            guard scanner.spaces() else { return nil }
        }
        guard let month = scanner.name(in: months), scanner.spaces(), let day = scanner.number(digits: 1...2),
            scanner.spaces(), var time = scanner.clock()
        else { return nil }
        (time.month, time.day) = (Int64(month), day)
        let afterClock = scanner.position
        if scanner.spaces(), let year = scanner.number(digits: 4...4) {
            time.year = year
        } else {
            scanner.position = afterClock
        }
        return time
    }

    private static let weekdays: [StaticString] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let halves: [StaticString] = ["AM", "PM"]
    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `2026-11-30 04:51:47,846+01:00`, or with the name of a zone instead, which stays before the position.
    private static func numbered(_ scanner: inout TimestampScanner) -> WrittenTime? {
        guard let year = scanner.number(digits: 4...4), let separator = scanner.peek,
            [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")].contains(separator), scanner.skip(separator),
            let month = scanner.number(digits: 2...2), scanner.skip(separator),
            let day = scanner.number(digits: 2...2),
            scanner.skip(UInt8(ascii: "T")) || scanner.spaces(), var time = scanner.clock()
        else { return nil }
        (time.year, time.month, time.day) = (year, month, day)
        time.offset = scanner.zone() ?? scanner.zoneName.flatMap(TimeZoneName.offset)
        return time
    }

    /// `11-30 04:51:47.846`.
    private static func numberedWithoutYear(_ scanner: inout TimestampScanner) -> WrittenTime? {
        guard let month = scanner.number(digits: 2...2), scanner.skip(UInt8(ascii: "-")),
            let day = scanner.number(digits: 2...2), scanner.spaces(), var time = scanner.clock()
        else { return nil }
        (time.month, time.day) = (month, day)
        return time
    }

    // MARK: Their parts

    /// `04:51:47[.846][ PM]`.
    private mutating func clock() -> WrittenTime? {
        guard var hour = number(digits: 1...2), skip(UInt8(ascii: ":")), let minute = number(digits: 2...2),
            skip(UInt8(ascii: ":")), let second = number(digits: 2...2), hour < 24, minute < 60, second <= 60
        else { return nil }
        let fraction = fraction()
        let afterFraction = position
        if spaces(), let half = name(in: Self.halves) {
            hour = hour % 12 + (half == 2 ? 12 : 0)
        } else {
            position = afterFraction
        }
        return WrittenTime(
            second: hour * 3600 + minute * 60 + second,
            nanoseconds: fraction.nanoseconds,
            digits: fraction.digits
        )
    }

    private mutating func fraction() -> (nanoseconds: UInt32, digits: UInt8) {
        let start = position
        guard skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) else { return (0, 0) }
        var (value, digits, unit): (UInt32, UInt8, UInt32) = (0, 0, 100_000_000)
        while let byte = peek, byte.isDigit {
            position += 1
            guard digits < 9 else { continue }
            value += UInt32(byte - 0x30) * unit
            unit /= 10
            digits += 1
        }
        if digits == 0 { position = start }
        return (value, digits)
    }

    /// `Z`, `+01:00`, `+0100`: seconds east of UTC.
    private mutating func zone() -> Int64? {
        let start = position
        if skip(UInt8(ascii: "Z")) { return 0 }
        _ = spaces()
        let isWest = peek == UInt8(ascii: "-")
        guard skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-")) else {
            position = start
            return nil
        }
        let digits = position
        if let both = number(digits: 4...4) { return (both / 100 * 3600 + both % 100 * 60) * (isWest ? -1 : 1) }
        position = digits
        if let hours = number(digits: 2...2) {
            let minutes = skip(UInt8(ascii: ":")) ? number(digits: 2...2) ?? 0 : 0
            return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
        }
        position = start
        return nil
    }

    /// The capital letters that come next, as a word of its own behind a space.
    private var zoneName: ArraySlice<UInt8>? {
        var scanner = self
        guard scanner.spaces() else { return nil }
        let name = bytes[scanner.position..<end].prefix { $0.isLetter && $0.lowercased != $0 }
        let next = name.endIndex < end ? bytes[name.endIndex] : UInt8(ascii: " ")
        return " ],)\r".utf8.contains(next) ? name : nil
    }

    private var peek: UInt8? { position < end ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func spaces() -> Bool {
        let start = position
        while peek == UInt8(ascii: " ") { position += 1 }
        return position > start
    }

    /// A number of so many digits and no more.
    private mutating func number(digits: ClosedRange<Int>) -> Int64? {
        let start = position
        var value: Int64 = 0
        while let byte = peek, byte.isDigit, position - start < digits.upperBound {
            value = value * 10 + Int64(byte - 0x30)
            position += 1
        }
        if position - start >= digits.lowerBound, peek?.isDigit != true { return value }
        return nil
    }

    /// One of the names, counted from 1.
    private mutating func name(in names: [StaticString]) -> Int? {
        for index in names.indices where bytes.has(names[index], at: position) {
            position += names[index].utf8CodeUnitCount
            return index + 1
        }
        return nil
    }
}

/// A date and time as written, with what was left out absent.
private struct WrittenTime {
    var year: Int64?
    var month: Int64?
    var day: Int64?
    /// Since midnight.
    var second: Int64
    var nanoseconds: UInt32
    var digits: UInt8
    /// Seconds east of UTC.
    var offset: Int64?

    init(second: Int64, nanoseconds: UInt32, digits: UInt8) {
        self.second = second
        self.nanoseconds = nanoseconds
        self.digits = digits
    }

    /// A date without a year is the last one of its kind that is not later than `latest`, but for a day's difference that
    /// clocks and time zones may make.
    func timestamp(notAfter latest: Timestamp?) -> Timestamp? {
        if let year { return timestamp(inYear: Int(year)) }
        guard let latest else { return nil }
        let thisYear = Timestamp.year(of: latest)
        let limit = latest.seconds.addingReportingOverflow(86_400)
        // The 29th of February may be eight years ago.
        for year in (thisYear - 8...thisYear).reversed() {
            if let time = timestamp(inYear: year), limit.overflow || time.seconds <= limit.partialValue {
                return time
            }
        }
        return nil
    }

    private func timestamp(inYear year: Int) -> Timestamp? {
        guard let month, let day, let date = CivilDate(year: year, month: Int(month), day: Int(day)) else { return nil }
        let seconds = Int64(date.daysSinceEpoch) * 86_400 + second - (offset ?? 0)
        return Timestamp(seconds: seconds, nanoseconds: nanoseconds, digits: digits)
    }
}
