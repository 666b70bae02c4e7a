public import XMPPSession
public import XMPPTLS

/// What happens on a connection, told while it happens; for logs and tools.
public enum ConnectionActivity: Sendable {
    /// This is where the server may be, in the order in which it is tried.
    case located([ServiceEndpoint])
    /// A host could not be resolved or connected to; others may follow.
    case attemptFailed(AttemptFailure)
    /// TCP is connected.
    case connected(ConnectedEndpoint)
    /// TLS is established.
    case secured(TLSHandshake)
    /// These bytes of the stream go out, before encryption.
    case sent([UInt8])
    /// These bytes of the stream came in, after decryption.
    case received([UInt8])
    /// An event was queued for the application, or is the response to a request of its.
    case event(ClientEvent)
    /// TLS ended, and so.
    case tlsClosed(TLSClosure)
    /// The transport is closed.
    case disconnected
    /// The stream will be established anew in this time.
    case reconnecting(after: Duration)
}

/// A place where a service may be.
public struct ServiceEndpoint: Hashable, Sendable {
    /// A domain name of A-labels, or an IP address without brackets.
    public let host: String
    /// The port.
    public let port: UInt16
    /// Whether TLS begins with the first byte (XEP-0368).
    public let usesDirectTLS: Bool

    /// Creates a place.
    public init(host: String, port: UInt16, usesDirectTLS: Bool) {
        self.host = host
        self.port = port
        self.usesDirectTLS = usesDirectTLS
    }
}

extension ServiceEndpoint: CustomStringConvertible {
    /// Host and port, as in `[::1]:5222`.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// Where a connection has led to.
public struct ConnectedEndpoint: Hashable, Sendable {
    /// The place as it was found.
    public let endpoint: ServiceEndpoint
    /// The address that answered.
    public let address: SocketAddress
}
