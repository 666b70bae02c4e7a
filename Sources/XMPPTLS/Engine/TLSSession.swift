/// What a client keeps of a connection to resume it later with less work (RFC 8446 §2.2).
///
/// It holds the session's secrets, so it belongs where passwords belong. It also carries on the verdict on the
/// server's certificate: where trust is withdrawn, its sessions are to be dropped.
public struct TLSSession: Sendable {
    /// The domain that the session was made with; it is resumed with no other.
    public let domain: String
    /// The session in OpenSSL's own encoding.
    public let encoded: [UInt8]

    /// Takes up a session that was kept.
    public init(domain: String, encoded: [UInt8]) {
        self.domain = domain
        self.encoded = encoded
    }
}

extension TLSSession: CustomStringConvertible, CustomReflectable {
    /// The domain alone.
    public var description: String { "<TLS session with \(domain)>" }
    /// A mirror that shows the domain alone.
    public var customMirror: Mirror { Mirror(self, children: ["domain": domain]) }
}
