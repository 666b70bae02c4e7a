public import XMLStream
public import XMPPAddress
import XMPPExtensions
public import XMPPSASL
public import XMPPStanzas

/// A component's end of its stream with a server (XEP-0114, `jabber:component:accept`), without I/O.
///
/// Driven as ``ClientSession`` is: connecting ─▶ opening ─▶ proving ─▶ established ─▶ closing ─▶ ended.
///
/// There is no TLS in the protocol; what protects the stream, if anything has to, is up to the transport. A component speaks for all
/// addresses of its domain, and names the one it speaks for in every stanza. Stanzas may be built in `jabber:client`: they take
/// on the namespace of the stream.
///
/// To be used by one task at a time.
public final class ComponentSession {
    /// What comes out.
    public typealias Output = SessionOutput<ComponentEvent>

    /// Where the stream is.
    indirect enum State {
        /// The transport is being connected.
        case connecting(Proof)
        /// The header was sent.
        case opening(Proof)
        /// The proof was sent.
        case proving(deadline: Instant)
        /// Stanzas go both ways.
        case established(Established)
        /// This side has closed its stream and waits for the server to do so.
        case closing(Closing)
        /// Nothing goes any way, for good.
        case ended(Ending)
        /// Stands in while an established state is being changed in place; never seen from outside.
        case changing
    }

    struct Proof {
        let secret: Secret
        var deadline: Instant
    }

    /// The domain that the component serves.
    public let domain: JID
    let settings: SessionSettings
    var wire: StreamWire<ComponentEvent>
    var state: State
    var nextNumber: UInt64 = 1
    private let idPrefix: String
    private var idCount: UInt64 = 0

    /// Prepares a session while its transport is being connected.
    ///
    /// - Parameters:
    ///   - domain: The domain to serve.
    ///   - secret: What is shared with the server; forgotten once it was proved.
    ///   - configuration: Limits and times.
    ///   - generator: The source of the prefix of ids; it must be one for cryptography.
    ///   - now: When the transport began to be connected.
    public init(
        domain: JID,
        secret: Secret,
        _ configuration: ComponentConfiguration = ComponentConfiguration(),
        using generator: inout some RandomNumberGenerator,
        now: Instant
    ) {
        self.domain = domain.domainOnly
        settings = configuration.settings
        wire = StreamWire(limits: configuration.limits)
        idPrefix = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
        state = .connecting(
            Proof(secret: secret, deadline: now.advanced(by: configuration.timeouts.connecting)))
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
        case .connecting(let proof), .opening(let proof): proof.deadline
        case .proving(let deadline): deadline
        case .established(let established): deadline(of: established)
        case .closing(let closing): closing.deadline
        case .ended, .changing: nil
        }
    }

    /// How the session ended; nil while it has not.
    public var ending: Ending? {
        if case .ended(let ending) = state { ending } else { nil }
    }

    /// Whether the server has accepted the component: stanzas go both ways. False after the end.
    public var isEstablished: Bool { receiving != nil }

    // MARK: - Inputs

    /// The transport is connected.
    ///
    /// Throws ``LocalError/unexpectedInput`` if it was before, ``LocalError/ended`` after the end.
    public func connected(now: Instant) throws(LocalError) {
        guard case .connecting(var proof) = state else { throw misplaced }
        proof.deadline = now.advanced(by: settings.timeouts.step)
        state = .opening(proof)
        // An address has nothing that XML cannot carry.
        try? wire.open(StreamHeader(to: domain, version: .none, contentNamespace: .component))
    }

    /// Bytes came in, cut anywhere. After the end they are ignored.
    ///
    /// Throws ``LocalError/unexpectedInput`` before the transport is connected.
    public func receive(_ bytes: [UInt8], now: Instant) throws(LocalError) {
        if case .connecting = state { throw .unexpectedInput }
        take(bytes, now: now)
    }

    /// The transport shows that the server is alive, though nothing of the stream has come in: bytes that are not read yet.
    public func recordSignOfLife(now: Instant) {
        changeEstablished { $0.recordSignOfLife(now) }
    }

    /// The transport is at its end, or could not be connected. After the end of the session it is ignored.
    public func transportClosed(_ closure: TransportClosure = .closed(nil), now: Instant) {
        endTransport(closure, now: now)
    }

    /// The moment of the last wait has come. Earlier, and after the end, it does nothing.
    public func timeout(now: Instant) {
        guard let deadline, deadline <= now else { return }
        switch state {
        case .connecting: end(.timedOut(.connecting), now: now)
        case .opening: end(.timedOut(.streamHeader), now: now)
        case .proving: end(.timedOut(.authentication), now: now)
        case .established: fireTimers(now: now)
        case .closing(let closing): end(closing.cause, now: now)
        case .ended, .changing: break
        }
    }

    /// Closes the stream; otherwise as ``ClientSession/close(now:)``.
    public func close(now: Instant) throws(LocalError) {
        switch state {
        case .ended: throw .ended
        case .closing, .changing: return
        case .established(let established):
            state = .closing(beginClosing(established, .closed(.timedOut), now: now))
        case .connecting, .opening, .proving: end(.closed(.notAwaited), now: now)
        }
    }

    // MARK: - Sending

    /// Sends a message, a presence or an IQ, whose sender is of the component's domain and whose addressee is given.
    ///
    /// The response to a request is reported once, by its `id`, with which no other request may be under way.
    ///
    /// - Parameters:
    ///   - stanza: What to send.
    ///   - timeout: For a request, how long to wait for its response; nil for the configured time.
    ///   - now: What time it is.
    ///
    /// Throws a ``LocalError`` and sends nothing for a stanza that cannot be sent here and now.
    public func send(_ stanza: some StanzaProtocol, timeout: Duration? = nil, now: Instant) throws(LocalError) {
        try send(stanza.element, timeout: timeout, now: now)
    }

    /// Sends a stanza that was built as an element; otherwise as ``send(_:timeout:now:)`` for typed ones.
    public func send(_ element: Element, timeout: Duration? = nil, now: Instant) throws(LocalError) {
        guard let established else { throw unsendable }
        let stanza = try sendable(element)
        guard let from = stanza.from, from.domainOnly == domain, stanza.to != nil else { throw .wrongAddresses }
        let bytes = try encode(element)
        if case .iq(let iq) = stanza, iq.isRequest {
            let pending = try request(iq, established.requests, timeout: timeout, now: now)
            changeEstablished { $0.requests.add(iq.id, pending) }
        }
        _ = send(bytes, of: element, now: now)
    }
}
