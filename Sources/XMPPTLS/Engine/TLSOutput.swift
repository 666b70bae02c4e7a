/// What an engine has for its driver, in the order in which it is to be dealt with.
public enum TLSOutput: Sendable {
    /// Send these bytes to the peer.
    case ciphertext([UInt8])
    /// The handshake is done: from here on there is plaintext both ways.
    case handshakeCompleted(TLSHandshake)
    /// The peer sent this.
    case plaintext([UInt8])
    /// The certificate was not accepted; the handshake waits for ``TLSEngine/acceptCertificate()`` or
    /// ``TLSEngine/rejectCertificate()``.
    case certificateVerdictNeeded(PeerCertificate)
    /// Keep this to resume the connection later. There may be several, of which each is for one use.
    case session(TLSSession)
    /// A line for a key log file in the NSS format, with the secrets of this connection.
    case keyLog(String)
    /// Nothing more will be received. After a `closeNotify` plaintext can still be sent.
    case closed(TLSClosure)
}

/// How a connection ended.
public enum TLSClosure: Hashable, Sendable {
    /// The peer said that it will send nothing more (RFC 8446 §6.1).
    case closeNotify
    /// The transport ended without the peer having said so: what came last may be missing.
    case truncated
    /// The connection failed; an alert may be waiting to be sent.
    case failed(TLSError)
}

extension TLSClosure: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .closeNotify: "the peer closed TLS"
        case .truncated: "the transport ended without TLS having been closed"
        case .failed(let error): "TLS failed: \(error)"
        }
    }
}
