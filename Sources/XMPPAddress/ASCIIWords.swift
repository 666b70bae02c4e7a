/// Octets looked at eight at a time; each answer is right if it is yes, and a longer look may be needed if it is no.
struct ASCIIWords {
    private let bytes: UnsafeRawPointer
    private let count: Int

    init(_ bytes: UnsafePointer<UInt8>, count: Int) {
        self.bytes = UnsafeRawPointer(bytes)
        self.count = count
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var tops: UInt64 { 0x8080_8080_8080_8080 }

    /// Whether all octets are printable ASCII, U+0020 to U+007E.
    @inline(__always)
    var arePrintable: Bool {
        allWords { word, _ in
            let low = word & ~Self.tops
            return (word | (low &+ Self.ones) | ~(low &+ Self.ones &* 0x60)) & Self.tops == 0
        }
    }

    /// Whether all octets are lower case letters, digits, or one of `-`, `.` and `_`.
    @inline(__always)
    var areSimpleLocal: Bool {
        allWords { word, _ in
            let others = Self.others(word)
            return others & ~(Self.mark(word, "-") | Self.mark(word, ".") | Self.mark(word, "_")) == 0
        }
    }

    /// Whether all octets are lower case letters or digits, but for single dots and hyphens between them.
    @inline(__always)
    var areSimpleDomain: Bool {
        allWords { word, ends in
            let others = Self.others(word)
            let marks = Self.mark(word, "-") | Self.mark(word, ".")
            return others & ~marks == 0 && others & (others &<< 8 | ends) == 0
        }
    }

    /// Whether `holds` is true of all words; it is told which octets of a word are the first and the last of all.
    ///
    /// Each word begins with the octet that the one before ends with, so that neighbours are always seen together.
    @inline(__always)
    private func allWords(_ holds: (_ word: UInt64, _ ends: UInt64) -> Bool) -> Bool {
        if count < 8 { return count > 0 && holds(shortWord, 0x80 | 0x80 &<< UInt64(8 &* (count &- 1))) }
        var position = 0
        while position &+ 8 < count {
            guard holds(word(at: position), position == 0 ? 0x80 : 0) else { return false }
            position &+= 7
        }
        return holds(word(at: count &- 8), 0x80 &<< 56 | (count == 8 ? 0x80 : 0))
    }

    @inline(__always)
    private func word(at position: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// Fewer than eight octets, with letters behind them.
    private var shortWord: UInt64 {
        var word = Self.ones &* UInt64(UInt8(ascii: "a"))
        var index = count
        while index > 0 {
            index &-= 1
            word = word &<< 8 | UInt64(bytes.load(fromByteOffset: index, as: UInt8.self))
        }
        return word
    }

    /// The top bit of each octet that is neither a lower case letter nor a digit.
    @inline(__always)
    private static func others(_ word: UInt64) -> UInt64 {
        let low = word & ~tops
        let letters = (low &+ ones &* (0x80 - 0x61)) & ~(low &+ ones &* (0x80 - 0x7B))
        let digits = (low &+ ones &* (0x80 - 0x30)) & ~(low &+ ones &* (0x80 - 0x3A))
        return (~(letters | digits) | word) & tops
    }

    /// The top bit of each octet that is a certain character.
    @inline(__always)
    private static func mark(_ word: UInt64, _ character: Unicode.Scalar) -> UInt64 {
        let difference = word ^ ones &* UInt64(UInt8(ascii: character))
        return ~((difference & ~tops &+ ~tops) | difference) & tops
    }
}
