/// Decimal fractions, written without floating point.
enum Decimal {
    /// Nanoseconds as seconds, without zeros at the end: `0.0125`.
    static func seconds(_ nanoseconds: Int64) -> String {
        let size = nanoseconds.magnitude
        let sign = nanoseconds < 0 ? "-" : ""
        return sign + fraction(size / 1_000_000_000, size % 1_000_000_000, digits: 9)
    }

    /// Thousandths as a number, without zeros at the end: `3.5`.
    static func number(thousandths: Int) -> String {
        let size = thousandths.magnitude
        let sign = thousandths < 0 ? "-" : ""
        return sign + fraction(UInt64(size / 1000), UInt64(size % 1000), digits: 3)
    }

    /// Nanoseconds in the unit that suits them, to three places: `12.5 ms`.
    static func duration(_ nanoseconds: Int64) -> String {
        let size = Int(clamping: nanoseconds.magnitude)
        switch size {
        case ..<1_000: return "\(size) ns"
        case ..<1_000_000: return number(thousandths: rounded(size)) + " µs"
        case ..<1_000_000_000: return number(thousandths: rounded(size / 1_000)) + " ms"
        default: return number(thousandths: rounded(size / 1_000_000)) + " s"
        }
    }

    /// Leaves three digits of a number below 10⁶; of a larger one, the whole thousands.
    private static func rounded(_ number: Int) -> Int {
        var unit = 1
        while number / unit >= 1000, unit < 1000 { unit *= 10 }
        return (number + unit / 2) / unit * unit
    }

    private static func fraction(_ whole: UInt64, _ part: UInt64, digits: Int) -> String {
        guard part > 0 else { return String(whole) }
        var text = String(part)
        text = String(repeating: "0", count: max(0, digits - text.count)) + text
        while text.hasSuffix("0") { text.removeLast() }
        return "\(whole).\(text)"
    }
}
