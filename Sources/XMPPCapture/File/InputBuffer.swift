/// The input that has arrived and is not yet read.
///
/// Slices of it are handed out without a copy, so it holds as much as the caller pushes at a time and at most one
/// record more.
struct InputBuffer: Sendable {
    private var storage: [UInt8] = []
    private var position = 0
    /// How many bytes were read before the ones at hand.
    private(set) var offset: UInt64 = 0

    /// What is at hand.
    var unread: ArraySlice<UInt8> { storage[position...] }

    /// How many bytes are at hand.
    var count: Int { storage.count - position }

    /// Adds input at the end.
    mutating func append(_ bytes: [UInt8]) {
        if position == storage.count {
            storage = bytes
            position = 0
            return
        }
        if position > storage.count / 2 {
            storage = Array(storage[position...])
            position = 0
        }
        storage.append(contentsOf: bytes)
    }

    /// The 32-bit integer `offset` bytes from here, or nil if not all of it is at hand.
    func uint32(at offset: Int, _ order: ByteOrder = .bigEndian) -> UInt32? {
        unread.uint32(at: offset, order)
    }

    /// Marks the next `count` bytes, which must be at hand, as read.
    mutating func skip(_ count: Int) {
        let step = min(max(count, 0), self.count)
        position += step
        offset += UInt64(step)
    }

    /// The next `count` bytes, read; nil if not all are at hand.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= self.count else { return nil }
        let bytes = storage[position..<position + count]
        skip(count)
        return bytes
    }
}
