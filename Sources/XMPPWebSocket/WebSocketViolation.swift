/// What a peer does wrong on a WebSocket connection (RFC 6455). It ends the connection.
public enum WebSocketViolation: Error, Hashable, Sendable {
    /// A frame has bits set that no extension was agreed for (§5.2).
    case reservedBits
    /// A frame has an opcode that means nothing (§5.2).
    case reservedOpcode(UInt8)
    /// A frame does not give its length in the shortest form (§5.2).
    case overlongLength
    /// The length of a frame has its highest bit set (§5.2).
    case impossibleLength
    /// A control frame is cut into fragments (§5.5).
    case fragmentedControlFrame
    /// A control frame carries more than 125 bytes (§5.5).
    case longControlFrame
    /// A frame of a client is not masked (§5.1).
    case unmaskedFrame
    /// A frame of a server is masked (§5.1).
    case maskedFrame
    /// A frame goes on with a message that has not begun (§5.4).
    case strayContinuation
    /// A message begins before the one before it has ended (§5.4).
    case interruptedMessage
    /// A message is binary where only text is spoken (RFC 7395 §3.2).
    case binaryMessage
    /// Text, or the reason in a close frame, is not UTF-8 (§8.1).
    case invalidUTF8
    /// A message has more bytes than this limit.
    case messageTooLong(limit: Int)
    /// A message has more fragments than this limit.
    case tooManyFragments(limit: Int)
    /// A close frame has a body of one byte (§5.5.1).
    case truncatedCloseCode
    /// A close frame has a code that may not be sent (§7.4).
    case invalidCloseCode(UInt16)

    /// What the peer is told in the close frame (§7.4.1).
    public var closeCode: WebSocketCloseCode {
        switch self {
        case .binaryMessage: .unsupportedData
        case .invalidUTF8: .invalidPayload
        case .messageTooLong: .messageTooBig
        case .tooManyFragments: .policyViolation
        default: .protocolError
        }
    }
}

extension WebSocketViolation: CustomStringConvertible {
    /// One sentence, with the section that was broken.
    public var description: String {
        switch self {
        case .reservedBits: "A frame has reserved bits set. (RFC 6455 §5.2)"
        case .reservedOpcode(let opcode): "A frame has the reserved opcode \(opcode). (RFC 6455 §5.2)"
        case .overlongLength: "A frame does not give its length in the shortest form. (RFC 6455 §5.2)"
        case .impossibleLength: "The length of a frame has its highest bit set. (RFC 6455 §5.2)"
        case .fragmentedControlFrame: "A control frame is cut into fragments. (RFC 6455 §5.5)"
        case .longControlFrame: "A control frame carries more than 125 bytes. (RFC 6455 §5.5)"
        case .unmaskedFrame: "A frame of the client is not masked. (RFC 6455 §5.1)"
        case .maskedFrame: "A frame of the server is masked. (RFC 6455 §5.1)"
        case .strayContinuation: "A frame goes on with a message that has not begun. (RFC 6455 §5.4)"
        case .interruptedMessage: "A message begins before the one before it has ended. (RFC 6455 §5.4)"
        case .binaryMessage: "A message is binary, and not text. (RFC 7395 §3.2)"
        case .invalidUTF8: "Text is not UTF-8. (RFC 6455 §8.1)"
        case .messageTooLong(let limit): "A message has more than \(limit) bytes."
        case .tooManyFragments(let limit): "A message has more than \(limit) fragments."
        case .truncatedCloseCode: "A close frame has half a code. (RFC 6455 §5.5.1)"
        case .invalidCloseCode(let code): "A close frame has the code \(code), which may not be sent. (RFC 6455 §7.4)"
        }
    }
}
