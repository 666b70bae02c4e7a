/// Base64 (RFC 4648 §4): the standard alphabet with padding.
package enum Base64Coding {
    /// What becomes of white space in a text that is read (RFC 4648 §3.1).
    package enum WhiteSpace: Sendable {
        /// It makes the text unreadable, so that some octets have one spelling only.
        case refused
        /// Spaces, tabs and the ends of lines count for nothing, wherever they are.
        case passedOver
    }

    /// The padded text of the bytes, on one line: four characters for every three bytes begun.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable { text(of: $0) } ?? Array(bytes).withUnsafeBufferPointer { text(of: $0) }
    }

    /// The bytes that the text stands for; nil if it has another character, if padding is missing or more than is due
    /// (§3.2), or if bits beyond the data are set (§3.5).
    package static func bytes(of text: some Collection<UInt8>, whiteSpace: WhiteSpace) -> [UInt8]? {
        let bytes = text.withContiguousStorageIfAvailable { self.bytes(of: $0, whiteSpace: whiteSpace) }
        return bytes ?? Array(text).withUnsafeBufferPointer { self.bytes(of: $0, whiteSpace: whiteSpace) }
    }

    // MARK: Writing

    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    private static let padding = UInt8(ascii: "=")

    /// The same of bytes that lie together, for where it has to be fast.
    package static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        let length = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { text in
            var (place, end) = (0, 0)
            while place + 3 <= bytes.count {
                let bits = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
                write(bits, to: text, at: end)
                (place, end) = (place + 3, end + 4)
            }
            guard place < bytes.count else { return length }
            let hasTwo = place + 1 < bytes.count
            write(UInt32(bytes[place]) << 16 | (hasTwo ? UInt32(bytes[place + 1]) << 8 : 0), to: text, at: end)
            if !hasTwo { text[end + 2] = padding }
            text[end + 3] = padding
            return length
        }
    }

    /// Writes the digits of 24 bits.
    @inline(__always)
    private static func write(_ bits: UInt32, to text: UnsafeMutableBufferPointer<UInt8>, at place: Int) {
        let digits = alphabet.utf8Start
        text[place] = digits[Int(bits >> 18)]
        text[place + 1] = digits[Int(bits >> 12 & 0x3F)]
        text[place + 2] = digits[Int(bits >> 6 & 0x3F)]
        text[place + 3] = digits[Int(bits & 0x3F)]
    }

    // MARK: Reading

    /// What each character stands for; with a bit beyond the six if it is none of the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        alphabet.withUTF8Buffer { digits in
            for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(truncatingIfNeeded: value) }
        }
        return values
    }()

    /// The same of a text that lies together, for where it has to be fast.
    package static func bytes(of text: UnsafeBufferPointer<UInt8>, whiteSpace: WhiteSpace) -> [UInt8]? {
        var isValid = false
        let bytes = values.withUnsafeBufferPointer { values in
            [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 2) { bytes, count in
                var reading = Reading(text, values, bytes)
                isValid = reading.readAll(whiteSpace)
                count = reading.count
            }
        }
        return isValid ? bytes : nil
    }

    /// A text that is read into memory that has room for it.
    private struct Reading {
        private let text: UnsafeBufferPointer<UInt8>
        private let values: UnsafeBufferPointer<UInt8>
        private let bytes: UnsafeMutableBufferPointer<UInt8>
        private var position = 0
        private(set) var count = 0

        init(
            _ text: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>,
            _ bytes: UnsafeMutableBufferPointer<UInt8>
        ) {
            (self.text, self.values, self.bytes) = (text, values, bytes)
        }

        /// Whether the text is base64, to its end.
        mutating func readAll(_ whiteSpace: WhiteSpace) -> Bool {
            // Of a group that is not whole yet.
            var (bits, digits, paddings) = (UInt32(0), 0, 0)
            while position < text.count {
                if digits == 0, paddings == 0 {
                    readWholeGroups()
                    guard position < text.count else { break }
                }
                let character = text[position]
                let value = values[Int(character)]
                position += 1
                if value < 64 {
                    guard paddings == 0 else { return false }
                    (bits, digits) = (bits << 6 | UInt32(value), digits + 1)
                    if digits == 4 {
                        append(bits, 3)
                        (bits, digits) = (0, 0)
                    }
                } else if character == padding {
                    paddings += 1
                } else if whiteSpace == .refused || !character.isXMLSpace {
                    return false
                }
            }
            switch (digits, paddings) {
            case (0, 0): return true
            case (2, 2): return appendLast(bits << 12, 1)
            case (3, 1): return appendLast(bits << 6, 2)
            default: return false
            }
        }

        /// Reads as many groups of four digits as come next.
        private mutating func readWholeGroups() {
            while position + 4 <= text.count {
                let first = values[Int(text[position])]
                let second = values[Int(text[position + 1])]
                let third = values[Int(text[position + 2])]
                let fourth = values[Int(text[position + 3])]
                guard first | second | third | fourth < 64 else { return }
                append(UInt32(first) << 18 | UInt32(second) << 12 | UInt32(third) << 6 | UInt32(fourth), 3)
                position += 4
            }
        }

        /// Whether the 24 bits have nothing beyond so many bytes.
        private mutating func appendLast(_ bits: UInt32, _ byteCount: Int) -> Bool {
            append(bits, byteCount)
            return bits & (1 << (24 - 8 * UInt32(truncatingIfNeeded: byteCount)) - 1) == 0
        }

        /// Appends the first bytes of 24 bits.
        @inline(__always)
        private mutating func append(_ bits: UInt32, _ byteCount: Int) {
            bytes[count] = UInt8(truncatingIfNeeded: bits >> 16)
            if byteCount > 1 { bytes[count + 1] = UInt8(truncatingIfNeeded: bits >> 8) }
            if byteCount > 2 { bytes[count + 2] = UInt8(truncatingIfNeeded: bits) }
            count += byteCount
        }
    }
}
