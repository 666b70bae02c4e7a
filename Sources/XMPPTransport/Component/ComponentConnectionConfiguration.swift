public import XMPPAddress
public import XMPPSASL
public import XMPPSession

/// Everything that a component's connection is told before it begins (XEP-0114).
public struct ComponentConnectionConfiguration: Sendable {
    /// The domain that the component serves.
    public var domain: JID
    /// What is shared with the server.
    public var secret: Secret
    /// Limits and times. Its `timeouts.connecting` bounds the lookup and all attempts to connect together.
    public var session: ComponentConfiguration
    /// Where the server takes components in: a domain name of A-labels, or an IP address without brackets.
    ///
    /// There is no TLS in the protocol: whoever is on the way reads everything, so the way should be a private one.
    public var host: String
    /// The port. The protocol has none of its own; servers use 5347 most of the time.
    public var port: UInt16
    /// What answers the questions about names.
    public var resolver: any Resolver
    /// When a further address is tried while earlier ones keep silent.
    public var attempts: AttemptPolicy
    /// How much may wait in memory.
    public var buffers: BufferPolicy
    /// How a lost stream is established anew; nil for never. What was sent and not yet delivered is lost with a stream.
    public var reconnection: ReconnectionPolicy?
    /// Is told of everything that happens but the events, in order and while it happens, on the connection's queue, which
    /// it must not hold up.
    public var observer: (@Sendable (ConnectionActivity) -> Void)?
    /// What time it is.
    var clock: @Sendable () -> Instant

    /// Creates a configuration without reconnection.
    public init(domain: JID, secret: Secret, host: String, port: UInt16 = 5347) {
        self.domain = domain
        self.secret = secret
        self.host = host
        self.port = port
        session = ComponentConfiguration()
        resolver = SystemResolver()
        attempts = AttemptPolicy()
        buffers = BufferPolicy()
        reconnection = nil
        observer = nil
        clock = { ConnectionClock.now }
    }

    func makeSession(at now: Instant) -> ComponentSession {
        var generator = SystemRandomNumberGenerator()
        return ComponentSession(domain: domain, secret: secret, session, using: &generator, now: now)
    }
}
