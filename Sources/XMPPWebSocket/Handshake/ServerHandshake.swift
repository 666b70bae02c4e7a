/// What a server answers a request with (RFC 6455 §4.2.2).
enum ServerHandshake {
    static func acceptance(
        _ request: WebSocketRequest, _ subprotocol: String?, _ headerFields: [(name: String, value: String)]
    ) throws(WebSocketLocalError) -> [UInt8] {
        guard let acceptance = HandshakeKey.acceptance(of: request.key) else { throw .noRequest }
        var bytes = Array("HTTP/1.1 101 Switching Protocols\r\n".utf8)
        try HTTPHead.write("Upgrade", "websocket", to: &bytes)
        try HTTPHead.write("Connection", "Upgrade", to: &bytes)
        try HTTPHead.write("Sec-WebSocket-Accept", acceptance, to: &bytes)
        if let subprotocol {
            guard request.subprotocols.contains(subprotocol) else { throw .subprotocolNotOffered(subprotocol) }
            try HTTPHead.write("Sec-WebSocket-Protocol", subprotocol, to: &bytes)
        }
        for (name, value) in headerFields { try HTTPHead.write(name, value, to: &bytes) }
        return bytes + Array("\r\n".utf8)
    }

    /// A response after which the transport is closed.
    static func refusal(_ status: Int, _ explanation: String) -> [UInt8] {
        let body = explanation.isEmpty ? "" : explanation + "\n"
        var fields = "Content-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
        // What is asked for instead (RFC 9110 §15.5.6, §15.5.22; RFC 6455 §4.4).
        if status == 405 { fields += "Allow: GET\r\n" }
        if status == 426 { fields += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" }
        let connection = status == 426 ? "Upgrade, close" : "close"
        return Array(
            "HTTP/1.1 \(status) \(phrase(status))\r\n\(fields)Connection: \(connection)\r\n\r\n\(body)".utf8)
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 426: "Upgrade Required"
        case 431: "Request Header Fields Too Large"
        case 503: "Service Unavailable"
        default: ""
        }
    }
}
