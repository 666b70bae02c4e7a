import XMPPPrimitives

/// A string literal in a log line, as Python's `repr`, Go's `%q`, JSON and their like print it.
struct QuotedText {
    private(set) var bytes: [UInt8] = []
    private let source: [UInt8]
    private var position: Int
    private let quote: UInt8
    private let isBytes: Bool

    /// Reads the literal whose opening quote is at `start`.
    ///
    /// - Parameter isBytes: whether `\xNN` is a byte (Python's `bytes`) rather than a character.
    /// - Returns: nil if it is not one literal up to the end of a phrase, as when a program sets quotes around XML
    ///   without escaping the quotes inside.
    init?(in source: [UInt8], at start: Int, isBytes: Bool) {
        guard start >= 0, start < source.count else { return nil }
        quote = source[start]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        self.source = source
        self.isBytes = isBytes
        position = start + 1
        guard read() else { return nil }
    }

    private mutating func read() -> Bool {
        while position < source.count {
            let byte = source[position]
            position += 1
            if byte == quote { return isClosedProperly }
            if byte == UInt8(ascii: "\\") { readEscape() } else { bytes.append(byte) }
        }
        return false
    }

    private var isClosedProperly: Bool {
        if source[position - 2] == UInt8(ascii: "=") { return false }
        guard position < source.count else { return true }
        return [0x20, 0x09, 0x0D, UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}")]
            .contains(source[position])
    }

    private mutating func readEscape() {
        guard position < source.count else { return }
        let byte = source[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "x"): appendHex(digits: 2)
        case UInt8(ascii: "u"): appendHex(digits: 4)
        case UInt8(ascii: "U"): appendHex(digits: 8)
        default: bytes.append(byte)
        }
    }

    private mutating func appendHex(digits: Int) {
        guard let value = hex(digits: digits) else { return }
        if isBytes, digits == 2 {
            bytes.append(UInt8(truncatingIfNeeded: value))
        } else if (0xD800...0xDBFF).contains(value), source.has("\\u", at: position) {
            position += 2
            let low = hex(digits: 4) ?? 0
            let isPair = (0xDC00...0xDFFF).contains(low)
            bytes += [isPair ? 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD].utf8
        } else {
            bytes += [value].utf8
        }
    }

    /// A number of up to so many hexadecimal digits; more than 32 bits cannot come of 8.
    private mutating func hex(digits: Int) -> UInt32? {
        let start = position
        var value: UInt32 = 0
        while position - start < digits, position < source.count, let digit = source[position].hexValue {
            value = value << 4 | digit
            position += 1
        }
        return position > start ? value : nil
    }
}
