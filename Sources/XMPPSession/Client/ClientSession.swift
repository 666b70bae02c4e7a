import XMLStream
public import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

/// The client's end of a stream (RFC 6120), without a socket, a clock, randomness or a task.
///
/// ## Theory of operation
/// A session is a machine. Everything enters by a call, and each call says what time it is; everything leaves by
/// ``nextOutput()``, one thing at a time, in the order in which it is to be dealt with. The same calls give the same
/// outputs, byte for byte. The one rule for its driver: *after each input take outputs until there is a wait.* The wait
/// names the one moment at which a timeout is to be reported if nothing else happens before.
///
/// ```swift
/// session.receive(bytes, now: now)
/// draining: while true {
///     switch session.nextOutput() {
///     case .write(let bytes): …      // through TLS once that is established
///     case .startTLS: …              // then tlsEstablished(bindings:now:), or transportClosed(.tlsFailed(…), now:)
///     case .event(let event): …
///     case .close: …
///     case .wait(let until): break draining
///     }
/// }
/// ```
///
/// What happens on the way to a bound address is up to the server's features, looked at anew on each of the up to three
/// streams, and the configuration:
///
///     connecting ─▶ securing (direct TLS) ─▶ opening ─▶ awaitingFeatures
///     awaitingFeatures ─▶ requestingTLS ─▶ securing ─▶ opening            TLS first, whatever else there is
///     awaitingFeatures ─▶ registering ⇄ awaitingRegistration              if it was asked for
///     awaitingFeatures ─▶ authenticating ─▶ opening                       once, with one mechanism
///     awaitingFeatures ─▶ authenticatingInline ⇄ upgrading                the same with SASL2: no stream is opened anew
///     opening ─▶ authenticatingInline                                     by a token, where the features are known
///     authenticatingInline ─▶ awaitingFeatures or established             resumed or bound, if that was asked for inline
///     awaitingFeatures ─▶ resuming ─▶ established                         if there is something to resume
///     awaitingFeatures ─▶ binding ⇄ awaitingResource ─▶ startingSession ─▶ established
///     established ─▶ closing ─▶ ended
///
/// Every state but the last has a deadline, every state can end under every input, and the end is absorbing: it says
/// who ended the session and why, and nothing comes after it but a wait without an end. No byte of a credential is
/// written before the policy on TLS has been met, because the state that writes it is reached by no other way.
///
/// What the peer does wrong ends the session with a ``ProtocolViolation``, and the peer is told by a stream error; what
/// the caller does wrong throws a ``LocalError`` and changes nothing. A stanza that is wrong in itself ends nothing.
///
/// Stanzas of the application have numbers. With stream management (XEP-0198) each is kept until it is acknowledged;
/// when the transport is lost the end carries what is left as a ``ResumableStream``, for the next session to resume. Until
/// that session has done so, what the application sends is appended there and goes out in its turn.
///
/// To be used by one task at a time.
public final class ClientSession {
    /// What comes out.
    public typealias Output = SessionOutput<ClientEvent>

    let settings: SessionSettings
    var wire: StreamWire<ClientEvent>
    var state: ClientState
    /// The number of the next stanza.
    var nextNumber: UInt64
    /// Whether the password may be sent as it is: TLS protects the stream, or policy permits that without.
    var mayShowPassword: Bool
    private let idPrefix: String
    private var idCount: UInt64 = 0

    /// Prepares a session while its transport is being connected.
    ///
    /// - Parameters:
    ///   - configuration: Whom to log in as, and how.
    ///   - generator: The source of the nonce for SASL and of the prefix of ids; it must be one for cryptography.
    ///   - now: When the transport began to be connected.
    public init(
        _ configuration: ClientConfiguration,
        using generator: inout some RandomNumberGenerator,
        now: Instant
    ) {
        settings = configuration.settings
        wire = StreamWire(limits: configuration.limits, framing: configuration.framing)
        nextNumber = configuration.resumption?.nextNumber ?? 1
        mayShowPassword = configuration.mechanisms.permitsPasswordWithoutTLS
        idPrefix = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
        let deadline = now.advanced(by: configuration.timeouts.connecting)
        state = .connecting(
            Negotiation(
                configuration: configuration,
                nonce: SCRAMNonce.generate(using: &generator),
                resumption: configuration.resumption,
                loginDeadline: deadline,
                deadline: deadline
            ))
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
        case .connecting(let negotiation), .securing(let negotiation), .opening(let negotiation),
            .awaitingFeatures(let negotiation), .requestingTLS(let negotiation):
            negotiation.deadline
        case .registering(let registering), .awaitingRegistration(let registering): registering.negotiation.deadline
        case .authenticating(let authenticating): authenticating.negotiation.deadline
        case .authenticatingInline(let authenticating): authenticating.negotiation.deadline
        case .upgrading(let upgrading): upgrading.authenticating.negotiation.deadline
        case .resuming(let resuming): resuming.negotiation.deadline
        case .binding(let binding), .awaitingResource(let binding): binding.negotiation.deadline
        case .startingSession(let starting): starting.deadline
        case .established(let established): deadline(of: established)
        case .closing(let closing): closing.deadline
        case .ended, .changing: nil
        }
    }

    /// How the session ended; nil while it has not.
    public var ending: Ending? {
        if case .ended(let ending) = state { ending } else { nil }
    }

    /// The address that is bound; nil before and after.
    public var boundJID: JID? { receiving?.jid }
}

extension ClientEvent: SessionEvent {}

extension ClientSession: StreamSession {
    func makePing(id: String, _ established: Established) -> IQ {
        IQ(get: Ping(), to: established.jid.domainOnly, id: id)
    }

    func report(_ outcome: RequestOutcome) { emit(.response(outcome)) }
    func report(acknowledged number: UInt64) { emit(.acknowledged(number)) }
}

extension ClientState: StreamState {
    var common: CommonState? {
        switch self {
        case .securing: .securing
        case .established(let established): .established(established)
        case .closing(let closing): .closing(closing)
        case .ended(let ending): .ended(ending)
        case .changing: .changing
        case .connecting, .opening, .awaitingFeatures, .requestingTLS, .registering,
            .awaitingRegistration, .authenticating, .authenticatingInline, .upgrading, .resuming, .binding,
            .awaitingResource, .startingSession:
            nil
        }
    }
}
