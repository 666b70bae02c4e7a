// Every packet has some twenty header fields. Read byte by byte through the slice they took a quarter of all time, so
// an integer is loaded from memory at once here, behind the check that all of it is there.

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
        let value = withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }
        return order == .bigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value)
    }

    /// The 32-bit integer at `offset` in network order, or nil if not all of it is there.
    @inline(__always)
    func uint32(at offset: Int, _ order: ByteOrder = .bigEndian) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        let value = withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        return order == .bigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value)
    }

    /// The 64-bit integer at `offset` in network order, or nil if not all of it is there.
    @inline(__always)
    func uint64(at offset: Int, _ order: ByteOrder = .bigEndian) -> UInt64? {
        guard offset >= 0, offset <= count - 8 else { return nil }
        let value = withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        return order == .bigEndian ? UInt64(bigEndian: value) : UInt64(littleEndian: value)
    }

    /// The part from `offset` on, at most `length` bytes of it; empty when `offset` lies outside.
    @inline(__always)
    func part(from offset: Int, length: Int = .max) -> ArraySlice<UInt8> {
        guard offset >= 0, offset < count, length > 0 else { return self[endIndex..<endIndex] }
        let start = startIndex + offset
        return self[start..<start + Swift.min(length, endIndex - start)]
    }
}
