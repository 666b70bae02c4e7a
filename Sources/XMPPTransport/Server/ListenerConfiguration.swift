public import XMPPSession
public import XMPPTLS

/// Everything that a listener is told before it begins.
public struct ListenerConfiguration: Sendable {
    /// What clients are offered, and demanded of. Over WebSocket `framing` is set by the listener, and `tls` is `none` or
    /// counts as `direct`.
    public var session: ServerConfiguration
    /// How TLS is spoken, with at least one identity; nil only where `session.tls` is `none`. Application protocols and the
    /// export of the key log are set by the listener.
    public var tls: TLSConfiguration?
    /// Where to listen. With port 0 the system chooses one, which ``Listener/address`` tells.
    public var address: SocketAddress
    /// The path under which the stream is carried by WebSocket (RFC 7395), such as `/xmpp-websocket`; nil for a stream that
    /// TCP carries by itself. Every other path is answered with 404.
    public var webSocketPath: String?
    /// How much may wait in memory for each connection.
    public var buffers: BufferPolicy
    /// How many connections may wait to be taken before no more are accepted.
    public var waitingConnections: Int
    /// How many connections may be open at once, at least 1; by default 10,000, which take some 250 MB with TLS. What exceeds
    /// it is told `resource-constraint` (RFC 6120 §4.9.3.17), over WebSocket 503, and closed; where TLS comes first it is
    /// closed without a word, since a handshake would cost what is to be spared.
    public var maximumConnections: Int
    /// Receives each line for a key log in the NSS format; with it anyone can decrypt the connections.
    public var keyLog: (@Sendable (String) -> Void)?
    /// Is told of everything that happens on a connection, in order and while it happens, with the client's address; on the
    /// connection's queue, which it must not hold up.
    public var observer: (@Sendable (SocketAddress, ServerActivity) -> Void)?
    /// What time it is.
    var clock: @Sendable () -> Instant

    /// Creates a configuration.
    public init(session: ServerConfiguration, tls: TLSConfiguration?, address: SocketAddress) {
        self.session = session
        self.tls = tls
        self.address = address
        webSocketPath = nil
        buffers = BufferPolicy()
        waitingConnections = 16
        maximumConnections = 10_000
        keyLog = nil
        observer = nil
        clock = { ConnectionClock.now }
    }

    /// With the session told how its stream is carried.
    var settled: ListenerConfiguration {
        guard webSocketPath != nil else { return self }
        var settled = self
        settled.session.framing = .webSocket
        if session.tls != .none { settled.session.tls = .direct }
        return settled
    }

    /// The context of all connections; nil if there is no TLS.
    func makeTLSContext() throws(TLSError) -> TLSContext? {
        guard session.tls != .none else { return nil }
        var configuration = tls ?? TLSConfiguration()
        configuration.exportsKeyLog = keyLog != nil
        configuration.applicationProtocols =
            if webSocketPath != nil { ["http/1.1"] } else if session.tls == .direct { ["xmpp-client"] } else { [] }
        return try TLSContext(.server, configuration: configuration)
    }
}

/// What happens on a client's connection to a server, told while it happens; for logs.
public enum ServerActivity: Sendable {
    /// TCP is connected.
    case connected
    /// TLS is established.
    case secured(TLSHandshake)
    /// These bytes of the stream go out, before encryption.
    case sent([UInt8])
    /// These bytes of the stream came in, after decryption.
    case received([UInt8])
    /// An event was queued for the application.
    case event(ServerEvent)
    /// TLS ended, and so.
    case tlsClosed(TLSClosure)
    /// The transport is closed.
    case disconnected
}

/// Why a listener cannot listen.
public enum ListenerError: Error, Sendable {
    /// The system does not give the address, for this reason.
    case unavailable(SocketAddress, reason: String)
    /// The settings of TLS cannot be used.
    case tls(TLSError)
}

extension ListenerError: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .unavailable(let address, let reason): "cannot listen on \(address): \(reason)"
        case .tls(let error): "\(error)"
        }
    }
}
