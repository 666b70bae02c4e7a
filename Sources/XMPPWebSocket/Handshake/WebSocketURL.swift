/// Where a WebSocket server is (RFC 6455 §3): `ws://` or `wss://`, a host, a port, a path and a query.
public struct WebSocketURL: Hashable, Sendable {
    /// Whether TLS protects the connection.
    public let isSecure: Bool
    /// The host: a name, or an address without brackets.
    public let host: String
    /// The port; 80 or 443 where the URL has none.
    public let port: UInt16
    /// The path and query that are asked for; at least `/`.
    public let target: String
    /// The host as the URL writes it, with its port where it is not the default.
    public let authority: String

    /// What is wrong with a URL.
    public enum ParsingError: Error, Hashable, Sendable {
        /// It does not begin with `ws://` or `wss://`.
        case wrongScheme
        /// It has no host, or one with a character that none has.
        case invalidHost
        /// Its port is not a number from 1 to 65,535.
        case invalidPort
        /// A name or password stands before its host.
        case userInformation
        /// It has a fragment, which a request cannot carry (RFC 6455 §3).
        case fragment
        /// Its path or query has a character that has to be percent-encoded.
        case invalidTarget
    }

    /// Reads a URL; nothing in it is decoded.
    public init(_ text: String) throws(ParsingError) {
        let bytes = text.utf8
        guard let schemeEnd = text.range(ofScheme: "://") else { throw .wrongScheme }
        switch text[..<schemeEnd.lowerBound].lowercased() {
        case "ws": isSecure = false
        case "wss": isSecure = true
        default: throw .wrongScheme
        }
        guard !bytes.contains(UInt8(ascii: "#")) else { throw .fragment }
        let rest = text[schemeEnd.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { throw .userInformation }
        let (host, port) = try Self.split(authority)
        guard Self.isHost(host) else { throw .invalidHost }
        let standard: UInt16 = isSecure ? 443 : 80
        self.host = String(host)
        self.port = port ?? standard
        let written = authority.hasPrefix("[") ? "[\(host)]" : String(host)
        self.authority = self.port == standard ? written : "\(written):\(self.port)"
        let path = rest[authority.endIndex...]
        guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .invalidTarget }
        target = path.hasPrefix("/") ? String(path) : "/" + path
    }

    private static func split(_ authority: Substring) throws(ParsingError) -> (host: Substring, port: UInt16?) {
        var host = authority
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw .invalidHost }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .invalidHost }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        guard let port, !port.isEmpty else { return (host, nil) }
        guard port.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }), let number = UInt16(port),
            number > 0
        else { throw .invalidPort }
        return (host, number)
    }

    /// Whether these can be the characters of a host, as a name in ASCII or as an address.
    private static func isHost(_ host: Substring) -> Bool {
        !host.isEmpty
            && host.utf8.allSatisfy { byte in
                HTTPHead.isTokenByte(byte) && byte < 0x7F || byte == UInt8(ascii: ":")
            }
    }
}

extension WebSocketURL: CustomStringConvertible {
    /// The URL, with a port only where it is not the default.
    public var description: String { "\(isSecure ? "wss" : "ws")://\(authority)\(target)" }
}

extension WebSocketURL.ParsingError: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .wrongScheme: "the URL does not begin with ws:// or wss://"
        case .invalidHost: "the URL has no host, or one with a character that none has"
        case .invalidPort: "the URL's port is not a number from 1 to 65535"
        case .userInformation: "the URL has a name or password before its host"
        case .fragment: "the URL has a fragment, which a request cannot carry (RFC 6455 §3)"
        case .invalidTarget: "the URL's path or query has a character that has to be percent-encoded"
        }
    }
}

extension String {
    /// Where `separator` stands first.
    fileprivate func range(ofScheme separator: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(separator) { return start..<index(start, offsetBy: separator.count) }
            guard self[start].isLetter else { return nil }
            start = index(after: start)
        }
        return nil
    }
}
