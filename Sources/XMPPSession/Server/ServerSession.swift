import XMLStream
public import XMPPAddress
public import XMPPExtensions
import XMPPSASL
import XMPPStanzas

/// The server's end of a client's stream (RFC 6120), without a socket, a clock, randomness or a task.
///
/// ## Theory of operation
/// It is driven as ``ClientSession`` is: *after each input take outputs until there is a wait.* It begins when a transport
/// was accepted.
///
///     securing (direct TLS) ─▶ opening ─▶ negotiating
///     negotiating ─▶ securing ─▶ opening                                    STARTTLS
///     negotiating ⇄ awaitingRegistration                                    in-band registration
///     negotiating ⇄ authenticating ⇄ awaitingCredentials ─▶ opening         the login, a bounded number of times
///     authenticating ─▶ awaitingInline ⇄ awaitingTask ─▶ negotiating or established    the login by SASL2
///     negotiating ⇄ awaitingResumption ─▶ established                       stream management
///     negotiating ⇄ awaitingResource ─▶ established                         binding
///     established ─▶ closing ─▶ ended
///
/// What only the application can know it is asked by an event: keys of accounts, resources, streams to resume. Until it
/// has answered nothing more is parsed, and only so many bytes as one stanza may have are held. Every state but the last has a
/// deadline, every state can end under every input, and the end is absorbing.
///
/// A session routes nothing. Stanzas of the client come out with its address as their sender, one that claims another ends
/// the stream (RFC 6120 §8.1.2.1); stanzas for the client go in. What a client does wrong is answered by the stream error,
/// SASL failure or stanza error that the RFC has for it.
///
/// With stream management (XEP-0198), when the transport is lost, the end carries a ``ResumableStream``. Keep it for as long as
/// it says, append to it what is for the client, and give it to the session that asks for it. If a client asks for a
/// stream whose session has not ended yet, ``detach(now:)`` ends it and hands the stream over.
///
/// To be used by one task at a time.
public final class ServerSession {
    /// What comes out.
    public typealias Output = SessionOutput<ServerEvent>

    /// What the session was made with.
    public let context: ServerContext
    var wire: StreamWire<ServerEvent>
    var state: ServerState
    /// The number of the next stanza.
    var nextNumber: UInt64 = 1
    /// What the stream can be resumed by, until it is agreed that it can.
    var resumptionID: String?
    /// The IQ that asks for a change of the account, on an established stream; as an element, which is smaller.
    var accountRequest: Element?
    /// What came behind `<starttls/>`.
    var earlyTLSBytes: [UInt8] = []
    private let idPrefix: String
    private var idCount: UInt64 = 0

    /// Begins the session of a client that has connected.
    ///
    /// - Parameters:
    ///   - context: What is offered and demanded.
    ///   - generator: The source of ids and nonces; it must be one for cryptography.
    ///   - now: When the transport was accepted.
    public init(_ context: ServerContext, using generator: inout some RandomNumberGenerator, now: Instant) {
        self.context = context
        let configuration = context.configuration
        wire = StreamWire(limits: configuration.limitsBeforeLogin, framing: configuration.framing)
        idPrefix = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
        resumptionID = TokenSource.token(using: &generator)
        // Ids for three streams, a nonce for every login, a token and the salts of upgrades for every SASL2 login.
        let attempts = max(1, configuration.maximumLoginAttempts)
        let inlineCount = configuration.sasl2.map { 1 + $0.upgrades.count } ?? 0
        let tokens = TokenSource(count: 3 + attempts * (1 + inlineCount), using: &generator)
        let login = Login(tokens: tokens, configuration.timeouts, at: now)
        if configuration.tls == .direct {
            state = .securing(login)
            wire.append(.startTLS)
        } else {
            state = .opening(login)
        }
    }

    /// An id for a stanza that this session has not used before and nobody can guess.
    public func makeID() -> String {
        idCount += 1
        return "\(idPrefix)-\(idCount)"
    }

    // MARK: - Outputs

    /// The next thing to do. Ends with a ``SessionOutput/wait(until:)``, and then again with the same until the next input.
    public func nextOutput() -> Output {
        wire.takeOutput() ?? .wait(until: deadline)
    }

    /// When a timeout has to be reported; nil once the session has ended.
    public var deadline: Instant? {
        switch state {
        case .securing(let login), .opening(let login), .negotiating(let login), .awaitingRegistration(let login, _),
            .awaitingResource(let login, _), .awaitingResumption(let login, _):
            login.deadline
        case .authenticating(let exchange), .awaitingCredentials(let exchange): exchange.login.deadline
        case .awaitingInline(let inline), .awaitingTask(let inline): inline.login.deadline
        case .established(let established): deadline(of: established)
        case .closing(let closing): closing.deadline
        case .ended, .changing: nil
        }
    }

    /// How the session ended; nil while it has not.
    public var ending: Ending? {
        if case .ended(let ending) = state { ending } else { nil }
    }

    /// The client's address; nil before it is bound and after the end.
    public var boundJID: JID? { receiving?.jid }

    /// Who the client has proved to be, a bare address; nil before that and after the end.
    public var account: JID? {
        switch state {
        case .opening(let login), .negotiating(let login), .awaitingResource(let login, _),
            .awaitingResumption(let login, _):
            login.account
        case .awaitingInline(let inline), .awaitingTask(let inline): inline.account
        default: boundJID?.bare
        }
    }

    /// What the client says about itself, while its login by SASL2 goes on (XEP-0388 §2.3); nobody else is to be told.
    public var userAgent: SASL2UserAgent? {
        switch state {
        case .negotiating(let login): login.userAgent
        case .authenticating(let exchange), .awaitingCredentials(let exchange): exchange.login.userAgent
        case .awaitingInline(let inline), .awaitingTask(let inline): inline.login.userAgent
        default: nil
        }
    }

    /// What came behind the client's `<starttls/>`: the beginning of its handshake, for TLS to read before anything else.
    ///
    /// To be taken when the session says ``SessionOutput/startTLS``; empty unless the client did not wait (XEP-0305).
    public func takeEarlyTLSBytes() -> [UInt8] {
        defer { earlyTLSBytes = [] }
        return earlyTLSBytes
    }
}

// MARK: - What all roles do alike

extension ServerSession: StreamSession {
    var settings: SessionSettings { context.settings }
    var configuration: ServerConfiguration { context.configuration }

    var isDeaf: Bool {
        switch state {
        case .ended, .securing, .awaitingCredentials, .awaitingInline, .awaitingRegistration, .awaitingResource,
            .awaitingResumption:
            true
        case .opening, .negotiating, .authenticating, .awaitingTask, .established, .closing, .changing: false
        }
    }

    func makePing(id: String, _ established: Established) -> IQ {
        IQ(get: Ping(), to: established.jid, from: established.jid.domainOnly, id: id)
    }

    /// The session asks nothing but for signs of life, which are not reported.
    func report(_ outcome: RequestOutcome) {}
    func report(acknowledged number: UInt64) { emit(.acknowledged(number)) }
}

extension ServerState: StreamState {
    var common: CommonState? {
        switch self {
        case .securing: .securing
        case .established(let established): .established(established)
        case .closing(let closing): .closing(closing)
        case .ended(let ending): .ended(ending)
        case .changing: .changing
        case .opening, .negotiating, .authenticating, .awaitingCredentials, .awaitingInline,
            .awaitingTask, .awaitingRegistration, .awaitingResource, .awaitingResumption:
            nil
        }
    }
}
