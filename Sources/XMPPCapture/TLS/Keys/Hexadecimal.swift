/// Hexadecimal text as key logs have it.
enum Hexadecimal {
    /// The bytes that `text` writes in digits of either case; nil if it is empty, odd or has anything else in it.
    static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
        guard !text.isEmpty, text.count.isMultiple(of: 2) else { return nil }
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 2) { buffer, count in
            var position = text.startIndex
            while position < text.endIndex {
                let value = digit(text[position]) << 4 | digit(text[position + 1])
                isValid = isValid && value <= 0xff
                buffer[count] = UInt8(truncatingIfNeeded: value)
                count += 1
                position += 2
            }
        }
        return isValid ? bytes : nil
    }

    /// Lower-case digits of `bytes`.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            text += String(byte >> 4, radix: 16)
            text += String(byte & 15, radix: 16)
        }
        return text
    }

    /// The value of a digit; for what is none, a value that no two digits give together.
    private static func digit(_ character: UInt8) -> UInt16 {
        switch character {
        case 0x30...0x39: UInt16(character) - 0x30
        case 0x61...0x66: UInt16(character) - 0x61 + 10
        case 0x41...0x46: UInt16(character) - 0x41 + 10
        default: 0x100
        }
    }
}
