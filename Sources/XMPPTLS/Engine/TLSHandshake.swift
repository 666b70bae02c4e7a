/// What a handshake led to.
public struct TLSHandshake: Hashable, Sendable {
    /// The version of TLS.
    public let version: TLSVersion
    /// The cipher suite by its IANA name, for example `TLS_AES_128_GCM_SHA256`.
    public let cipherSuite: String
    /// What ALPN agreed on (RFC 7301), `nil` if the server did not choose.
    public let applicationProtocol: String?
    /// The host name that the client asked for (RFC 6066 §3).
    public let serverName: String?
    /// Whether an earlier session was resumed.
    public let isResumed: Bool
    /// The peer's certificate, `nil` for a client that has none.
    public let peerCertificate: PeerCertificate?
    /// The data of the channel bindings that are sound on this connection.
    public let channelBindings: TLSChannelBindings
}

/// Channel binding data (RFC 5056) for SASL.
public struct TLSChannelBindings: Hashable, Sendable {
    /// `tls-exporter` (RFC 9266): 32 bytes; on TLS 1.2 only with an extended master secret (RFC 7627).
    public let exporter: [UInt8]?
    /// `tls-unique` (RFC 5929 §3): 12 bytes; on TLS 1.2 only, and only with an extended master secret.
    public let unique: [UInt8]?
    /// `tls-server-end-point` (RFC 5929 §4): the digest of the server's certificate; `nil` where its signature has
    /// no single hash function, as with Ed25519.
    public let serverEndPoint: [UInt8]?
}

extension TLSHandshake: CustomStringConvertible {
    /// Version, cipher suite, and what there is of the protocol and the peer's certificate, on one line.
    public var description: String {
        var parts = ["\(version)", cipherSuite]
        if let applicationProtocol { parts.append("ALPN \(applicationProtocol)") }
        if isResumed { parts.append("resumed") }
        if let peerCertificate { parts.append("certificate \(peerCertificate)") }
        return parts.joined(separator: ", ")
    }
}
