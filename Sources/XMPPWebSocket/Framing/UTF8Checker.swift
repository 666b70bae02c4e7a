/// Checks text for being UTF-8 as it comes in (RFC 3629), so that what is wrong is found at its first byte.
struct UTF8Checker: Hashable, Sendable {
    /// How many continuation bytes the character that has begun still needs.
    private var missing = 0
    /// Between what the next of them must lie: narrower behind a lead byte that could begin an overlong form,
    /// a surrogate or something beyond U+10FFFF.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether what was checked so far does not end within a character.
    var isComplete: Bool { missing == 0 }

    /// Takes the next bytes; returns whether all of them can be part of UTF-8.
    mutating func check(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var position = 0
        while position < bytes.count {
            if missing == 0 {
                position = Self.endOfASCII(bytes, from: position)
                guard position < bytes.count else { return true }
                guard begin(bytes[position]) else { return false }
            } else {
                guard allowed.contains(bytes[position]) else { return false }
                allowed = 0x80...0xBF
                missing -= 1
            }
            position += 1
        }
        return true
    }

    private mutating func begin(_ lead: UInt8) -> Bool {
        switch lead {
        case 0xC2...0xDF: expect(1)
        case 0xE0: expect(2, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: expect(2)
        case 0xED: expect(2, 0x80...0x9F)
        case 0xF0: expect(3, 0x90...0xBF)
        case 0xF1...0xF3: expect(3)
        case 0xF4: expect(3, 0x80...0x8F)
        default: return false
        }
        return true
    }

    private mutating func expect(_ count: Int, _ next: ClosedRange<UInt8> = 0x80...0xBF) {
        missing = count
        allowed = next
    }

    private static func endOfASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while bytes.count &- position >= 8 {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { break }
            position &+= 8
        }
        while position < bytes.count, bytes[position] < 0x80 { position &+= 1 }
        return position
    }
}
