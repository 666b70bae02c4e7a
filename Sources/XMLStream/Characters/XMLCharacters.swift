/// Questions about characters that XML 1.0 and RFC 6120 §11.6 ask.
enum XMLCharacters {
    /// White space as XML defines it: space, tab, line feed, carriage return (XML 1.0 §2.3).
    @inline(__always)
    static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    /// Whether an ASCII byte may begin a name; the colon may, as far as XML itself is concerned (XML 1.0 §2.3).
    @inline(__always)
    static func isNameStart(ascii byte: UInt8) -> Bool {
        let lowered = byte | 0x20
        return (lowered >= 0x61 && lowered <= 0x7A) || byte == 0x5F || byte == 0x3A
    }

    /// Whether an ASCII byte may follow in a name (XML 1.0 §2.3).
    @inline(__always)
    static func isName(ascii byte: UInt8) -> Bool {
        isNameStart(ascii: byte) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2D || byte == 0x2E
    }

    /// Whether a character may begin a name.
    static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return isNameStart(ascii: UInt8(scalar.value)) }
        return contains(scalar.value, in: NameCharacterTables.startCharacters)
    }

    /// Whether a character may stand in a name after its first.
    static func isName(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return isName(ascii: UInt8(scalar.value)) }
        return contains(scalar.value, in: NameCharacterTables.startCharacters)
            || contains(scalar.value, in: NameCharacterTables.furtherCharacters)
    }

    /// Whether a string is a name without a colon (Namespaces in XML 1.0 §3, `NCName`).
    static func isNCName(_ text: some StringProtocol) -> Bool {
        var scalars = text.unicodeScalars.makeIterator()
        guard let first = scalars.next(), first != ":", isNameStart(first) else { return false }
        while let scalar = scalars.next() {
            guard scalar != ":", isName(scalar) else { return false }
        }
        return true
    }

    /// Whether XML 1.0 can carry a character at all, be it as itself or as a reference (XML 1.0 §2.2, `Char`).
    static func isCarried(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func contains(_ value: UInt32, in ranges: [ClosedRange<UInt16>]) -> Bool {
        guard let value = UInt16(exactly: value) else { return false }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }
}
