/// What the ticks of a pcapng interface mean (`if_tsresol`, `if_tsoffset`).
struct TimeResolution: Sendable, Hashable {
    /// The option's octet: a negative power of 10, or of 2 if the highest bit is set.
    var exponentOctet: UInt8 = 6
    /// Seconds to add to every time.
    var offset: Int64 = 0

    private static let powersOfTen = (0..<20).map { exponent in
        (0..<exponent).reduce(UInt64(1)) { power, _ in power * 10 }
    }

    /// The moment that so many ticks since 1970 are; below a nanosecond it is cut off.
    func timestamp(ticks: UInt64) -> Timestamp {
        let exponent = Int(exponentOctet & 0x7f)
        let (seconds, nanoseconds, digits) =
            exponentOctet & 0x80 == 0 ? decimal(ticks, exponent) : binary(ticks, exponent)
        let moved = Int64(clamping: seconds).addingReportingOverflow(offset)
        return Timestamp(
            seconds: moved.overflow ? (offset < 0 ? .min : .max) : moved.partialValue,
            nanoseconds: UInt32(clamping: nanoseconds),
            digits: UInt8(clamping: min(digits, 9))
        )
    }

    private func decimal(_ ticks: UInt64, _ exponent: Int) -> (seconds: UInt64, nanoseconds: UInt64, digits: Int) {
        let powers = Self.powersOfTen
        let (seconds, fraction) =
            exponent < powers.count ? ticks.quotientAndRemainder(dividingBy: powers[exponent]) : (0, ticks)
        if exponent <= 9 { return (seconds, fraction * powers[9 - exponent], exponent) }
        return (seconds, exponent - 9 < powers.count ? fraction / powers[exponent - 9] : 0, exponent)
    }

    private func binary(_ ticks: UInt64, _ exponent: Int) -> (seconds: UInt64, nanoseconds: UInt64, digits: Int) {
        let fraction = exponent < 64 ? ticks & (1 << UInt64(exponent) - 1) : ticks
        let product = fraction.multipliedFullWidth(by: 1_000_000_000)
        // Both shifts discard everything when they reach the width of the type.
        let nanoseconds =
            exponent < 64
            ? product.high << UInt64(64 - exponent) | product.low >> UInt64(exponent)
            : product.high >> UInt64(exponent - 64)
        // n binary digits are worth n · log10(2) decimal ones; rounded up, so that no two ticks look the same.
        return (ticks >> UInt64(exponent), nanoseconds, (exponent * 30_103 + 99_999) / 100_000)
    }
}
