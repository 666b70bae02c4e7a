public import XMPPSession
public import XMPPTLS
public import XMPPWebSocket

/// Everything that a connection is told before it begins.
public struct ConnectionConfiguration: Sendable {
    /// Where the server is.
    public enum Server: Hashable, Sendable {
        /// Where DNS says that the account's domain has it (RFC 6120 §3.2, XEP-0368).
        case lookedUp
        /// At this host: a domain name or an IP address without brackets. Without a port it is 5222, or 5223 for TLS
        /// from the first byte. Certificates are still to be those of the account's domain.
        case at(host: String, port: UInt16?)
        /// Behind this URL (RFC 7395). It settles how the stream is framed and, for `wss`, that TLS begins the connection,
        /// with a certificate for the URL's host. For `ws`, `session.tls` has to allow a stream without TLS. With a host,
        /// that one is connected to in place of the URL's.
        case webSocket(WebSocketURL, host: String? = nil)
    }

    /// Whom to log in as, and how. Its `tls` decides which SRV records count: `direct` allows `_xmpps-client` alone,
    /// `none` `_xmpp-client` alone, the others both as if they were of one service (XEP-0368 §3). Its
    /// `timeouts.connecting` bounds the lookup and all attempts to connect together, and once more those that follow a
    /// failure of TLS where it begins the connection.
    public var session: ClientConfiguration
    /// How TLS is spoken. Application protocols and the export of the key log are set by the connection.
    public var tls: TLSConfiguration
    /// Where the server is.
    public var server: Server
    /// What answers the questions about names.
    public var resolver: any Resolver
    /// When a further address is tried while earlier ones keep silent.
    public var attempts: AttemptPolicy
    /// How much may wait in memory.
    public var buffers: BufferPolicy
    /// How a lost stream is established anew; nil for never.
    public var reconnection: ReconnectionPolicy?
    /// Judges a certificate that was not accepted, where `tls.trust.onFailure` says that the application is asked; without
    /// it such certificates are rejected. The time for the handshake goes on meanwhile (`session.timeouts.step`).
    public var judgeCertificate: (@Sendable (PeerCertificate) async -> Bool)?
    /// Receives each line for a key log in the NSS format; with it anyone can decrypt the connection.
    public var keyLog: (@Sendable (String) -> Void)?
    /// Is told of everything that happens, in order and while it happens, on the connection's queue, which it must not
    /// hold up.
    public var observer: (@Sendable (ConnectionActivity) -> Void)?
    /// What time it is.
    var clock: @Sendable () -> Instant

    /// Creates a configuration with safe defaults: the server looked up, no reconnection.
    public init(session: ClientConfiguration, tls: TLSConfiguration = TLSConfiguration()) {
        self.session = session
        self.tls = tls
        server = .lookedUp
        resolver = SystemResolver()
        attempts = AttemptPolicy()
        buffers = BufferPolicy()
        reconnection = nil
        judgeCertificate = nil
        keyLog = nil
        observer = nil
        clock = { ConnectionClock.now }
    }

    /// The URL, if the stream goes through WebSocket.
    var webSocketURL: WebSocketURL? {
        if case .webSocket(let url, _) = server { url } else { nil }
    }

    /// With the session told how its stream is carried.
    var settled: ConnectionConfiguration {
        guard let url = webSocketURL else { return self }
        var settled = self
        settled.session.framing = .webSocket
        if url.isSecure {
            settled.session.tls = .direct
        } else if session.tls == .direct {
            settled.session.tls = .required
        }
        return settled
    }
}

/// When a further address is tried while earlier ones keep silent; one that refuses is never waited for.
public struct AttemptPolicy: Hashable, Sendable {
    /// How long a host's next address waits for the one before (RFC 8305 §5).
    public var addressDelay: Duration
    /// How long the next host waits for the one before, which is the better one by RFC 2782.
    public var hostDelay: Duration

    /// Creates a policy.
    public init(addressDelay: Duration = .milliseconds(250), hostDelay: Duration = .seconds(5)) {
        self.addressDelay = addressDelay
        self.hostDelay = hostDelay
    }
}

/// How much a connection keeps in memory for a side that is slower than the other.
public struct BufferPolicy: Hashable, Sendable {
    /// How many bytes of the stream may wait as events before no more is read from the server. Eight times as many, if
    /// the response to a request is waited for, since that comes behind them.
    public var incomingBytes: Int
    /// How many events may wait before no more is read; eight times as many under the same condition.
    public var incomingEvents: Int
    /// How many bytes may wait to be sent before `send` waits. Four times as many, of which the session answered the
    /// rest by itself, keep the connection from reading.
    public var outgoingBytes: Int
    /// How long the peer may take nothing in before the connection is given up, or acknowledge nothing while `send` waits
    /// for that.
    public var stallTimeout: Duration

    /// Creates a policy; counts are at least 1.
    public init(
        incomingBytes: Int = 1 << 18,
        incomingEvents: Int = 256,
        outgoingBytes: Int = 1 << 18,
        stallTimeout: Duration = .seconds(120)
    ) {
        self.incomingBytes = max(1, incomingBytes)
        self.incomingEvents = max(1, incomingEvents)
        self.outgoingBytes = max(1, outgoingBytes)
        self.stallTimeout = stallTimeout
    }
}
