/// The header of a WebSocket frame (RFC 6455 §5.2).
struct FrameHeader: Hashable, Sendable {
    /// What a frame is for (RFC 6455 §11.8).
    enum Opcode: UInt8, Sendable {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        /// Whether the frame may stand between those of a message, and must not be cut itself (RFC 6455 §5.5).
        var isControl: Bool { rawValue & 0x8 != 0 }
    }

    enum Reading: Hashable {
        case needsMore
        case invalid(WebSocketViolation)
        case header(FrameHeader, length: Int)
    }

    /// The most bytes that a header has.
    static let maximumLength = 14
    /// The most bytes that a control frame carries (RFC 6455 §5.5).
    static let maximumControlPayload = 125

    var opcode: Opcode
    /// Whether it is the last frame of its message.
    var isFinal: Bool
    /// How many bytes follow the header.
    var payloadLength: Int
    /// What the payload is masked with, its first byte in the lowest bits; nil if it is not.
    var mask: UInt32?

    // MARK: Reading

    /// Reads the header at the start of `bytes`. What is wrong is found with the first byte that shows it.
    static func read(_ bytes: [UInt8]) -> Reading {
        guard let first = bytes.first else { return .needsMore }
        guard first & 0x70 == 0 else { return .invalid(.reservedBits) }
        guard let opcode = Opcode(rawValue: first & 0x0F) else { return .invalid(.reservedOpcode(first & 0x0F)) }
        let isFinal = first & 0x80 != 0
        if opcode.isControl, !isFinal { return .invalid(.fragmentedControlFrame) }
        guard bytes.count >= 2 else { return .needsMore }
        let short = bytes[1] & 0x7F
        if opcode.isControl, short > maximumControlPayload { return .invalid(.longControlFrame) }
        let extensionLength = short == 126 ? 2 : short == 127 ? 8 : 0
        let maskLength = bytes[1] & 0x80 != 0 ? 4 : 0
        let length = 2 + extensionLength + maskLength
        guard bytes.count >= length else { return .needsMore }
        var payloadLength = UInt64(short)
        if extensionLength > 0 {
            payloadLength = bytes[2..<(2 + extensionLength)].reduce(0) { $0 << 8 | UInt64($1) }
            guard payloadLength >= (extensionLength == 2 ? 126 : 65_536) else { return .invalid(.overlongLength) }
        }
        guard payloadLength >> 63 == 0, let exact = Int(exactly: payloadLength) else {
            return .invalid(.impossibleLength)
        }
        let mask = maskLength == 0 ? nil : bytes[(length - 4)..<length].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        let header = FrameHeader(opcode: opcode, isFinal: isFinal, payloadLength: exact, mask: mask)
        return .header(header, length: length)
    }

    // MARK: Writing

    /// Appends the header in its shortest form.
    func write(to bytes: inout [UInt8]) {
        bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
        let maskBit: UInt8 = mask == nil ? 0 : 0x80
        switch payloadLength {
        case ..<126:
            bytes.append(maskBit | UInt8(truncatingIfNeeded: payloadLength))
        case ..<65_536:
            bytes.append(maskBit | 126)
            withUnsafeBytes(of: UInt16(truncatingIfNeeded: payloadLength).bigEndian) { bytes += $0 }
        default:
            bytes.append(maskBit | 127)
            withUnsafeBytes(of: UInt64(payloadLength).bigEndian) { bytes += $0 }
        }
        if let mask { withUnsafeBytes(of: mask.littleEndian) { bytes += $0 } }
    }
}
