/// The file formats that hold captured packets.
public enum CaptureFormat: Sendable, Hashable {
    /// The classic libpcap format, in either byte order, with micro- or nanoseconds.
    case pcap
    /// The section and block format of draft-ietf-opsawg-pcapng.
    case pcapng
    /// RFC 1952 compression; what is inside shows only when it is inflated.
    case gzip

    /// How many bytes from the start of a file decide what it is.
    public static let prefixLength = 12

    /// Tells the format by the first bytes of a file, or nil if it is none of these.
    ///
    /// Give at least ``prefixLength`` bytes unless the file is shorter; what is beyond them is not looked at.
    public static func detect(_ prefix: some Collection<UInt8>) -> CaptureFormat? {
        let bytes = ArraySlice(prefix.prefix(prefixLength))
        if bytes.byte(at: 0) == 0x1f, bytes.byte(at: 1) == 0x8b, bytes.byte(at: 2) ?? 8 == 8 { return .gzip }
        guard let magic = bytes.uint32(at: 0) else { return nil }
        if magic == PcapngParser.sectionHeaderType {
            guard let orderMagic = bytes.uint32(at: 8) else { return nil }
            return PcapngParser.byteOrder(of: orderMagic) == nil ? nil : .pcapng
        }
        return PcapParser.Variant(magic: magic) == nil ? nil : .pcap
    }

    /// What gzip, pcapng and pcap in all its variants begin with.
    private static let firstBytes: [UInt8] = [0x1f, 0x0a, 0xa1, 0xd4, 0x4d, 0x34, 0x1c, 0xac, 0xab]

    /// Whether these first bytes of a file are enough to tell whether it is one of these formats.
    static func isDecided(by start: [UInt8]) -> Bool { start.count >= prefixLength || !isPossible(start) }

    /// Whether a file of which these are the first bytes may be one of these formats, as far as they tell.
    ///
    /// Four bytes rule out most of what is none, so that a short text need not wait for ``prefixLength`` of them.
    static func isPossible(_ start: [UInt8]) -> Bool {
        let bytes = start[...]
        guard let magic = bytes.uint32(at: 0) else { return bytes.first.map(firstBytes.contains) ?? true }
        let isGzip = bytes.byte(at: 0) == 0x1f && bytes.byte(at: 1) == 0x8b
        return isGzip || magic == PcapngParser.sectionHeaderType || PcapParser.Variant(magic: magic) != nil
    }
}
