import XMLStream
import XMPPAddress
import XMPPSession
import XMPPStanzas
import XMPPTLS

/// Drives a client's sessions, one after the other.
actor ConnectionDriver: InitiatingDriver {
    nonisolated let executor: QueueExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let configuration: ConnectionConfiguration
    var contexts: TLSContexts
    var session: ClientSession
    var phase = ConnectionPhase.finished(nil)
    var link: Link?
    var search: ServerSearch
    /// The last handshake and the last endpoint, for whoever asks.
    var handshake: TLSHandshake?
    var endpoint: ConnectedEndpoint?
    /// What to resume TLS with.
    var tlsSession: TLSSession?
    var reconnection: Reconnection?
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
        search = ServerSearch(ServiceLocator(configuration))
        contexts = try TLSContexts(configuration)
        var generator = SystemRandomNumberGenerator()
        session = ClientSession(configuration.session, using: &generator, now: configuration.clock())
        reconnection = configuration.reconnection.map { Reconnection($0) }
    }

    var now: Instant { configuration.clock() }
    var buffers: BufferPolicy { configuration.buffers }
    var closingTime: Duration { configuration.session.timeouts.closing }

    var attemptPolicy: AttemptPolicy { configuration.attempts }
    var connectingTime: Duration { configuration.session.timeouts.connecting }
    var observer: (@Sendable (ConnectionActivity) -> Void)? { configuration.observer }

    // MARK: - Sessions

    func makeLocator(redirectedTo target: HostAndPort?) -> ServiceLocator {
        // Behind a URL is where it says, and nowhere else.
        guard let target, configuration.webSocketURL == nil else { return ServiceLocator(configuration) }
        return ServiceLocator(configuration, redirectedTo: target)
    }

    func makeSession(resuming stream: ResumableStream?, at now: Instant) -> ClientSession {
        var next = configuration.session
        next.resumption = stream
        var generator = SystemRandomNumberGenerator()
        return ClientSession(next, using: &generator, now: now)
    }

    func beginSession(at endpoint: ServiceEndpoint) throws(LocalError) {
        if !endpoint.usesDirectTLS { beginWebSocket() }
        try session.connected(usesDirectTLS: endpoint.usesDirectTLS, now: now)
    }
}
