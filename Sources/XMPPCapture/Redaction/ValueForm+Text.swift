import XMPPPrimitives

/// What the forms of values are told by.
extension String {
    /// Whether there is nothing but white space.
    var isBlank: Bool { utf8.allSatisfy(\.isXMLSpace) }

    /// Whether there is nothing but ASCII digits, so many of them.
    func isNumber(ofDigits count: ClosedRange<Int>) -> Bool {
        count.contains(utf8.count) && utf8.allSatisfy(\.isDigit)
    }

    /// A number with as many digits as a counter of 32 bits has, perhaps with a sign, or white space around it, which XML Schema does
    /// not count (Part 2 §4.3.6).
    var isSignedNumber: Bool {
        let number = collapsed
        return String(number.hasPrefix("-") || number.hasPrefix("+") ? number.dropFirst() : number[...])
            .isNumber(ofDigits: 1...10)
    }

    /// With `9` for each digit.
    private var shape: String { String(decoding: utf8.map { $0.isDigit ? 0x39 : $0 }, as: UTF8.self) }

    /// The offset of a time zone (XEP-0082 §4), which tells about where somebody is.
    var isOffset: Bool { shape == "+99:99" || shape == "-99:99" }

    /// A date without a time (XEP-0082 §3.1).
    var isDate: Bool { shape == "9999-99-99" }

    /// The time in UTC, of one that says how far from there it is.
    var inUTC: String {
        guard String(suffix(6)).isOffset else { return self }
        guard let time = CalendarTime(self), time.second < 60 else { return dropLast(6) + "Z" }
        let fraction = time.fraction.isEmpty ? "" : "." + String(decoding: time.fraction, as: UTF8.self)
        return Timestamp(seconds: time.seconds, digits: 0).description.dropLast() + fraction + "Z"
    }

    /// A version of two numbers, as streams have them: `1.0`.
    var isVersion: Bool {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { String($0).isNumber(ofDigits: 1...2) }
    }

    /// A date with a time (XEP-0082 §3.2), or one as XEP-0091 has it.
    var isDateTime: Bool {
        let shape = shape
        if shape == "99999999T99:99:99" { return true }
        guard shape.hasPrefix("9999-99-99T99:99:99") else { return false }
        var rest = shape.dropFirst(19)
        if rest.hasPrefix(".") { rest = rest.dropFirst().drop { $0 == "9" } }
        return rest.isEmpty || rest == "Z" || rest == "+99:99" || rest == "-99:99"
    }

    /// Whether this is base64 that can be decoded (RFC 4648 §3.5, §4), white space aside.
    var isBase64: Bool { Base64Coding.bytes(of: utf8, whiteSpace: .passedOver) != nil }

    /// What stands before a port, and the port with its colon.
    var splitPort: (name: String, port: String) {
        let parts = split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let port = parts.last.map(String.init), port.isNumber(ofDigits: 1...5) else {
            return (self, "")
        }
        return (parts.first.map(String.init) ?? "", ":" + port)
    }

    /// With the bytes that `%` and two hexadecimal digits stand for (RFC 3986 §2.1).
    var percentDecoded: String {
        guard contains("%") else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let high = rest.first?.hexValue, let low = rest.dropFirst().first?.hexValue {
                bytes.append(UInt8(high << 4 | low))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// With `%20` for all that would end a part of a URI.
    var withoutDelimiters: String {
        var result = ""
        for byte in utf8 {
            let isPlain = byte.isLetter || byte.isDigit || [0x2D, 0x2E, 0x2F, 0x3A, 0x40, 0x5F].contains(byte)
            result += isPlain ? String(UnicodeScalar(byte)) : "%20"
        }
        return result
    }
}
