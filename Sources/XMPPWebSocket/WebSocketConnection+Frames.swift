// MARK: - What the peer sends

extension WebSocketConnection {
    mutating func receiveFrames(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        do throws(WebSocketViolation) {
            while let frame = try reader.next(&rest, fromClient: role == .server, configuration) {
                handle(frame)
                if case .ended = state { return }
            }
        } catch {
            if isOpen { writeClose(error.closeCode, "") }
            end(.violation(error))
        }
    }

    private mutating func handle(_ frame: MessageReader.Found) {
        switch frame {
        case .text(let bytes): emit(.text(bytes))
        case .binary(let bytes): emit(.binary(bytes))
        case .ping(let payload):
            // Once its close frame is sent a side sends nothing more (RFC 6455 §5.5.1).
            if isOpen { write(.pong, payload[...]) }
        case .pong(let payload): emit(.pong(payload))
        case .close(let code, let reason): handleClose(code, reason)
        }
    }

    private mutating func handleClose(_ code: WebSocketCloseCode?, _ reason: String) {
        if case .closing(let code, let reason) = state {
            end(.closed(code: code, reason: reason, byPeer: false))
        } else {
            writeClose(code, "")
            end(.closed(code: code, reason: reason, byPeer: true))
        }
    }
}
