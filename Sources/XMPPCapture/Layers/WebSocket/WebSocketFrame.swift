/// The header of a WebSocket frame (RFC 6455 §5.2).
struct WebSocketFrame: Sendable, Equatable {
    enum Opcode: UInt8, Sendable {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        /// Whether the frame may stand between those of a message.
        var isControl: Bool { rawValue >= 8 }
    }

    enum Reading: Equatable {
        case needsMore
        case invalid(String)
        case frame(WebSocketFrame, headerLength: Int)
    }

    let opcode: Opcode
    /// Whether it is the last frame of its message.
    let isFinal: Bool
    /// RSV1: the message is compressed (RFC 7692 §6).
    let isCompressed: Bool
    /// How many bytes of payload follow.
    let length: Int
    /// What the payload is masked with; nil if it is not.
    let mask: [UInt8]?

    /// The longest header, in bytes.
    static let longestHeader = 14

    /// Reads the header at the start of `bytes`.
    static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
        guard let first = bytes.byte(at: 0), let second = bytes.byte(at: 1) else { return .needsMore }
        guard let opcode = Opcode(rawValue: first & 0x0F) else {
            return .invalid("A frame has the reserved opcode \(first & 0x0F). (RFC 6455 §5.2)")
        }
        let isFinal = first & 0x80 != 0
        guard first & 0x30 == 0, !opcode.isControl || first & 0x40 == 0 else {
            return .invalid("A frame has reserved bits set. (RFC 6455 §5.2)")
        }
        let short = Int(second & 0x7F)
        guard !opcode.isControl || isFinal && short < 126 else {
            return .invalid("A control frame is fragmented or longer than 125 bytes. (RFC 6455 §5.5)")
        }
        var length = short
        var position = 2
        if short == 126 {
            guard let extended = bytes.uint16(at: 2) else { return .needsMore }
            (length, position) = (Int(extended), 4)
        } else if short == 127 {
            guard let extended = bytes.uint64(at: 2) else { return .needsMore }
            guard let exact = Int(exactly: extended) else {
                return .invalid("The length of a frame has its highest bit set. (RFC 6455 §5.2)")
            }
            (length, position) = (exact, 10)
        }
        var mask: [UInt8]?
        if second & 0x80 != 0 {
            mask = Array(bytes.part(from: position, length: 4))
            position += 4
            if mask?.count != 4 { return .needsMore }
        }
        let frame = WebSocketFrame(
            opcode: opcode, isFinal: isFinal, isCompressed: first & 0x40 != 0, length: length, mask: mask)
        return .frame(frame, headerLength: position)
    }

    /// The payload bytes that begin at `offset` of the payload, unmasked (RFC 6455 §5.3).
    func unmask(_ bytes: ArraySlice<UInt8>, at offset: Int) -> ArraySlice<UInt8> {
        guard let mask, mask.count == 4 else { return bytes }
        var result = Array(bytes)
        for index in result.indices { result[index] ^= mask[(offset &+ index) & 3] }
        return result[...]
    }
}
