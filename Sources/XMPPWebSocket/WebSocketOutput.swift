/// What a connection has for its driver, in the order in which it is to be dealt with.
public enum WebSocketOutput: Hashable, Sendable {
    /// Send these bytes to the peer.
    case write([UInt8])
    /// A client asks for a connection: accept it or refuse it. Only for servers.
    case request(WebSocketRequest)
    /// The connection is open; messages may go both ways. The subprotocol is the one agreed on.
    case opened(subprotocol: String?)
    /// A text message, whole, as UTF-8.
    case text([UInt8])
    /// A binary message, whole. Comes only if the configuration accepts them.
    case binary([UInt8])
    /// An answer to a ping, or an unasked sign of life (RFC 6455 §5.5.3).
    case pong([UInt8])
    /// The connection is at its end: send what is still to be sent, then close the transport. It is the last output.
    case closed(WebSocketEnding)
}

/// How a WebSocket connection came to its end.
public enum WebSocketEnding: Hashable, Sendable {
    /// Both sides have sent their close frames. The code is that of the side that closed first, nil if it gave none.
    case closed(code: WebSocketCloseCode?, reason: String, byPeer: Bool)
    /// The peer broke the protocol.
    case violation(WebSocketViolation)
    /// The connection was not opened: what the peer asked for or answered was not as it has to be.
    case handshakeFailed(WebSocketHandshakeError)
    /// This server refused the request.
    case refused(status: Int)
    /// The transport was closed before the connection was.
    case cut
}

extension WebSocketEnding: CustomStringConvertible {
    /// What happened, for people.
    public var description: String {
        switch self {
        case .closed(let code, let reason, let byPeer):
            let side = byPeer ? "the peer" : "this side"
            let number = code.map { " with code \($0.rawValue)" } ?? ""
            return "\(side) closed the WebSocket connection\(number)" + (reason.isEmpty ? "" : ": \(reason)")
        case .violation(let violation): return "the peer broke the protocol of WebSocket: \(violation)"
        case .handshakeFailed(let error): return "there is no WebSocket connection: \(error)"
        case .refused(let status): return "the request for WebSocket was refused with status \(status)"
        case .cut: return "it ended without the WebSocket connection having been closed"
        }
    }
}

/// A call that the connection cannot carry out: a mistake on this side. The connection is as it was before.
public enum WebSocketLocalError: Error, Hashable, Sendable {
    /// The connection is not open yet, or not any more.
    case notOpen
    /// There is no request to be answered.
    case noRequest
    /// The text is not UTF-8 (RFC 6455 §5.6).
    case invalidUTF8
    /// A ping has more than 125 bytes, or the reason of a close more than 123 (RFC 6455 §5.5).
    case tooLong
    /// The close code is not one that may be sent (RFC 6455 §7.4).
    case invalidCloseCode(WebSocketCloseCode)
    /// The client did not offer this subprotocol.
    case subprotocolNotOffered(String)
    /// A name or value of a header field cannot be written in one (RFC 9110 §5.5, §5.6.2).
    case invalidHeaderField(String)
}

extension WebSocketLocalError: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .notOpen: "the WebSocket connection is not open"
        case .noRequest: "there is no request for WebSocket to be answered"
        case .invalidUTF8: "the text is not UTF-8 (RFC 6455 §5.6)"
        case .tooLong: "a control frame carries no more than 125 bytes (RFC 6455 §5.5)"
        case .invalidCloseCode(let code): "\(code) is no close code that may be sent (RFC 6455 §7.4)"
        case .subprotocolNotOffered(let name): "the client did not offer the subprotocol \(String(reflecting: name))"
        case .invalidHeaderField(let name):
            "the header field \(String(reflecting: name)) cannot be written (RFC 9110 §5.5)"
        }
    }
}
