/// The part of a packet that belongs to a layer: where it lies in the packet's bytes, what was captured of it and how
/// long it was on the wire.
///
/// The two differ when the capture was told to keep only the start of each packet (snaplen). The bytes are given with
/// every read instead of being kept here: counting references to them took a third of all time.
struct PacketPart: Sendable {
    /// Where it begins, counted from the start of the bytes.
    let start: Int
    /// How many bytes were captured.
    let captured: Int
    /// How many bytes there were on the wire, never fewer than captured.
    let length: Int

    private init(start: Int, captured: Int, length: Int) {
        self.start = start
        self.captured = captured
        self.length = max(length, captured)
    }

    /// All of `bytes`, which were `length` on the wire.
    init(_ bytes: ArraySlice<UInt8>, length: Int) {
        self.init(start: 0, captured: bytes.count, length: length)
    }

    /// What follows a header of `count` bytes; nil if that is longer than this.
    func dropping(_ count: Int) -> PacketPart? {
        guard count >= 0, count <= length else { return nil }
        let step = min(count, captured)
        return PacketPart(start: start + step, captured: captured - step, length: length - count)
    }

    /// At most the first `count` bytes; what is beyond is padding.
    func limited(to count: Int) -> PacketPart {
        let count = max(count, 0)
        return PacketPart(start: start, captured: min(captured, count), length: min(length, count))
    }

    /// What was captured of it.
    func bytes(in packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        packet.part(from: start, length: captured)
    }

    /// The byte at `offset` of this part, or nil beyond its end.
    @inline(__always)
    func byte(at offset: Int, in packet: ArraySlice<UInt8>) -> UInt8? {
        offset < captured ? packet.byte(at: start + offset) : nil
    }

    /// The 16-bit integer at `offset` in network order, or nil if not all of it was captured.
    @inline(__always)
    func uint16(at offset: Int, in packet: ArraySlice<UInt8>) -> UInt16? {
        offset <= captured - 2 ? packet.uint16(at: start + offset) : nil
    }

    /// The 32-bit integer at `offset` in network order, or nil if not all of it was captured.
    @inline(__always)
    func uint32(at offset: Int, in packet: ArraySlice<UInt8>) -> UInt32? {
        offset <= captured - 4 ? packet.uint32(at: start + offset) : nil
    }

    /// The 64-bit integer at `offset` in network order, or nil if not all of it was captured.
    @inline(__always)
    func uint64(at offset: Int, in packet: ArraySlice<UInt8>) -> UInt64? {
        offset <= captured - 8 ? packet.uint64(at: start + offset) : nil
    }
}
