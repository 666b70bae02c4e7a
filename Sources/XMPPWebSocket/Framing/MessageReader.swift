/// Puts messages together from the frames of one direction (RFC 6455 §5).
struct MessageReader: Sendable {
    /// What has come in whole.
    enum Found: Sendable {
        case text([UInt8])
        case binary([UInt8])
        case ping([UInt8])
        case pong([UInt8])
        case close(code: WebSocketCloseCode?, reason: String)
    }

    /// A message that has begun.
    private struct Message: Sendable {
        let isText: Bool
        var bytes: [UInt8] = []
        var fragments = 0
        var checker = UTF8Checker()
    }

    /// What there is of a header that is not complete.
    private var header: [UInt8] = []
    /// The frame whose payload is coming in, and how much of it has come.
    private var frame: (header: FrameHeader, received: Int)?
    private var control: [UInt8] = []
    private var message: Message?

    /// Whether nothing has been begun that is not complete.
    var isAtFrameBoundary: Bool { header.isEmpty && frame == nil && message == nil }

    /// Whether a message has been begun that is not complete, perhaps by no more than a part of its first header.
    var isWithinMessage: Bool { message != nil || !header.isEmpty }

    /// Takes bytes off `rest` up to the end of the next thing that is complete, or all of them if nothing is.
    mutating func next(
        _ rest: inout ArraySlice<UInt8>, fromClient: Bool, _ configuration: WebSocketConfiguration
    ) throws(WebSocketViolation) -> Found? {
        while true {
            if frame == nil {
                guard let read = try readHeader(&rest) else { return nil }
                try begin(read, fromClient: fromClient, configuration)
                frame = (read, 0)
            }
            guard let (header, received) = frame else { return nil }
            let part = rest.prefix(header.payloadLength - received)
            rest = rest.dropFirst(part.count)
            try append(part, of: header, at: received)
            guard received + part.count == header.payloadLength else {
                frame = (header, received + part.count)
                return nil
            }
            frame = nil
            if let found = try finish(header) { return found }
        }
    }

    private mutating func readHeader(_ rest: inout ArraySlice<UInt8>) throws(WebSocketViolation) -> FrameHeader? {
        let known = header.count
        header += rest.prefix(FrameHeader.maximumLength - known)
        switch FrameHeader.read(header) {
        case .needsMore:
            rest = []
            return nil
        case .invalid(let violation): throw violation
        case .header(let read, let length):
            rest = rest.dropFirst(length - known)
            header = []
            return read
        }
    }

    /// Judges a frame by its header, before any of its payload is kept.
    private mutating func begin(
        _ header: FrameHeader, fromClient: Bool, _ configuration: WebSocketConfiguration
    ) throws(WebSocketViolation) {
        if fromClient, header.mask == nil { throw .unmaskedFrame }
        if !fromClient, header.mask != nil { throw .maskedFrame }
        guard !header.opcode.isControl else {
            control = []
            return
        }
        if header.opcode == .continuation {
            guard message != nil else { throw .strayContinuation }
        } else {
            guard message == nil else { throw .interruptedMessage }
            if header.opcode == .binary, !configuration.acceptsBinary { throw .binaryMessage }
            message = Message(isText: header.opcode == .text)
        }
        let limits = configuration.limits
        message?.fragments += 1
        guard (message?.fragments ?? 0) <= limits.fragments else { throw .tooManyFragments(limit: limits.fragments) }
        guard header.payloadLength <= limits.messageBytes - (message?.bytes.count ?? 0) else {
            throw .messageTooLong(limit: limits.messageBytes)
        }
    }

    private mutating func append(
        _ part: ArraySlice<UInt8>, of header: FrameHeader, at offset: Int
    ) throws(WebSocketViolation) {
        guard !part.isEmpty else { return }
        if header.opcode.isControl {
            Self.append(part, to: &control, header.mask, at: offset)
            return
        }
        guard message != nil else { return }
        let isFit = Self.append(part, to: &message, header.mask, at: offset)
        guard isFit else { throw .invalidUTF8 }
    }

    private static func append(_ part: ArraySlice<UInt8>, to bytes: inout [UInt8], _ mask: UInt32?, at offset: Int) {
        let start = bytes.count
        bytes += part
        if let mask {
            bytes.withUnsafeMutableBytes { applyMask(mask, to: .init(rebasing: $0[start...]), at: offset) }
        }
    }

    /// Returns whether the text is still UTF-8.
    private static func append(
        _ part: ArraySlice<UInt8>, to message: inout Message?, _ mask: UInt32?, at offset: Int
    ) -> Bool {
        guard var open = message.take() else { return true }
        let start = open.bytes.count
        append(part, to: &open.bytes, mask, at: offset)
        var checker = open.checker
        let isFit = !open.isText || open.bytes.withUnsafeBytes { checker.check(.init(rebasing: $0[start...])) }
        open.checker = checker
        message = open
        return isFit
    }

    private mutating func finish(_ header: FrameHeader) throws(WebSocketViolation) -> Found? {
        switch header.opcode {
        case .ping: return .ping(takeControl())
        case .pong: return .pong(takeControl())
        case .close: return try Self.readClose(takeControl())
        case .continuation, .text, .binary:
            guard header.isFinal, let message = message.take() else { return nil }
            guard message.isText else { return .binary(message.bytes) }
            guard message.checker.isComplete else { throw .invalidUTF8 }
            return .text(message.bytes)
        }
    }

    private mutating func takeControl() -> [UInt8] {
        defer { control = [] }
        return control
    }

    private static func readClose(_ payload: [UInt8]) throws(WebSocketViolation) -> Found {
        guard !payload.isEmpty else { return .close(code: nil, reason: "") }
        guard payload.count >= 2 else { throw .truncatedCloseCode }
        let code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isAllowedOnWire else { throw .invalidCloseCode(code.rawValue) }
        guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw .invalidUTF8 }
        return .close(code: code, reason: reason)
    }
}
