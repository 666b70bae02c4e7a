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
    /// How SASL2 (XEP-0388) is used, and what is asked for with it.
    public var sasl2: SASL2Policy
    /// The bounds that SCRAM keeps.
    public var scramLimits: SCRAMLimits
    /// How the stream is put on the wire. STARTTLS is not possible over WebSocket: ``tls`` has to be ``TLSPolicy/direct``
    /// for `wss`, ``TLSPolicy/none`` for `ws`.
    public var framing: StreamFraming
    /// When TLS protects the stream.
    public var tls: TLSPolicy
    /// Which resource is asked for.
    public var resource: ResourceChoice
    /// Whether the server may bind an address of another account of the domain, as one does that knows an account by
    /// several names. Where ``account`` has no localpart, or the login is anonymous, the account is the server's choice
    /// in any case.
    public var acceptsOtherAccount: Bool
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
        sasl2 = SASL2Policy()
        scramLimits = SCRAMLimits()
        framing = .stream
        tls = .required
        resource = .serverChosen
        acceptsOtherAccount = false
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
