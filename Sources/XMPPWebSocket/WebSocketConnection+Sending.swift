// MARK: - What the application sends

extension WebSocketConnection {
    /// Sends a text message: with RFC 7395 one stanza, one `<open/>` or one `<close/>`.
    ///
    /// Throws ``WebSocketLocalError/notOpen`` or ``WebSocketLocalError/invalidUTF8``.
    public mutating func send(text: [UInt8]) throws(WebSocketLocalError) {
        guard isOpen else { throw .notOpen }
        var checker = UTF8Checker()
        guard text.withUnsafeBytes({ checker.check($0) }), checker.isComplete else { throw .invalidUTF8 }
        send(message: text, .text)
    }

    /// Sends a binary message. Throws ``WebSocketLocalError/notOpen``.
    public mutating func send(binary: [UInt8]) throws(WebSocketLocalError) {
        guard isOpen else { throw .notOpen }
        send(message: binary, .binary)
    }

    /// Asks the peer for a sign of life, which comes as a ``WebSocketOutput/pong(_:)`` with the same bytes, at most 125.
    ///
    /// Throws ``WebSocketLocalError/notOpen`` or ``WebSocketLocalError/tooLong``.
    public mutating func ping(_ payload: [UInt8] = []) throws(WebSocketLocalError) {
        guard isOpen else { throw .notOpen }
        guard payload.count <= FrameHeader.maximumControlPayload else { throw .tooLong }
        write(.ping, payload[...])
    }

    /// Begins to close the connection (RFC 6455 §7.1.2): what the peer still sends is handed out until it answers. To
    /// close twice is to close once; before the connection is open it ends at once.
    ///
    /// Throws ``WebSocketLocalError/invalidCloseCode(_:)``, or ``WebSocketLocalError/tooLong`` for a reason of more than
    /// 123 bytes.
    public mutating func close(
        _ code: WebSocketCloseCode = .normal, reason: String = ""
    ) throws(WebSocketLocalError) {
        guard code.isAllowedOnWire else { throw .invalidCloseCode(code) }
        guard reason.utf8.count <= FrameHeader.maximumControlPayload - 2 else { throw .tooLong }
        switch state {
        case .open:
            state = .closing(code: code, reason: reason)
            writeClose(code, reason)
        case .requesting, .awaitingRequest: end(.cut)
        case .deciding: try refuse(status: 503, reason: reason)
        case .closing, .ended: return
        }
    }

    // MARK: Frames

    private mutating func send(message: [UInt8], _ opcode: FrameHeader.Opcode) {
        let part = max(1, configuration.fragmentBytes ?? Int.max)
        var rest = message[...]
        var next = opcode
        while rest.count > part {
            write(next, rest.prefix(part), isFinal: false)
            rest = rest.dropFirst(part)
            next = .continuation
        }
        write(next, rest)
    }

    mutating func writeClose(_ code: WebSocketCloseCode?, _ reason: String) {
        guard let code else { return write(.close, []) }
        let payload = [UInt8(code.rawValue >> 8), UInt8(truncatingIfNeeded: code.rawValue)] + Array(reason.utf8)
        write(.close, payload[...])
    }

    mutating func write(_ opcode: FrameHeader.Opcode, _ payload: ArraySlice<UInt8>, isFinal: Bool = true) {
        let mask = role == .client ? UInt32.random(in: .min ... .max, using: &generator) : nil
        let header = FrameHeader(opcode: opcode, isFinal: isFinal, payloadLength: payload.count, mask: mask)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count + FrameHeader.maximumLength)
        header.write(to: &bytes)
        let start = bytes.count
        bytes += payload
        if let mask {
            bytes.withUnsafeMutableBytes { applyMask(mask, to: .init(rebasing: $0[start...]), at: 0) }
        }
        emit(.write(bytes))
    }
}
