public import XMLStream
public import XMPPAddress
public import XMPPSASL

/// Everything that a client's session is told before it begins.
public struct ClientConfiguration: Sendable {
    /// When TLS protects the stream.
    public enum TLSPolicy: Hashable, Sendable {
        /// From the first byte (XEP-0368).
        case direct
        /// By STARTTLS; a server that does not offer it is left (RFC 6120 §5.3.1).
        case required
        /// By STARTTLS where the server offers it. Whoever can change the stream can take the offer out of it.
        case preferred
        /// Never; a server that requires it is left.
        case none
    }

    /// Which resource is asked for (RFC 6120 §7).
    public enum ResourceChoice: Hashable, Sendable {
        /// One that the server makes up.
        case serverChosen
        /// This one.
        case named(String)
    }

    /// The account, of which the bare address counts; only a domain for a login without an account.
    public var account: JID
    /// What there is to log in with.
    public var credentials: SASLCredentials
    /// Which mechanisms may be used.
    public var mechanisms: MechanismPolicy
    /// The bounds that SCRAM keeps.
    public var scramLimits: SCRAMLimits
    /// When TLS protects the stream.
    public var tls: TLSPolicy
    /// Which resource is asked for.
    public var resource: ResourceChoice
    /// The language of text on the stream (RFC 6120 §4.7.4).
    public var language: String?
    /// Whether the account is to be registered before the login (XEP-0077 §3.1).
    public var registersAccount: Bool
    /// What the stream may cost.
    public var limits: XMLStreamLimits
    /// How long each stage may take.
    public var timeouts: SessionTimeouts
    /// How the stream is kept alive, and found dead.
    public var keepalive: KeepalivePolicy
    /// How stream management is used.
    public var streamManagement: StreamManagementPolicy
    /// What is left of an earlier stream, to be resumed.
    public var resumption: ResumableStream?
    /// The names of the payloads of requests that the application answers. Requests with any other are refused with
    /// `service-unavailable` (RFC 6120 §8.4), pings answered.
    public var answeredRequests: Set<Name>
    /// The most requests that may wait for responses at once.
    public var maximumRequests: Int

    /// Creates a configuration with safe defaults: TLS required, PLAIN only under TLS where nothing stronger is
    /// offered, stream management with resumption.
    public init(account: JID, credentials: SASLCredentials) {
        self.account = account
        self.credentials = credentials
        mechanisms = MechanismPolicy()
        scramLimits = SCRAMLimits()
        tls = .required
        resource = .serverChosen
        language = nil
        registersAccount = false
        limits = .default
        timeouts = SessionTimeouts()
        keepalive = KeepalivePolicy()
        streamManagement = StreamManagementPolicy()
        resumption = nil
        answeredRequests = []
        maximumRequests = 10_000
    }
}

/// How long a session waits.
public struct SessionTimeouts: Hashable, Sendable {
    /// For the transport to be connected.
    public var connecting: Duration
    /// For each answer of the peer during negotiation, the TLS handshake included.
    public var step: Duration
    /// For the whole login, from the connected transport to the bound address, answers of the application excluded.
    public var login: Duration
    /// For an answer of the application.
    public var application: Duration
    /// For the response to a request, unless another time is given with it.
    public var request: Duration
    /// For the peer's end of the stream after this side's own (RFC 6120 §4.4).
    public var closing: Duration

    /// Creates timeouts.
    public init(
        connecting: Duration = .seconds(60),
        step: Duration = .seconds(30),
        login: Duration = .seconds(90),
        application: Duration = .seconds(300),
        request: Duration = .seconds(60),
        closing: Duration = .seconds(5)
    ) {
        self.connecting = connecting
        self.step = step
        self.login = login
        self.application = application
        self.request = request
        self.closing = closing
    }
}

/// How a stream is kept alive while nobody says anything, and how a dead peer is found out.
public struct KeepalivePolicy: Hashable, Sendable {
    /// After how long without anything sent a space is sent (RFC 6120 §4.6.1); nil for never.
    public var whitespaceInterval: Duration?
    /// After how long without anything received the peer is asked for a sign of life: by a request for acknowledgement
    /// (XEP-0198 §4), or where that is not enabled by a ping (XEP-0199).
    public var probeInterval: Duration
    /// How long after that the peer is taken for dead if nothing is received.
    public var probeTimeout: Duration

    /// Creates a policy.
    public init(
        whitespaceInterval: Duration? = nil,
        probeInterval: Duration = .seconds(180),
        probeTimeout: Duration = .seconds(30)
    ) {
        self.whitespaceInterval = whitespaceInterval
        self.probeInterval = probeInterval
        self.probeTimeout = probeTimeout
    }
}
