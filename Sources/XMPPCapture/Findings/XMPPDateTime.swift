/// The date and time of XEP-0082 §3.2: `CCYY-MM-DDThh:mm:ss[.sss]TZD`.
enum XMPPDateTime {
    static func isValid(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        guard let year = take(4, &rest), skip("-", &rest), let month = take(2, &rest), skip("-", &rest),
            let day = take(2, &rest), skip("T", &rest), isTime(&rest)
        else { return false }
        return isZone(rest) && (1...12).contains(month) && (1...days(in: month, of: year)).contains(day)
    }

    private static func isTime(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let hour = take(2, &rest), skip(":", &rest), let minute = take(2, &rest), skip(":", &rest),
            let second = take(2, &rest)
        else { return false }
        if skip(".", &rest) {
            let fraction = rest.prefix(while: isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(fraction.count)
        }
        // A leap second is one.
        return hour < 24 && minute < 60 && second <= 60
    }

    private static func isZone(_ zone: ArraySlice<UInt8>) -> Bool {
        var rest = zone
        if skip("Z", &rest) { return rest.isEmpty }
        guard skip("+", &rest) || skip("-", &rest), let hour = take(2, &rest), skip(":", &rest),
            let minute = take(2, &rest)
        else { return false }
        return rest.isEmpty && hour < 24 && minute < 60
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func skip(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
