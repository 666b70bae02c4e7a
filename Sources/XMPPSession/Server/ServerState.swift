import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

/// Where a server's end of a stream is. Each state says what has happened so far, and owns what only it needs.
///
/// Boxed, so that a session at rest pays for the state that it is in and no other.
indirect enum ServerState {
    /// TLS was agreed on, or begins the connection; the handshake is under way.
    case securing(Login)
    /// The client's header is due.
    case opening(Login)
    /// The features were sent; the client may choose.
    case negotiating(Login)
    /// A challenge was sent.
    case authenticating(Exchange)
    /// The application was asked for credentials.
    case awaitingCredentials(Exchange)
    /// The mechanism of a SASL2 login has succeeded; the application was asked about what was asked for with it.
    case awaitingInline(InlineLogin)
    /// The same; the client was asked for more.
    case awaitingTask(InlineLogin)
    /// The application was asked about an account.
    case awaitingRegistration(Login, IQ)
    /// The application was asked for a resource.
    case awaitingResource(Login, IQ)
    /// The application was asked for the stream to resume.
    case awaitingResumption(Login, SMResume)
    /// Stanzas go both ways.
    case established(Established)
    /// This side has closed its stream and waits for the client to do so.
    case closing(Closing)
    /// Nothing goes any way, for good.
    case ended(Ending)
    /// Stands in while an established state is being changed in place; never seen from outside.
    case changing
}

/// What the states before an established stream have in common.
struct Login {
    /// Fresh randomness: for ids of streams and for nonces.
    var tokens: TokenSource
    var isEncrypted = false
    var hasClientCertificate = false
    var bindings: [ChannelBinding] = []
    /// The domain that the client has opened its stream to.
    var domain: JID?
    /// Who the client says it is in its header; not to be believed.
    var claimed: JID?
    /// What the client says about itself (XEP-0388 §2.3).
    var userAgent: SASL2UserAgent?
    /// What tokens can be had for on this connection (XEP-0484 §3.1).
    var tokenMechanisms: [SASLMechanism] = []
    /// What was offered on the present stream.
    var offer = SASLAdvertisement(mechanisms: [])
    var failedAttempts = 0
    var registrationAttempts = 0
    /// Whom the client has proved to be.
    var account: JID?
    /// When the login has to be done.
    var loginDeadline: Instant
    /// When the present step has to be done.
    var deadline: Instant

    private var askedAt: Instant?

    init(tokens: TokenSource, _ timeouts: SessionTimeouts, at now: Instant) {
        self.tokens = tokens
        loginDeadline = now.advanced(by: timeouts.login)
        deadline = now
        beginStep(timeouts, at: now)
    }

    /// Gives the client time for its next step.
    mutating func beginStep(_ timeouts: SessionTimeouts, at now: Instant) {
        excuse(until: now)
        deadline = min(now.advanced(by: timeouts.step), loginDeadline)
    }

    /// Gives the application time for an answer.
    mutating func awaitApplication(_ timeouts: SessionTimeouts, at now: Instant) {
        excuse(until: now)
        askedAt = now
        deadline = now.advanced(by: timeouts.application)
    }

    /// The time that the application took is not the client's.
    private mutating func excuse(until now: Instant) {
        guard let askedAt else { return }
        self.askedAt = nil
        loginDeadline = loginDeadline.advanced(by: askedAt.duration(to: now))
    }
}

/// A SASL exchange (RFC 6120 §6).
struct Exchange {
    var login: Login
    var server: any SASLServer
    /// What was asked for with it; nil for plain SASL.
    var terms: InlineTerms?
    /// What the application knows of the client's tokens.
    var storedTokens: [StoredToken] = []
}

/// Random texts, made when the session is, because a session has no randomness later.
struct TokenSource {
    private var tokens: [String]

    init(count: Int, using generator: inout some RandomNumberGenerator) {
        tokens = (0..<count).map { _ in Self.token(using: &generator) }
    }

    /// 32 characters of base64 that carry 192 random bits.
    static func token(using generator: inout some RandomNumberGenerator) -> String {
        var bytes: [UInt8] = []
        for _ in 0..<3 {
            withUnsafeBytes(of: UInt64.random(in: .min ... .max, using: &generator)) { bytes += $0 }
        }
        return Base64.encode(bytes)
    }

    /// The next one; nil when more are asked for than a session may need.
    mutating func next() -> String? { tokens.popLast() }
}
