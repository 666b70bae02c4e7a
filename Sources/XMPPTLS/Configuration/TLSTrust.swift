/// Which certificates of a peer are accepted.
public struct TLSTrust: Sendable {
    /// Where certification authorities come from.
    public enum Anchors: Sendable {
        /// The system's, as OpenSSL is configured to find them.
        case system
        /// The certificates in this PEM text, and no others.
        case pem([UInt8])
        /// The certificates in the PEM file of this path, and no others; read when the context is made.
        case file(String)
    }

    /// What happens to a certificate that is not accepted.
    public enum OnFailure: Sendable {
        /// The handshake fails, and the peer is told by an alert.
        case reject
        /// The application is asked; the handshake waits for its answer. For clients only: a server rejects.
        case askApplication
    }

    /// The certification authorities.
    public var anchors: Anchors
    /// SHA-256 digests (32 bytes) of the only acceptable certificates. Unless empty, one of them must be the peer's,
    /// and then neither its issuer, its names nor its dates matter, as with DANE-EE (RFC 7671 §5.1).
    public var pinnedCertificates: Set<[UInt8]>
    /// What happens to a certificate that is not accepted.
    public var onFailure: OnFailure

    /// Creates a trust setting.
    public init(
        anchors: Anchors = .system,
        pinnedCertificates: Set<[UInt8]> = [],
        onFailure: OnFailure = .reject
    ) {
        self.anchors = anchors
        self.pinnedCertificates = pinnedCertificates
        self.onFailure = onFailure
    }
}
