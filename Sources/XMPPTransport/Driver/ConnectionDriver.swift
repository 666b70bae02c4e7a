import XMLStream
import XMPPAddress
import XMPPSession
import XMPPStanzas
import XMPPTLS

/// Drives a client's sessions, one after the other.
///
///     connecting ─▶ linked ─▶ finished
///         ▲            │ ended, to be established anew
///         └─ delaying ◀┘
actor ConnectionDriver: StreamDriver {
    enum Phase {
        case connecting(Task<Void, Never>)
        /// There is a link, perhaps one that is being closed.
        case linked
        /// The next session waits for its turn to connect.
        case delaying(until: Instant, Reconnection.Attempt)
        /// It is over; the error is still to be thrown to whoever asks first.
        case finished(ConnectionError?)
    }

    nonisolated let executor: QueueExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let configuration: ConnectionConfiguration
    var contexts: TLSContexts
    var session: ClientSession
    var phase = Phase.finished(nil)
    var link: Link?
    /// The attempt to connect that counts.
    var connectingID: UInt64 = 0
    /// The last handshake and the last endpoint, for whoever asks.
    var handshake: TLSHandshake?
    var endpoint: ConnectedEndpoint?
    /// What to resume TLS with.
    var tlsSession: TLSSession?
    var reconnection: Reconnection?
    /// How the server was looked for, and what is left of what was found.
    var locator: ServiceLocator
    var alternatives: [ServiceEndpoint] = []
    /// What was tried in vain since the server was looked up.
    var failedAttempts: [AttemptFailure] = []
    /// Whether the next of the alternatives is to be connected to once the link is closed.
    var isFallingBack = false
    /// Why there was no connection, once that is known.
    var failure: ConnectionFailure?
    /// Whether the application wants the end.
    var isClosing = false

    var events = EventBuffer<ClientEvent>()
    var eventWaiters = WaitList<ClientEvent?>()
    var addressWaiters = WaitList<JID>()
    var closeWaiters = WaitList<Void>()
    /// Who wants to send.
    var roomWaiters = WaitList<Void>()
    /// Whether one of them was let go and has not yet sent.
    var hasReleasedSender = false
    /// Whether the session takes no stanza before the server has acknowledged some.
    var awaitsAcknowledgement = false
    var requests: [String: CheckedContinuation<IQ, any Error>] = [:]
    /// Requests whose responses nobody wants any more.
    var abandonedRequests: Set<String> = []

    let timer: DriverTimer
    var lastID: UInt64 = 0

    init(_ requested: ConnectionConfiguration) throws(TLSError) {
        let configuration = requested.settled
        executor = QueueExecutor()
        timer = DriverTimer(on: executor.queue)
        self.configuration = configuration
        locator = ServiceLocator(configuration)
        contexts = try TLSContexts(configuration)
        var generator = SystemRandomNumberGenerator()
        session = ClientSession(configuration.session, using: &generator, now: configuration.clock())
        reconnection = configuration.reconnection.map { Reconnection($0) }
    }

    var now: Instant { configuration.clock() }
    var buffers: BufferPolicy { configuration.buffers }
    var closingTime: Duration { configuration.session.timeouts.closing }

    /// What is waited for comes behind what is not taken.
    var eventFactor: Int { requests.isEmpty && !isClosing ? 1 : 8 }

    var isFinished: Bool {
        if case .finished = phase { true } else { false }
    }

    func observe(_ activity: @autoclosure () -> ConnectionActivity) {
        configuration.observer?(activity())
    }

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
}
