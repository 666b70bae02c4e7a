/// How one side speaks TLS.
public struct TLSConfiguration: Sendable {
    /// What a server does about certificates of clients.
    public enum ClientCertificates: Sendable {
        /// Does not ask for any.
        case notRequested
        /// Asks, and reports what is wrong with one without refusing it.
        case requested
        /// Refuses clients without one that the trust setting accepts.
        case required
    }

    /// The oldest version to speak.
    public var minimumVersion: TLSVersion
    /// The newest version to speak.
    public var maximumVersion: TLSVersion
    /// Which certificates of the peer are accepted.
    public var trust: TLSTrust
    /// Who this side is: for a server, one that fits the name the client asks for is used, else the first; for a
    /// client, the first if the server asks for a certificate.
    public var identities: [TLSIdentity]
    /// What to offer or accept by ALPN, best first: `xmpp-client` or `xmpp-server` (XEP-0368). A server that has
    /// any refuses clients that offer only others (RFC 7301 §3.2).
    public var applicationProtocols: [String]
    /// What a server does about certificates of clients.
    public var clientCertificates: ClientCertificates
    /// Whether the secrets of each connection come out as ``TLSOutput/keyLog(_:)``.
    public var exportsKeyLog: Bool
    /// Whether sessions are handed out for resumption.
    public var allowsResumption: Bool

    /// Creates a configuration.
    public init(
        minimumVersion: TLSVersion = .tls12,
        maximumVersion: TLSVersion = .tls13,
        trust: TLSTrust = TLSTrust(),
        identities: [TLSIdentity] = [],
        applicationProtocols: [String] = [],
        clientCertificates: ClientCertificates = .notRequested,
        exportsKeyLog: Bool = false,
        allowsResumption: Bool = true
    ) {
        self.minimumVersion = minimumVersion
        self.maximumVersion = maximumVersion
        self.trust = trust
        self.identities = identities
        self.applicationProtocols = applicationProtocols
        self.clientCertificates = clientCertificates
        self.exportsKeyLog = exportsKeyLog
        self.allowsResumption = allowsResumption
    }
}
