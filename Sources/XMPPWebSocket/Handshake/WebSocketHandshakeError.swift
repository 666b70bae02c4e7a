/// Why a WebSocket connection was not opened (RFC 6455 §4).
public enum WebSocketHandshakeError: Error, Hashable, Sendable {
    /// What the peer sends is not HTTP/1.1.
    case notHTTP
    /// The head of the peer's message has more bytes than this limit.
    case headTooLong(limit: Int)
    /// The transport was closed after so many bytes of the peer's message.
    case cut(receivedBytes: Int)

    /// The server answered with this status in place of 101, and with this reason.
    case unexpectedStatus(Int, reason: String)
    /// This field of the response is not what it has to be (§4.1).
    case unexpectedField(String)
    /// The server agreed to an extension that was not offered (§4.1).
    case unexpectedExtension(String)
    /// The server chose a subprotocol that was not offered (§4.1).
    case unexpectedSubprotocol(String)
    /// The server chose none of the subprotocols offered, without which nobody knows what is spoken (RFC 7395 §3.1).
    case missingSubprotocol

    /// The request does not use the method GET (§4.2.1).
    case wrongMethod(String)
    /// The request does not ask for WebSocket (§4.2.1).
    case notAnUpgrade
    /// This field of the request is missing, there twice, or wrong (§4.2.1).
    case invalidField(String)
    /// The request is for another version of WebSocket than 13 (§4.4).
    case unsupportedVersion(String)
    /// The client sent data before its request was answered (§4.1).
    case earlyData

    /// What a server answers with (RFC 9110 §15).
    var status: Int {
        switch self {
        case .headTooLong: 431
        case .wrongMethod: 405
        case .notAnUpgrade, .unsupportedVersion: 426
        default: 400
        }
    }
}

extension WebSocketHandshakeError: CustomStringConvertible {
    /// One sentence, with the section that was broken where there is one.
    public var description: String {
        switch self {
        case .notHTTP: "This is not HTTP/1.1. (RFC 6455 §4)"
        case .headTooLong(let limit): "The head of the HTTP message has more than \(limit) bytes."
        case .cut(let count): "The transport was closed after \(count) bytes of the HTTP message."
        case .unexpectedStatus(let status, let reason):
            reason.isEmpty
                ? "The server answers with status \(status)." : "The server answers with \(status) \(reason)."
        case .unexpectedField(let name): "The response has no fitting \(name). (RFC 6455 §4.1)"
        case .unexpectedExtension(let name): "The server chose the extension \(name), unasked. (RFC 6455 §4.1)"
        case .unexpectedSubprotocol(let name): "The server chose the subprotocol \(name), unasked. (RFC 6455 §4.1)"
        case .missingSubprotocol: "The server chose no subprotocol. (RFC 7395 §3.1)"
        case .wrongMethod(let method): "The method is \(method), and not GET. (RFC 6455 §4.2.1)"
        case .notAnUpgrade: "This is for WebSocket. (RFC 6455 §4.2.1)"
        case .invalidField(let name): "The request has no fitting \(name). (RFC 6455 §4.2.1)"
        case .unsupportedVersion(let version): "Version \(version) is not spoken here. (RFC 6455 §4.4)"
        case .earlyData: "The client did not wait for the answer. (RFC 6455 §4.1)"
        }
    }
}
