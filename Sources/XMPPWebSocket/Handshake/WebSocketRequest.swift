/// What a client asks a server for (RFC 6455 §4.2.1).
public struct WebSocketRequest: Hashable, Sendable {
    /// The path and query that are asked for, as the client wrote them.
    public let target: String
    /// The host, with its port if one was given.
    public let host: String
    /// Where the page comes from that asks, if a browser does (RFC 6455 §10.2).
    public let origin: String?
    /// The subprotocols that the client offers, best first.
    public let subprotocols: [String]
    /// All fields in order, their names in lower case.
    public let headerFields: [HeaderField]
    let key: String

    /// A field of the request.
    public struct HeaderField: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value, without space around it.
        public let value: String
    }

    init(_ head: HTTPHead) throws(WebSocketHandshakeError) {
        guard head.startLine.count == 3, head.startLine[2].hasPrefix("HTTP/1."), head.startLine[2] != "HTTP/1.0" else {
            throw .notHTTP
        }
        guard head.startLine[0] == "GET" else { throw .wrongMethod(head.startLine[0]) }
        guard head.has("websocket", in: "upgrade"), head.has("upgrade", in: "connection") else { throw .notAnUpgrade }
        let version = head.single("sec-websocket-version") ?? ""
        guard version == "13" else { throw .unsupportedVersion(version.isEmpty ? "without a number" : version) }
        guard let host = head.single("host"), !host.isEmpty else { throw .invalidField("Host") }
        guard let key = head.single("sec-websocket-key"), HandshakeKey.isValid(key) else {
            throw .invalidField("Sec-WebSocket-Key")
        }
        target = head.startLine[1]
        self.host = host
        self.key = key
        origin = head.single("origin")
        subprotocols = head.list("sec-websocket-protocol")
        headerFields = head.fields.map { HeaderField(name: $0.name, value: $0.value) }
    }
}
