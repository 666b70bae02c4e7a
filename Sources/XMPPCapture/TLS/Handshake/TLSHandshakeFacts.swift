/// What a handshake shows about its session, as far as it is in clear or could be decrypted.
public struct TLSHandshakeFacts: Sendable, Hashable {
    /// The 32 bytes by which key logs name the session; empty if the ClientHello was not seen.
    public internal(set) var clientRandom: [UInt8] = []
    /// The domain that the client asked for (SNI, RFC 6066 §3).
    public internal(set) var serverName: String?
    /// The application protocols that the client offered (ALPN, RFC 7301), `xmpp-client` for instance.
    public internal(set) var offeredProtocols: [String] = []
    /// The application protocol that the server chose; in TLS 1.3 it is known only if it could be decrypted.
    public internal(set) var selectedProtocol: String?
    /// The versions that the client offered; before TLS 1.3 only the highest.
    public internal(set) var offeredVersions: [TLSProtocolVersion] = []
    /// The version that the server chose.
    public internal(set) var version: TLSProtocolVersion?
    /// The cipher suite that the server chose.
    public internal(set) var cipherSuite: TLSCipherSuite?
    /// The server's certificate; in TLS 1.3 it is known only if it could be decrypted.
    public internal(set) var serverCertificate: TLSCertificateFacts?
    /// The client's certificate, likewise.
    public internal(set) var clientCertificate: TLSCertificateFacts?
    /// Whether the session continues an earlier one, by identifier, ticket or pre-shared key.
    public internal(set) var isResumed = false
    /// Whether the server had the client begin again (RFC 8446 §4.1.4).
    public internal(set) var wasRetried = false
    /// Whether the client announced data before the end of the handshake (0-RTT, RFC 8446 §2.3).
    public internal(set) var offersEarlyData = false
    /// Whether the server took that data; nil as long as it is not known.
    public internal(set) var acceptsEarlyData: Bool?
    /// Whether the handshake took place inside a session that was established before (RFC 5746).
    public internal(set) var isRenegotiation = false
}
