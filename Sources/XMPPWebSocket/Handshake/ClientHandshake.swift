/// The client's side of opening a connection (RFC 6455 §4.1).
struct ClientHandshake: Sendable {
    let subprotocols: [String]
    let key: String

    init(subprotocols: [String], using generator: inout some RandomNumberGenerator) {
        self.subprotocols = subprotocols
        key = HandshakeKey.generate(using: &generator)
    }

    func request(
        _ url: WebSocketURL, _ headerFields: [(name: String, value: String)]
    ) throws(WebSocketLocalError) -> [UInt8] {
        var bytes = Array("GET \(url.target) HTTP/1.1\r\n".utf8)
        try HTTPHead.write("Host", url.authority, to: &bytes)
        try HTTPHead.write("Upgrade", "websocket", to: &bytes)
        try HTTPHead.write("Connection", "Upgrade", to: &bytes)
        try HTTPHead.write("Sec-WebSocket-Key", key, to: &bytes)
        try HTTPHead.write("Sec-WebSocket-Version", "13", to: &bytes)
        for subprotocol in subprotocols where !subprotocol.utf8.allSatisfy(HTTPHead.isTokenByte) || subprotocol.isEmpty
        {
            throw .invalidHeaderField("Sec-WebSocket-Protocol")
        }
        if !subprotocols.isEmpty {
            try HTTPHead.write("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", "), to: &bytes)
        }
        for (name, value) in headerFields { try HTTPHead.write(name, value, to: &bytes) }
        return bytes + Array("\r\n".utf8)
    }

    /// Judges the server's response; returns the subprotocol that it chose.
    func check(_ head: HTTPHead) throws(WebSocketHandshakeError) -> String? {
        guard let version = head.startLine.first, version.hasPrefix("HTTP/1."), head.startLine.count >= 2,
            let status = Int(head.startLine[1])
        else { throw .notHTTP }
        guard status == 101 else {
            throw .unexpectedStatus(status, reason: head.startLine.count > 2 ? head.startLine[2] : "")
        }
        guard head.single("upgrade")?.lowercased() == "websocket" else { throw .unexpectedField("Upgrade") }
        guard head.has("upgrade", in: "connection") else { throw .unexpectedField("Connection") }
        guard let expected = HandshakeKey.acceptance(of: key), head.single("sec-websocket-accept") == expected else {
            throw .unexpectedField("Sec-WebSocket-Accept")
        }
        if let unasked = head.list("sec-websocket-extensions").first { throw .unexpectedExtension(unasked) }
        let chosen = head.list("sec-websocket-protocol")
        guard let subprotocol = chosen.first, chosen.count == 1 else {
            guard subprotocols.isEmpty, chosen.isEmpty else { throw .missingSubprotocol }
            return nil
        }
        guard subprotocols.contains(subprotocol) else { throw .unexpectedSubprotocol(subprotocol) }
        return subprotocol
    }
}
