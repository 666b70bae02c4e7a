/// One UTF-8 sequence of two to four bytes (RFC 3629 §4).
enum UTF8Sequence {
    /// How many bytes a byte announces, itself included; 1 for those that cannot begin a longer sequence.
    static func length(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC0...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// The character of `length` bytes packed big-endian, or nil if they are not UTF-8.
    static func decode(_ packed: UInt32, length: UInt8) -> Unicode.Scalar? {
        var value: UInt32
        let minimum: UInt32
        switch length {
        case 2: (value, minimum) = (packed >> 8 & 0x1F, 0x80)
        case 3: (value, minimum) = (packed >> 16 & 0x0F, 0x800)
        case 4: (value, minimum) = (packed >> 24 & 0x07, 0x10000)
        default: return nil
        }
        for index in stride(from: Int(length) - 2, through: 0, by: -1) {
            let byte = packed >> UInt32(8 * index) & 0xFF
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | byte & 0x3F
        }
        return value >= minimum ? Unicode.Scalar(value) : nil
    }
}
