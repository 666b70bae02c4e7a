public import XMLStream
public import XMPPAddress
import XMPPExtensions
public import XMPPSASL
public import XMPPStanzas

/// A server's end of a component's stream (XEP-0114, `jabber:component:accept`), without I/O.
///
/// Driven as ``ClientSession`` is: opening ⇄ awaitingSecret ─▶ awaitingProof ─▶ established ─▶ closing ─▶ ended. It
/// begins when a transport was accepted, and routes nothing: stanzas of the component come out, stanzas for it go in.
/// A stanza whose sender is not of the component's domain, or that has no addressee, ends the stream.
///
/// To be used by one task at a time.
public final class ComponentHostSession {
    /// What comes out.
    public typealias Output = SessionOutput<ComponentEvent>

    /// Where the stream is.
    indirect enum State {
        /// The component's header is due.
        case opening(deadline: Instant)
        /// The application was asked about the domain.
        case awaitingSecret(JID, deadline: Instant)
        /// The header was answered; the proof is due.
        case awaitingProof(JID, expected: Secret, deadline: Instant)
        /// Stanzas go both ways.
        case established(Established)
        /// This side has closed its stream and waits for the component to do so.
        case closing(Closing)
        /// Nothing goes any way, for good.
        case ended(Ending)
        /// Stands in while an established state is being changed in place; never seen from outside.
        case changing
    }

    let settings: SessionSettings
    var wire: StreamWire<ComponentEvent>
    var state: State
    var nextNumber: UInt64 = 1
    private let streamID: String
    private let idPrefix: String
    private var idCount: UInt64 = 0

    /// Begins the session of a component that has connected.
    ///
    /// - Parameters:
    ///   - configuration: Limits and times.
    ///   - generator: The source of ids; it must be one for cryptography.
    ///   - now: When the transport was accepted.
    public init(
        _ configuration: ComponentConfiguration = ComponentConfiguration(),
        using generator: inout some RandomNumberGenerator,
        now: Instant
    ) {
        settings = configuration.settings
        wire = StreamWire(limits: configuration.limits)
        streamID = TokenSource.token(using: &generator)
        idPrefix = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
        state = .opening(deadline: now.advanced(by: configuration.timeouts.step))
    }

    /// An id for a stanza that this session has not used before and nobody can guess.
    public func makeID() -> String {
        idCount += 1
        return "\(idPrefix)-\(idCount)"
    }

    // MARK: - Outputs

    /// The next thing to do. Ends with a ``SessionOutput/wait(until:)``, and then again with the same until the next input.
    public func nextOutput() -> Output { wire.takeOutput() ?? .wait(until: deadline) }

    /// When a timeout has to be reported; nil once the session has ended.
    public var deadline: Instant? {
        switch state {
        case .opening(let deadline), .awaitingSecret(_, let deadline), .awaitingProof(_, _, let deadline): deadline
        case .established(let established): deadline(of: established)
        case .closing(let closing): closing.deadline
        case .ended, .changing: nil
        }
    }

    /// How the session ended; nil while it has not.
    public var ending: Ending? {
        if case .ended(let ending) = state { ending } else { nil }
    }

    /// The component's domain, once it has proved itself; nil after the end.
    public var domain: JID? { receiving?.jid }

    // MARK: - Inputs

    /// Bytes came in, cut anywhere. After the end they are ignored.
    public func receive(_ bytes: [UInt8], now: Instant) {
        take(bytes, now: now)
    }

    /// The transport is at its end. After the end of the session it is ignored.
    public func transportClosed(_ closure: TransportClosure = .closed(nil), now: Instant) {
        endTransport(closure, now: now)
    }

    /// The moment of the last wait has come. Earlier, and after the end, it does nothing.
    public func timeout(now: Instant) {
        guard let deadline, deadline <= now else { return }
        switch state {
        case .opening: end(.timedOut(.streamHeader), now: now)
        case .awaitingSecret: end(.timedOut(.application), now: now)
        case .awaitingProof: end(.timedOut(.authentication), now: now)
        case .established: fireTimers(now: now)
        case .closing(let closing): end(closing.cause, now: now)
        case .ended, .changing: break
        }
    }

    /// Lets a component prove that it knows the secret; answers ``ComponentEvent/domainRequested(_:)``.
    ///
    /// Throws ``LocalError/unexpectedInput`` if nothing was asked, ``LocalError/ended`` after the end.
    public func accept(secret: Secret, now: Instant) throws(LocalError) {
        guard case .awaitingSecret(let domain, _) = state else { throw misplaced }
        open(domain)
        do throws(SASLError) {
            let expected = try ComponentProof.digest(streamID: streamID, secret: secret)
            let deadline = now.advanced(by: settings.timeouts.step)
            state = .awaitingProof(domain, expected: Secret(expected), deadline: deadline)
        } catch {
            end(.authenticationAborted(error), now: now)
            return
        }
        parse(now: now)
    }

    /// Refuses a component: its domain is not served (`host-unknown`), or by another (`conflict`).
    ///
    /// Throws ``LocalError/unexpectedInput`` if nothing was asked, ``LocalError/ended`` after the end.
    public func refuse(_ condition: StreamErrorCondition = .hostUnknown, now: Instant) throws(LocalError) {
        guard case .awaitingSecret(let domain, _) = state else { throw misplaced }
        open(domain)
        end(.closedWithError(StreamError(condition)), now: now)
    }

    /// Closes the stream; with an error it ends at once. Otherwise as ``ClientSession/close(now:)``.
    public func close(_ error: StreamError? = nil, now: Instant) throws(LocalError) {
        if ending != nil { throw .ended }
        if let error {
            end(.closedWithError(error), now: now)
        } else if let established {
            state = .closing(beginClosing(established, .closed(.timedOut), now: now))
        } else if receiving == nil {
            end(.closed(.notAwaited), now: now)
        }
    }

    /// Sends the component a stanza, which has a sender and an addressee of the component's domain.
    ///
    /// Throws a ``LocalError`` and sends nothing for a stanza that cannot be sent here and now.
    public func send(_ stanza: some StanzaProtocol, now: Instant) throws(LocalError) {
        try send(stanza.element, now: now)
    }

    /// Sends a stanza that was built, or came in, as an element; otherwise as ``send(_:now:)`` for typed ones.
    public func send(_ element: Element, now: Instant) throws(LocalError) {
        guard let established else { throw unsendable }
        let stanza = try sendable(element)
        guard let to = stanza.to, to.domainOnly == established.jid, stanza.from != nil else { throw .wrongAddresses }
        _ = send(try encode(element), of: element, now: now)
    }

    func open(_ domain: JID?) {
        // An address has nothing that XML cannot carry.
        try? wire.open(
            StreamHeader(from: domain, id: streamID, version: .none, contentNamespace: .component))
    }
}
