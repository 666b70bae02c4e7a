import XMPPPrimitives

/// A moment, as XEP-0082 §3.2 writes it: `2002-09-10T23:08:25.5Z`.
///
/// The same moment with another offset from UTC is another value: what was read is written again.
public struct DateTime: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public var secondsSinceEpoch: Int64
    /// 0 ..< 1,000,000,000.
    public var nanoseconds: Int32
    /// Minutes that the time is written ahead of UTC; nil for `Z`.
    public var offset: Int16?

    /// Creates a moment in UTC, or as a local time that is `offset` minutes ahead of it.
    public init(secondsSinceEpoch: Int64, nanoseconds: Int32 = 0, offset: Int16? = nil) {
        self.secondsSinceEpoch = secondsSinceEpoch
        self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
        self.offset = offset
    }

    /// The earliest and the latest second that can be written: the years 0000 to 9999.
    static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
}

extension DateTime: Comparable {
    /// Orders by the moment, whatever the offsets.
    public static func < (a: DateTime, b: DateTime) -> Bool {
        (a.secondsSinceEpoch, a.nanoseconds, a.offset ?? 0) < (b.secondsSinceEpoch, b.nanoseconds, b.offset ?? 0)
    }
}

// MARK: - Text

extension DateTime: XMLValue {
    public init?(xmlText: String) {
        var text = xmlText
        guard let value = text.withUTF8({ Self.read($0, dateSeparator: "-") }) else { return nil }
        self = value
    }

    public init?(xmlUTF8: Span<UInt8>) {
        guard let value = xmlUTF8.withUnsafeBufferPointer({ Self.read($0, dateSeparator: "-") }) else { return nil }
        self = value
    }

    /// Reads the format of XEP-0091, `20020910T23:08:25`, which is always UTC.
    public init?(legacy text: String) {
        var text = text
        guard let value = text.withUTF8({ Self.read($0, dateSeparator: nil) }) else { return nil }
        self = value
    }

    /// Reads a date and a time, with a fraction and an offset if the date has separators.
    private static func read(_ text: UnsafeBufferPointer<UInt8>, dateSeparator: Unicode.Scalar?) -> DateTime? {
        // White space around a time does not count (XML Schema Part 2 §4.3.6).
        let end = text.lastIndex { !$0.isXMLSpace }.map { $0 + 1 } ?? 0
        var scanner = DigitScanner(UnsafeBufferPointer(rebasing: text[..<end].drop(while: \.isXMLSpace)))
        let separator = dateSeparator.map { UInt8(ascii: $0) }
        guard let year = scanner.digits(4), scanner.skip(separator), let month = scanner.digits(2),
            scanner.skip(separator), let day = scanner.digits(2), scanner.skip(UInt8(ascii: "T")),
            let seconds = scanner.time(),
            let days = CivilDate(year: year, month: month, day: day)?.daysSinceEpoch
        else { return nil }
        let local = Int64(days) * 86_400 + Int64(seconds)
        guard separator != nil else { return scanner.isAtEnd ? DateTime(secondsSinceEpoch: local) : nil }
        guard let nanoseconds = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        return DateTime(
            secondsSinceEpoch: local - Int64(offset ?? 0) * 60, nanoseconds: nanoseconds, offset: offset)
    }

    public var xmlText: String { text(dateSeparator: "-") + fractionText + offsetText }

    /// The format of XEP-0091, in UTC and without fractions of a second.
    public var legacyText: String {
        DateTime(secondsSinceEpoch: secondsSinceEpoch).text(dateSeparator: "")
    }

    public static var xmlDescription: String { "a date and time, such as 2002-09-10T23:08:25Z (XEP-0082)" }

    private func text(dateSeparator: String) -> String {
        let bounded = min(max(secondsSinceEpoch, Self.range.lowerBound), Self.range.upperBound)
        let local = bounded + Int64(offset ?? 0) * 60
        let (days, seconds) = local.quotientAndRemainder(flooring: 86_400)
        let date = CivilDate(daysSinceEpoch: Int(days))
        let day = [date.year.padded(4), date.month.padded(2), date.day.padded(2)].joined(separator: dateSeparator)
        let time = [Int(seconds) / 3600, Int(seconds) / 60 % 60, Int(seconds) % 60].map { $0.padded(2) }
        return day + "T" + time.joined(separator: ":")
    }

    private var fractionText: String {
        guard nanoseconds > 0 else { return "" }
        var digits = Int(nanoseconds).padded(9)
        while digits.hasSuffix("0") { digits.removeLast() }
        return "." + digits
    }

    private var offsetText: String { offset.map { TimeZoneOffset(minutes: Int($0)).text } ?? "Z" }
}

/// An offset from UTC, as XEP-0082 §3.4 writes it: `-06:00` or `Z`.
public struct TimeZoneOffset: XMLValue {
    /// Minutes ahead of UTC.
    public var minutes: Int

    /// Creates an offset from the minutes that local time is ahead of UTC.
    public init(minutes: Int) { self.minutes = minutes }

    public init?(xmlText: String) {
        var text = xmlText
        let offset = text.withUTF8 { text -> Int16?? in
            var scanner = DigitScanner(text)
            let offset = scanner.offset()
            return scanner.isAtEnd ? offset : nil
        }
        guard let offset else { return nil }
        minutes = Int(offset ?? 0)
    }

    public var xmlText: String { minutes == 0 ? "Z" : text }
    public static var xmlDescription: String { "an offset from UTC, such as -06:00 (XEP-0082)" }

    var text: String {
        let size = minutes.magnitude
        return (minutes < 0 ? "-" : "+") + Int(size / 60).padded(2) + ":" + Int(size % 60).padded(2)
    }
}

extension Int {
    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

// MARK: - Scanning

/// Reads numbers of fixed width from ASCII text, which outlives it.
private struct DigitScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    var isAtEnd: Bool { position == text.count }

    private var next: UInt8? { position < text.count ? text[position] : nil }

    /// The next character's value, if it is a digit.
    private var digit: Int? {
        guard let byte = next, byte &- UInt8(ascii: "0") < 10 else { return nil }
        return Int(byte &- UInt8(ascii: "0"))
    }

    /// Skips a character if it comes next; nil is always there.
    mutating func skip(_ byte: UInt8?) -> Bool {
        guard let byte else { return true }
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit else { return nil }
            value = value * 10 + digit
            position += 1
        }
        return value
    }

    /// `hh:mm:ss` as seconds; 24:00:00 and the leap second 23:59:60 are the next day's first.
    mutating func time() -> Int? {
        let colon = UInt8(ascii: ":")
        guard let hours = digits(2), skip(colon), let minutes = digits(2), skip(colon), let seconds = digits(2),
            minutes < 60, hours < 24 && seconds <= 60 || hours == 24 && minutes == 0 && seconds == 0
        else { return nil }
        return hours * 3600 + minutes * 60 + seconds
    }

    /// The fraction of a second in nanoseconds, further digits dropped; nil for a point without digits.
    mutating func fraction() -> Int32? {
        guard skip(UInt8(ascii: ".")) else { return 0 }
        var (value, count): (Int32, Int) = (0, 0)
        while let digit {
            if count < 9 { value = value * 10 + Int32(digit) }
            count += 1
            position += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 9)..<9 { value *= 10 }
        return value
    }

    /// The offset from UTC in minutes, nil within for `Z`, nil outside for anything else.
    mutating func offset() -> Int16?? {
        if skip(UInt8(ascii: "Z")) { return .some(nil) }
        let isNegative = next == UInt8(ascii: "-")
        guard skip(UInt8(ascii: "-")) || skip(UInt8(ascii: "+")), let hours = digits(2), skip(UInt8(ascii: ":")),
            let minutes = digits(2), hours <= 24, minutes < 60
        else { return nil }
        return .some(Int16((isNegative ? -1 : 1) * (hours * 60 + minutes)))
    }
}
