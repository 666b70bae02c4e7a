/// The text of a JSON value (RFC 8259) while it is written.
///
/// An array is asked whether it is shared, and whether it has room, for each byte that is appended to it. Here that is
/// asked once for all that belongs together, and what needs no escape is copied while it is looked through.
struct JSONText {
    /// What is written, and behind it bytes without a meaning.
    private var storage: [UInt8] = []
    private(set) var count = 0
    /// Whether `<` and `&` are escaped too.
    let escapesMarkup: Bool

    init(escapesMarkup: Bool = false) {
        self.escapesMarkup = escapesMarkup
    }

    var bytes: ArraySlice<UInt8> { storage[..<count] }

    /// Begins anew in the same memory.
    mutating func removeAll() { count = 0 }

    mutating func append(_ byte: UInt8) {
        extend(by: 1) { target in
            target.storeBytes(of: byte, as: UInt8.self)
            return 1
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        extend(by: bytes.count) { target in
            if let start = bytes.baseAddress { target.copyMemory(from: start, byteCount: bytes.count) }
            return bytes.count
        }
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBufferPointer { append($0) } }

    mutating func append(_ text: StaticString) { text.withUTF8Buffer { append($0) } }

    /// Appends the key of a member with its colon, behind a comma unless it is the first of its object.
    mutating func append(key: StaticString, isFirst: Bool) {
        guard key.hasPointerRepresentation else { return }
        let length = key.utf8CodeUnitCount
        extend(by: length + 4) { target in
            var end = 0
            if !isFirst {
                target.storeBytes(of: 0x2C, as: UInt8.self)
                end = 1
            }
            target.storeBytes(of: 0x22, toByteOffset: end, as: UInt8.self)
            (target + end + 1).copyMemory(from: key.utf8Start, byteCount: length)
            end += 1 + length
            target.storeBytes(of: 0x22, toByteOffset: end, as: UInt8.self)
            target.storeBytes(of: 0x3A, toByteOffset: end + 1, as: UInt8.self)
            return end + 2
        }
    }

    mutating func append<Number: FixedWidthInteger>(number value: Number) {
        // A byte has fewer than three digits.
        let most = 3 * MemoryLayout<Number>.size + 1
        extend(by: most) { target in
            // From the end, and then moved to where they belong.
            var start = most
            var rest = value.magnitude
            repeat {
                start -= 1
                let digit = UInt8(truncatingIfNeeded: rest % 10)
                target.storeBytes(of: 0x30 + digit, toByteOffset: start, as: UInt8.self)
                rest /= 10
            } while rest > 0
            if value < 0 {
                start -= 1
                target.storeBytes(of: 0x2D, toByteOffset: start, as: UInt8.self)
            }
            target.copyMemory(from: target + start, byteCount: most - start)
            return most - start
        }
    }

    /// Has `fill` write up to so many bytes behind the last one; it returns how many.
    @inline(__always)
    private mutating func extend(by most: Int, _ fill: (UnsafeMutableRawPointer) -> Int) {
        if storage.count - count < most { makeRoom(for: most) }
        let end = count
        count += storage.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { fill($0 + end) } ?? 0 }
    }

    @inline(never)
    private mutating func makeRoom(for byteCount: Int) {
        storage.append(contentsOf: repeatElement(0, count: max(byteCount, storage.count, 1024)))
    }
}

// MARK: - Characters

extension JSONText {
    /// Appends a string.
    mutating func append(string text: UnsafeBufferPointer<UInt8>) {
        append(0x22)
        append(characters: text)
        append(0x22)
    }

    /// Appends characters of a string, escaped where they have to be.
    mutating func append(characters text: UnsafeBufferPointer<UInt8>) {
        var rest = UnsafeRawBufferPointer(text)
        while !rest.isEmpty {
            let plain = appendPlain(rest)
            rest = UnsafeRawBufferPointer(rebasing: rest[plain...])
            if let first = rest.first {
                rest = UnsafeRawBufferPointer(rebasing: rest[append(first, before: rest.dropFirst().first)...])
            }
        }
    }

    /// Appends what comes before the next byte that may have to be escaped, and returns how much that is.
    private mutating func appendPlain(_ text: UnsafeRawBufferPointer) -> Int {
        var taken = 0
        let escapesMarkup = escapesMarkup
        // A whole word is written where only part of it is wanted.
        extend(by: text.count + MemoryLayout<UInt64>.size) { target in
            while !escapesMarkup, taken + 16 <= text.count {
                let part = text.loadUnaligned(fromByteOffset: taken, as: SIMD16<UInt8>.self)
                if Self.hasEscapable(part) { break }
                target.storeBytes(of: part, toByteOffset: taken, as: SIMD16<UInt8>.self)
                taken += 16
            }
            while taken + 8 <= text.count {
                let word = text.loadUnaligned(fromByteOffset: taken, as: UInt64.self)
                target.storeBytes(of: word, toByteOffset: taken, as: UInt64.self)
                let found = Self.escapable(UInt64(littleEndian: word), escapesMarkup: escapesMarkup)
                if found != 0 {
                    taken += found.trailingZeroBitCount / 8
                    return taken
                }
                taken += 8
            }
            if text.count >= 8, taken < text.count {
                // The last eight bytes once more, of which the first are known to need no escape.
                let last = text.count - 8
                let word = text.loadUnaligned(fromByteOffset: last, as: UInt64.self)
                target.storeBytes(of: word, toByteOffset: last, as: UInt64.self)
                let found = Self.escapable(UInt64(littleEndian: word), escapesMarkup: escapesMarkup)
                taken = found == 0 ? text.count : last + found.trailingZeroBitCount / 8
                return taken
            }
            while taken < text.count, !Self.mayBeEscaped(text[taken], escapesMarkup: escapesMarkup) {
                target.storeBytes(of: text[taken], toByteOffset: taken, as: UInt8.self)
                taken += 1
            }
            return taken
        }
        return taken
    }

    /// Appends a byte, escaped if it has to be, and returns how many it stands for.
    private mutating func append(_ byte: UInt8, before next: UInt8?) -> Int {
        if byte == 0xC2 {
            // A control of C1 is written in two bytes, this one and its own number.
            if let next, next < 0xA0 {
                appendEscape(next)
                return 2
            }
            append(byte)
        } else {
            appendEscape(byte)
        }
        return 1
    }

    private mutating func appendEscape(_ byte: UInt8) {
        switch byte {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        default:
            append("\\u00")
            for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
        }
    }

    private static func mayBeEscaped(_ byte: UInt8, escapesMarkup: Bool) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2
            || escapesMarkup && (byte == 0x3C || byte == 0x26)
    }

    /// Whether one of these bytes is a control, a quotation mark, a backslash, DEL, or begins a control of C1.
    private static func hasEscapable(_ part: SIMD16<UInt8>) -> Bool {
        // Compared with vectors and then seen as two words: compared with numbers, or asked whether any is true, the bytes
        // are taken one by one.
        typealias Bytes = SIMD16<UInt8>
        let found =
            (part .< Bytes(repeating: 0x20)) .| (part .== Bytes(repeating: 0x22)) .| (part .== Bytes(repeating: 0x5C))
            .| (part .== Bytes(repeating: 0x7F)) .| (part .== Bytes(repeating: 0xC2))
        let words = unsafeBitCast(found, to: SIMD2<UInt64>.self)
        return words.x | words.y != 0
    }

    /// Eight bytes in which the top bit of the first one is set that is a control, a quotation mark, a backslash, DEL,
    /// what begins a control of C1, or markup `&` or `<`; bits above that one mean nothing.
    private static func escapable(_ word: UInt64, escapesMarkup: Bool) -> UInt64 {
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        func places(of byte: UInt64) -> UInt64 { zeros(word ^ ones &* byte) }
        var found = (word &- ones &* 0x20) & ~word
        found |= places(of: 0x22) | places(of: 0x5C) | places(of: 0x7F) | places(of: 0xC2)
        if escapesMarkup { found |= places(of: 0x26) | places(of: 0x3C) }
        return found & (ones &* 0x80)
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
}
