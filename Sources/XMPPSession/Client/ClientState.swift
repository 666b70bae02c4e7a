import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

/// Where a client's stream is. Each state says what has happened so far, and owns what only it needs.
///
/// Boxed, so that a session at rest pays for the state that it is in and no other.
indirect enum ClientState {
    /// The transport is being connected.
    case connecting(Negotiation)
    /// TLS was asked for, from the first byte or by STARTTLS; the handshake is under way.
    case securing(Negotiation)
    /// This side's stream header was sent.
    case opening(Negotiation)
    /// The server's header has come.
    case awaitingFeatures(Negotiation)
    /// STARTTLS was asked for.
    case requestingTLS(Negotiation)
    /// The registration form was asked for, or sent.
    case registering(Registering)
    /// The application has the form.
    case awaitingRegistration(Registering)
    /// A SASL exchange is under way.
    case authenticating(Authenticating)
    /// A SASL2 exchange is under way; everything else was asked for with it.
    case authenticatingInline(InlineAuthenticating)
    /// The mechanism has succeeded, and the server is given keys to offer another one with.
    case upgrading(Upgrading)
    /// The resumption of the former stream was asked for.
    case resuming(Resuming)
    /// An address was asked for.
    case binding(Binding)
    /// The application has been told that the resource was refused.
    case awaitingResource(Binding)
    /// An address is bound, and a session was asked for, because the server requires that.
    case startingSession(StartingSession)
    /// Stanzas go both ways.
    case established(Established)
    /// This side has closed its stream and waits for the server to do so.
    case closing(Closing)
    /// Nothing goes any way, for good.
    case ended(Ending)
    /// Stands in while an established state is being changed in place; never seen from outside.
    case changing
}

/// What the states before the login's end have in common.
struct Negotiation {
    let configuration: ClientConfiguration
    /// Fresh randomness for the one SASL exchange.
    let nonce: String
    var isEncrypted = false
    var bindings: [ChannelBinding] = []
    var isAuthenticated = false
    /// Whether that was as nobody in particular, so that the server chooses the account (RFC 4505).
    var isAnonymous = false
    /// Whom the present stream is of, if that is not the account's domain.
    var foreignServer: String?
    /// Why the token was refused that the login began with.
    var tokenRefusal: Refusal?
    /// The stream to resume, with what the application has sent in the meantime.
    var resumption: ResumableStream?
    /// When the login has to be done.
    var loginDeadline: Instant
    /// When the present step has to be done.
    var deadline: Instant

    /// A mechanism has led to success.
    mutating func recordSuccess(of mechanism: SASLMechanism) {
        isAuthenticated = true
        isAnonymous = mechanism == .anonymous
    }

    /// Whether an address, full or bare, is one that the login was for, with whichever resource.
    func isOwn(_ address: JID) -> Bool {
        let account = configuration.account
        guard address.domain == account.domain else { return false }
        let isServersChoice = account.local == nil || isAnonymous || configuration.acceptsOtherAccount
        return isServersChoice || address.bare == account.bare || isAuthorized(as: address)
    }

    private func isAuthorized(as address: JID) -> Bool {
        guard let identity = configuration.credentials.authorizationIdentity else { return false }
        return (try? JID(identity))?.bare == address.bare
    }

    /// What there is to log in with, without a token that was refused.
    var credentials: SASLCredentials {
        var credentials = configuration.credentials
        if tokenRefusal != nil { credentials.hashedToken = nil }
        return credentials
    }

    mutating func extendDeadline(by duration: Duration, at now: Instant) {
        deadline = min(now.advanced(by: duration), loginDeadline)
    }

    mutating func beginStep(at now: Instant) {
        extendDeadline(by: configuration.timeouts.step, at: now)
    }
}

/// In-band registration (XEP-0077 §3.1).
struct Registering {
    enum Step: Hashable {
        case requestingForm
        case submitting
    }

    var negotiation: Negotiation
    let features: OfferedFeatures
    var step: Step
    /// The `id` of the request that is to be answered.
    var requestID: String
}

/// A SASL exchange (RFC 6120 §6).
struct Authenticating {
    var negotiation: Negotiation
    var client: any SASLClient

    init(_ negotiation: Negotiation, client: any SASLClient) {
        self.negotiation = negotiation
        self.client = client
    }
}

/// A SASL2 exchange (XEP-0388).
struct InlineAuthenticating {
    var negotiation: Negotiation
    var client: any SASLClient
    /// What to fall back to.
    var features: OfferedFeatures
    let request: InlineRequest
    /// The upgrades that were asked for and not done yet.
    var remainingUpgrades: [HashFunction]
    /// What is still to come of what the exchange was begun without.
    var awaited: Awaited?

    /// What a server sends first, and a client that knows it already does not wait for.
    enum Awaited {
        /// The server's header, and the features.
        case header
        /// The features.
        case features
    }

    init(
        negotiation: Negotiation,
        client: any SASLClient,
        features: OfferedFeatures,
        request: InlineRequest,
        awaited: Awaited?
    ) {
        self.awaited = awaited
        self.negotiation = negotiation
        self.client = client
        self.features = features
        self.request = request
        remainingUpgrades = request.upgrades
    }

    /// The resumption of the stream that there is to resume.
    var resuming: Resuming? {
        negotiation.resumption.map { Resuming(negotiation, stream: $0, features: features, isInline: true) }
    }
}

/// An upgrade task (XEP-0480 §3).
struct Upgrading {
    var authenticating: InlineAuthenticating
    let hash: HashFunction
    /// Whether the salted password was sent.
    var hasAnswered = false
}

/// The resumption of a stream (XEP-0198 §5).
struct Resuming {
    var negotiation: Negotiation
    var stream: ResumableStream
    /// What to fall back to.
    let features: OfferedFeatures
    /// Whether it was asked for with the login, before the features of afterwards.
    let isInline: Bool

    init(_ negotiation: Negotiation, stream: ResumableStream, features: OfferedFeatures, isInline: Bool = false) {
        self.isInline = isInline
        self.negotiation = negotiation
        self.negotiation.resumption = nil
        self.stream = stream
        self.features = features
    }
}

/// Resource binding (RFC 6120 §7).
struct Binding {
    var negotiation: Negotiation
    let features: OfferedFeatures
    /// The `id` of the request that is to be answered.
    var requestID: String
}

/// The session of RFC 3921 §3.
struct StartingSession {
    /// How many stanzas are kept that come early.
    static let maximumEarlyStanzas = 64

    let binding: Binding
    let jid: JID
    let requestID: String
    let deadline: Instant
    var earlyStanzas: [Element] = []
}
