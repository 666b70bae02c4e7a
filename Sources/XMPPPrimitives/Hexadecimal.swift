/// Octets as two hexadecimal digits each (RFC 4648 §8).
package enum Hexadecimal {
    /// The bytes that `text` writes in digits of either case; nil if it is empty, odd or has anything else in it.
    package static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
        guard !text.isEmpty, text.count.isMultiple(of: 2) else { return nil }
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 2) { buffer, count in
            text.withUnsafeBufferPointer { digits in
                var wrong: UInt16 = 0
                for index in 0..<digits.count / 2 {
                    let value = value(digits[2 * index]) << 4 | value(digits[2 * index + 1])
                    wrong |= value >> 8
                    buffer[index] = UInt8(truncatingIfNeeded: value)
                }
                count = digits.count / 2
                isValid = wrong == 0
            }
        }
        return isValid ? bytes : nil
    }

    /// Lower-case digits of `bytes`.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The lower-case digit of the lowest four bits.
    package static func digit(_ value: UInt8) -> UInt8 {
        let value = value & 0x0F
        return value < 10 ? 0x30 + value : 0x57 + value
    }

    /// The value of a digit; for what is none, a value that no two digits give together.
    @inline(__always)
    private static func value(_ character: UInt8) -> UInt16 {
        // A letter's case is one bit, and its low half counts from 1.
        let isDecimal = character &- 0x30 < 10
        let isLetter = (character | 0x20) &- 0x61 < 6
        return isDecimal ? UInt16(character & 15) : isLetter ? UInt16(character & 15) + 9 : 0x100
    }
}
