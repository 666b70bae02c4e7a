/// Octets that are written as base64 (RFC 4648 §4).
///
/// White space in the text is passed over, because pictures are often broken into lines; anything else that the
/// alphabet does not have makes the text unreadable. It is written on one line.
public struct Base64Data: XMLValue {
    /// The octets that the text stands for.
    public var bytes: [UInt8]

    /// Creates data from octets.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public init?(xmlText: String) {
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        var padding = 0
        bytes = []
        bytes.reserveCapacity(xmlText.utf8.count / 4 * 3)
        for character in xmlText.utf8 {
            switch character {
            case 0x09, 0x0A, 0x0D, 0x20: continue
            case 0x3D: padding += 1
            default:
                guard padding == 0, let value = Self.value(of: character) else { return nil }
                bits = bits << 6 | value
                bitCount += 6
                if bitCount >= 8 {
                    bitCount -= 8
                    bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
                    bits &= 1 << bitCount - 1
                }
            }
        }
        guard UInt32(padding) * 2 == bitCount, bits == 0 else { return nil }
    }

    public var xmlText: String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(Self.character(of: bits >> bitCount & 0x3F))
            }
        }
        if bitCount > 0 { text.append(Self.character(of: bits << (6 - bitCount) & 0x3F)) }
        while text.count % 4 != 0 { text.append(0x3D) }
        return String(decoding: text, as: UTF8.self)
    }

    public static var xmlDescription: String { "base64 (RFC 4648 §4)" }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case 0x41...0x5A: UInt32(character - 0x41)
        case 0x61...0x7A: UInt32(character - 0x61 + 26)
        case 0x30...0x39: UInt32(character - 0x30 + 52)
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }

    private static func character(of value: UInt32) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value)
        switch value {
        case ..<26: return 0x41 + value
        case ..<52: return 0x61 + value - 26
        case ..<62: return 0x30 + value - 52
        case 62: return 0x2B
        default: return 0x2F
        }
    }
}
