public import XMLStream
public import XMPPAddress
public import XMPPExtensions
public import XMPPSASL
import XMPPStanzas

/// What a server offers its clients, and demands of them; the same for all of a kind of connections.
public struct ServerConfiguration: Sendable {
    /// When TLS protects a stream.
    public enum TLSPolicy: Hashable, Sendable {
        /// From the first byte (XEP-0368).
        case direct
        /// By STARTTLS, before anything else is offered (RFC 6120 §5.3.1).
        case required
        /// By STARTTLS, if the client wants it.
        case offered
        /// Never.
        case none
    }

    /// The domains that are served; the first answers clients that name none.
    public var domains: [JID]
    /// How streams are put on the wire. STARTTLS is not possible over WebSocket: ``tls`` has to be ``TLSPolicy/direct`` for
    /// `wss`; a stream without TLS can log in only with ``TLSPolicy/none``.
    public var framing: StreamFraming
    /// When TLS protects a stream.
    public var tls: TLSPolicy
    /// The mechanisms, the most wanted first. A client is offered those of them that its connection allows: bound ones
    /// with a channel binding, EXTERNAL with a certificate, PLAIN and OAUTHBEARER under TLS.
    public var mechanisms: [SASLMechanism]
    /// What is offered with SASL2 (XEP-0388); nil for plain SASL alone.
    public var sasl2: SASL2Service?
    /// Whether what shows a password or a token is offered without TLS too.
    public var permitsPasswordsWithoutTLS: Bool
    /// What unknown users are answered with.
    public var decoy: SCRAMDecoy
    /// The bounds on what a client may send in SCRAM.
    public var scramLimits: SCRAMLimits
    /// How many logins may fail on a stream before it is ended (RFC 6120 §6.4.5).
    public var maximumLoginAttempts: Int
    /// What has to be filled in to register an account (XEP-0077 §3.1); nil if accounts are not made, changed or removed
    /// in-band.
    public var registration: Registration?
    /// How many times the application may be asked for an account before the login of one stream; further requests are
    /// refused with `resource-constraint` (RFC 6120 §8.3.3.18).
    public var maximumRegistrationAttempts: Int
    /// Further features of the stream after the login, such as versions of rosters.
    public var features: [Element]
    /// The language of text on the stream (RFC 6120 §4.7.4).
    public var language: String?
    /// What a stream may cost before the login; what is advertised then (XEP-0478).
    public var limitsBeforeLogin: XMLStreamLimits
    /// What a stream may cost after the login; what is advertised then (XEP-0478).
    public var limits: XMLStreamLimits
    /// How long each stage may take.
    public var timeouts: SessionTimeouts
    /// How dead clients are found out.
    public var keepalive: KeepalivePolicy
    /// How stream management is used: whether it is offered, with resumption or not, and for how many seconds at most a
    /// stream waits for its client, 300 if that is nil.
    public var streamManagement: StreamManagementPolicy
    /// Where clients are to return to for resumption (XEP-0198 §5); nil for where they are.
    public var resumptionLocation: String?

    /// Creates a configuration with safe defaults: TLS required, SCRAM, PLAIN under TLS, no registration, at most 16 KiB
    /// of a stanza before the login and 256 KiB after it.
    ///
    /// `decoy` should be the same for as long as the accounts last.
    public init(domains: [JID], decoy: SCRAMDecoy) {
        self.domains = domains.map(\.domainOnly)
        self.decoy = decoy
        framing = .stream
        tls = .required
        mechanisms = [
            .scramSHA512Plus, .scramSHA256Plus, .scramSHA1Plus, .scramSHA512, .scramSHA256, .scramSHA1, .plain,
        ]
        sasl2 = nil
        permitsPasswordsWithoutTLS = false
        scramLimits = SCRAMLimits()
        maximumLoginAttempts = 3
        registration = nil
        maximumRegistrationAttempts = 5
        features = []
        language = nil
        limitsBeforeLogin = XMLStreamLimits(stanzaBytes: 16 << 10, depth: 16, attributes: 32, children: 64)
        limits = XMLStreamLimits(stanzaBytes: 256 << 10)
        timeouts = SessionTimeouts(stanza: .seconds(60))
        keepalive = KeepalivePolicy()
        streamManagement = StreamManagementPolicy()
        resumptionLocation = nil
    }
}

/// A configuration made ready. One context serves any number of sessions, and they share it.
public final class ServerContext: Sendable {
    /// What it was made from.
    public let configuration: ServerConfiguration
    let settings: SessionSettings

    /// Makes a context.
    public init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
        settings = SessionSettings(
            timeouts: configuration.timeouts,
            keepalive: configuration.keepalive.policy(for: configuration.framing),
            streamManagement: configuration.streamManagement
        )
    }

    /// The domain that a client means; nil if it is not served.
    func domain(_ addressee: JID?) -> JID? {
        guard let addressee else { return configuration.domains.first }
        return configuration.domains.first { $0 == addressee }
    }
}
