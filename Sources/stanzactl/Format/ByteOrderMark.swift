/// Puts spaces in the place of the byte order mark that a file may begin with (XML 1.0 §4.3.3), so that what follows
/// keeps its offset; in a stream there is none (RFC 6120 §11.6).
struct ByteOrderMark {
    private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// The input so far; nil once it is clear whether it begins with one.
    private var pending: [UInt8]? = []

    /// Takes the next bytes of the input; returns those that are clear by now.
    mutating func blanked(_ bytes: [UInt8]) -> [UInt8] {
        guard let before = pending else { return bytes }
        let all = before + bytes
        if all.count < Self.bytes.count, Self.bytes.starts(with: all) {
            pending = all
            return []
        }
        pending = nil
        return all.starts(with: Self.bytes) ? [0x20, 0x20, 0x20] + all.dropFirst(Self.bytes.count) : all
    }

    /// What is left when the input is over.
    mutating func rest() -> [UInt8] {
        defer { pending = nil }
        return pending ?? []
    }
}
