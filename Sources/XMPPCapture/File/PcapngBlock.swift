/// The blocks of pcapng that mean something here, by their type (draft-ietf-opsawg-pcapng §4 and §10.1).
enum PcapngBlock: UInt32, Sendable {
    case interface = 1
    case obsoletePacket = 2
    case simplePacket = 3
    case enhancedPacket = 6
    case decryptionSecrets = 10
    case sectionHeader = 0x0a0d_0d0a

    /// Whether the block holds a packet.
    var isPacket: Bool {
        self == .enhancedPacket || self == .simplePacket || self == .obsoletePacket
    }

    /// Blocks without a packet that Wireshark counts as frames all the same: systemd journal, custom, sysdig events.
    static let otherFrames: Set<UInt32> = [9, 0xbad, 0x4000_0bad, 0x204, 0x208, 0x216, 0x217]
}

/// One option of a pcapng block (draft-ietf-opsawg-pcapng §3.5).
struct PcapngOption: Sendable {
    static let comment: UInt16 = 1
    static let interfaceTimeResolution: UInt16 = 9
    static let interfaceTimeOffset: UInt16 = 14

    /// How many options of a block are read; one that is all options would otherwise cost many times its size.
    private static let maximumCount = 1024

    let code: UInt16
    let value: ArraySlice<UInt8>

    /// The options that `bytes` hold, up to the end mark, the first one that is cut, or the limit.
    static func all(in bytes: ArraySlice<UInt8>, order: ByteOrder) -> [PcapngOption] {
        var options: [PcapngOption] = []
        var offset = 0
        while options.count < maximumCount, let code = bytes.uint16(at: offset, order), code != 0,
            let length = bytes.uint16(at: offset + 2, order)
        {
            let value = bytes.part(from: offset + 4, length: Int(length))
            guard value.count == Int(length) else { break }
            options.append(PcapngOption(code: code, value: value))
            offset += 4 + (Int(length) + 3) / 4 * 4
        }
        return options
    }
}

extension [PcapngOption] {
    /// The texts of all comments.
    var comments: [String] {
        compactMap { $0.code == PcapngOption.comment ? String(decoding: $0.value, as: UTF8.self) : nil }
    }
}

/// An interface as a section describes it.
struct PcapngInterface: Sendable {
    let link: LinkType
    /// The most bytes kept of a packet; 0 is no limit.
    let snapLength: Int
    let resolution: TimeResolution

    /// Reads the body of an Interface Description Block; nil if it is too short.
    init?(_ body: ArraySlice<UInt8>, options: [PcapngOption], order: ByteOrder) {
        guard let link = body.uint16(at: 0, order), let snapLength = body.uint32(at: 4, order) else { return nil }
        self.link = LinkType(rawValue: link)
        self.snapLength = Int(snapLength)
        var resolution = TimeResolution()
        for option in options {
            switch option.code {
            case PcapngOption.interfaceTimeResolution:
                resolution.exponentOctet = option.value.byte(at: 0) ?? resolution.exponentOctet
            case PcapngOption.interfaceTimeOffset:
                resolution.offset = option.value.uint64(at: 0, order).map { Int64(bitPattern: $0) } ?? 0
            default: break
            }
        }
        self.resolution = resolution
    }
}
