import XMPPAddress
import XMPPSession
import XMPPStanzas

/// What a driver does with sessions of those who connect to a server.
protocol InitiatingSession: DrivenSession {
    /// The address or domain that the stream is established for; nil before and after.
    var establishedAddress: JID? { get }

    func makeID() -> String
    func close(now: Instant) throws(LocalError)
}

extension ClientSession: InitiatingSession {
    var establishedAddress: JID? { boundJID }
}

extension ComponentSession: InitiatingSession {
    var establishedAddress: JID? { isEstablished ? domain : nil }
}

/// Where an initiating entity (RFC 6120 §1.4) is with its sessions, which it has one after the other.
///
///     connecting ─▶ linked ─▶ finished
///         ▲            │ ended, to be established anew
///         └─ delaying ◀┘
enum ConnectionPhase {
    case connecting(Task<Void, Never>)
    /// There is a link, perhaps one that is being closed.
    case linked
    /// The next session waits for its turn to connect.
    case delaying(until: Instant, Reconnection.Attempt)
    /// It is over; the error is still to be thrown to whoever asks first.
    case finished(ConnectionError?)
}

/// The search for a server, and what came of it.
struct ServerSearch {
    /// How the server is looked for.
    var locator: ServiceLocator
    /// What is left of what was found.
    var alternatives: [ServiceEndpoint] = []
    /// What was tried in vain since the server was looked up.
    var failedAttempts: [AttemptFailure] = []
    /// Whether the next of the alternatives is to be connected to once the link is closed.
    var isFallingBack = false
    /// Why there was no connection, once that is known.
    var failure: ConnectionFailure?
    /// The attempt that counts.
    var attemptID: UInt64 = 0

    init(_ locator: ServiceLocator) {
        self.locator = locator
    }
}

/// What the drivers of clients and of components do alike: they look for a server, connect to it, and come back to it.
protocol InitiatingDriver: StreamDriver where Session: InitiatingSession {
    var phase: ConnectionPhase { get set }
    var search: ServerSearch { get set }
    /// The last endpoint, for whoever asks.
    var endpoint: ConnectedEndpoint? { get set }
    var reconnection: Reconnection? { get set }
    var addressWaiters: WaitList<JID> { get set }
    var requests: [String: CheckedContinuation<IQ, any Error>] { get set }
    /// Requests whose responses nobody wants any more.
    var abandonedRequests: Set<String> { get set }

    var attemptPolicy: AttemptPolicy { get }
    /// For how long it may be tried to connect.
    var connectingTime: Duration { get }
    var observer: (@Sendable (ConnectionActivity) -> Void)? { get }

    /// How the server is looked for, which has said that it is elsewhere if there is a target.
    func makeLocator(redirectedTo target: HostAndPort?) -> ServiceLocator
    /// The next session.
    func makeSession(resuming stream: ResumableStream?, at now: Instant) -> Session
    /// TCP is connected.
    func beginSession(at endpoint: ServiceEndpoint) throws(LocalError)
    /// Tells the application of an end.
    func report(_ ending: Ending)
}

extension InitiatingDriver {
    func observe(_ activity: @autoclosure () -> ConnectionActivity) { observer?(activity()) }

    /// What is waited for comes behind what is not taken.
    var eventFactor: Int { requests.isEmpty && !isClosing ? 1 : 8 }

    var isFinished: Bool {
        if case .finished = phase { true } else { false }
    }

    func makeStanzaID() -> String { session.makeID() }

    // MARK: - Time

    var nextDeadline: Instant? {
        switch phase {
        case .connecting, .finished: nil
        case .delaying(let deadline, _): deadline
        case .linked: linkDeadline
        }
    }

    func fireTimer() {
        timer.reset()
        let now = now
        switch phase {
        case .delaying(let deadline, let attempt) where deadline <= now: beginConnecting(attempt)
        case .linked: fireLinkTimers(now)
        case .connecting, .delaying, .finished: break
        }
        pump()
    }

    // MARK: - Who looks on

    func observeReceived(_ bytes: [UInt8]) { observe(.received(bytes)) }
    func observeSent(_ bytes: [UInt8]) { observe(.sent(bytes)) }
    func observeDisconnected() { observe(.disconnected) }
}
