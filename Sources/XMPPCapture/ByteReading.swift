/// The byte order in which a file or a header writes its integers.
enum ByteOrder: Sendable {
    case bigEndian
    case littleEndian
}

/// Reads at offsets counted from the slice's start; what lies outside reads as nil, never as a trap.
extension ArraySlice<UInt8> {
    /// The byte at `offset`, or nil beyond the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < count else { return nil }
        return self[startIndex + offset]
    }

    /// The 16-bit integer at `offset` in network order, or nil if not all of it is there.
    @inline(__always)
    func uint16(at offset: Int, _ order: ByteOrder = .bigEndian) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        let at = startIndex + offset
        let value = UInt16(self[at]) << 8 | UInt16(self[at + 1])
        return order == .bigEndian ? value : value.byteSwapped
    }

    /// The 32-bit integer at `offset` in network order, or nil if not all of it is there.
    @inline(__always)
    func uint32(at offset: Int, _ order: ByteOrder = .bigEndian) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        let at = startIndex + offset
        let high = UInt32(self[at]) << 24 | UInt32(self[at + 1]) << 16
        let value = high | UInt32(self[at + 2]) << 8 | UInt32(self[at + 3])
        return order == .bigEndian ? value : value.byteSwapped
    }

    /// The 64-bit integer at `offset` in network order, or nil if not all of it is there.
    @inline(__always)
    func uint64(at offset: Int, _ order: ByteOrder = .bigEndian) -> UInt64? {
        guard let first = uint32(at: offset, order), let second = uint32(at: offset + 4, order) else { return nil }
        return order == .bigEndian ? UInt64(first) << 32 | UInt64(second) : UInt64(second) << 32 | UInt64(first)
    }

    /// The part from `offset` on, at most `length` bytes of it; empty when `offset` lies outside.
    @inline(__always)
    func part(from offset: Int, length: Int = .max) -> ArraySlice<UInt8> {
        guard offset >= 0, offset < count, length > 0 else { return self[endIndex..<endIndex] }
        let start = startIndex + offset
        return self[start..<start + Swift.min(length, endIndex - start)]
    }
}
