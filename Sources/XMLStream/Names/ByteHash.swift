/// A hash of short byte strings, eight bytes a step.
///
/// It picks a slot in tables of fixed size, whose entries are then compared byte by byte; a peer that makes names
/// collide costs itself nothing more than a longer comparison.
///
/// A string is hashed as the words of eight bytes that it fills and one more, which holds its last bytes and, on
/// top, its length.
struct ByteHash {
    private static let factor: UInt64 = 0xA076_1D64_78BD_642F

    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always)
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let base = bytes.baseAddress else {
            var hash = ByteHash()
            return hash.finish(0, count: 0)
        }
        return hash(base, bytes.count)
    }

    @inline(__always)
    static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        let raw = UnsafeRawPointer(bytes)
        var hash = ByteHash()
        var index = 0
        while index &+ 8 <= count {
            hash.add(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index &+= 8
        }
        return hash.finish(tail(raw + index, count & 7), count: count)
    }

    /// The first eight bytes as a word, zeros behind the end of fewer.
    @inline(__always)
    static func head(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        count < 8 ? tail(bytes, count) : UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// Up to seven bytes as the lower ones of a word.
    @inline(__always)
    static func tail(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
        var word: UInt64 = 0
        var index = 0
        if count & 4 != 0 {
            word = UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
            index = 4
        }
        if count & 2 != 0 {
            word |=
                UInt64(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self)))
                << UInt64(8 &* index)
            index &+= 2
        }
        if count & 1 != 0 {
            word |= UInt64(bytes.load(fromByteOffset: index, as: UInt8.self)) << UInt64(8 &* index)
        }
        return word
    }

    /// The hash of a name from that of its local part and the number of its namespace.
    @inline(__always)
    static func combined(_ hash: UInt64, _ namespace: UInt32) -> UInt64 {
        (hash ^ UInt64(namespace)) &* factor
    }

    @inline(__always)
    mutating func add(_ word: UInt64) {
        let product = (state ^ word.littleEndian).multipliedFullWidth(by: Self.factor)
        state = product.high ^ product.low
    }

    @inline(__always)
    mutating func finish(_ tail: UInt64, count: Int) -> UInt64 {
        add((tail | UInt64(truncatingIfNeeded: count) << 56).littleEndian)
        return state
    }
}
