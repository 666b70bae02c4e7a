/// The part of a packet that belongs to a layer: what was captured of it and how long it was on the wire.
///
/// The two differ when the capture was told to keep only the start of each packet (snaplen).
struct WireBytes: Sendable {
    /// What was captured.
    let captured: ArraySlice<UInt8>
    /// How many bytes there were on the wire, never fewer than captured.
    let length: Int

    init(_ captured: ArraySlice<UInt8>, length: Int) {
        self.captured = captured
        self.length = max(length, captured.count)
    }

    /// What follows a header of `count` bytes; nil if that is longer than this.
    func dropping(_ count: Int) -> WireBytes? {
        guard count >= 0, count <= length else { return nil }
        return WireBytes(captured.part(from: count), length: length - count)
    }

    /// At most the first `count` bytes; what is beyond is padding.
    func limited(to count: Int) -> WireBytes {
        count < length ? WireBytes(captured.part(from: 0, length: count), length: max(count, 0)) : self
    }
}
