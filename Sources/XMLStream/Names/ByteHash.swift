/// A hash of short byte strings, eight bytes a step.
///
/// It picks a slot in tables of fixed size, whose entries are then compared byte by byte; a peer that makes names
/// collide costs itself nothing more than a longer comparison.
enum ByteHash {
    private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let factor: UInt64 = 0xA076_1D64_78BD_642F

    @inline(__always)
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let base = bytes.baseAddress else { return mixed(first, 0) }
        return hash(base, bytes.count)
    }

    @inline(__always)
    static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        let raw = UnsafeRawPointer(bytes)
        var hash = first ^ UInt64(truncatingIfNeeded: count)
        var index = 0
        while index &+ 8 <= count {
            hash = mixed(hash, raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index &+= 8
        }
        var rest: UInt64 = 0
        if count & 4 != 0 {
            rest = UInt64(raw.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            index &+= 4
        }
        if count & 2 != 0 {
            rest = rest << 16 | UInt64(raw.loadUnaligned(fromByteOffset: index, as: UInt16.self))
            index &+= 2
        }
        if count & 1 != 0 { rest = rest << 8 | UInt64(bytes[index]) }
        return mixed(hash, rest)
    }

    /// The hash of a name from that of its local part and the number of its namespace.
    @inline(__always)
    static func combined(_ hash: UInt64, _ namespace: UInt32) -> UInt64 {
        (hash ^ UInt64(namespace)) &* factor
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
