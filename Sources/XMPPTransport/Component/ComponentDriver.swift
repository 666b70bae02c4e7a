import XMLStream
import XMPPAddress
import XMPPSession
import XMPPStanzas
import XMPPTLS
import XMPPWebSocket

/// Drives a component's sessions, one after the other.
actor ComponentDriver: InitiatingDriver {
    nonisolated let executor: QueueExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let configuration: ComponentConnectionConfiguration
    var session: ComponentSession
    var phase = ConnectionPhase.finished(nil)
    var link: Link?
    var search: ServerSearch
    /// There is no TLS on these streams.
    var handshake: TLSHandshake?
    var endpoint: ConnectedEndpoint?
    var reconnection: Reconnection?
    var isClosing = false

    var events = EventBuffer<ComponentEvent>()
    var eventWaiters = WaitList<ComponentEvent?>()
    var addressWaiters = WaitList<JID>()
    var closeWaiters = WaitList<Void>()
    var roomWaiters = WaitList<Void>()
    var hasReleasedSender = false
    /// Nothing is acknowledged on these streams.
    var awaitsAcknowledgement = false
    var requests: [String: CheckedContinuation<IQ, any Error>] = [:]
    var abandonedRequests: Set<String> = []

    let timer: DriverTimer
    var lastID: UInt64 = 0

    init(_ configuration: ComponentConnectionConfiguration) {
        executor = QueueExecutor()
        timer = DriverTimer(on: executor.queue)
        self.configuration = configuration
        search = ServerSearch(Self.locator(configuration, redirectedTo: nil))
        session = configuration.makeSession(at: configuration.clock())
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
        Self.locator(configuration, redirectedTo: target)
    }

    private static func locator(
        _ configuration: ComponentConnectionConfiguration, redirectedTo target: HostAndPort?
    ) -> ServiceLocator {
        ServiceLocator(
            host: target?.host ?? configuration.host, port: target?.port ?? configuration.port,
            resolver: configuration.resolver)
    }

    func makeSession(resuming stream: ResumableStream?, at now: Instant) -> ComponentSession {
        configuration.makeSession(at: now)
    }

    func beginSession(at endpoint: ServiceEndpoint) throws(LocalError) { try session.connected(now: now) }

    // MARK: - The application

    func handle(_ event: ComponentEvent) {
        switch event {
        case .response(let outcome):
            if settleRequest(outcome) { return }
        case .established(let domain): recordEstablished(domain)
        default: break
        }
        deliver(event)
    }

    func report(_ ending: Ending) { handle(.ended(ending)) }

    func send(_ element: Element, timeout: Duration?) async throws {
        try await handOver { session, now in try session.send(element, timeout: timeout, now: now) }
        pump()
    }

    // MARK: - What these streams do not have

    func beginTLS() { session.transportClosed(.tlsFailed("there is no TLS on a component's stream"), now: now) }
    func handle(_ handshake: TLSHandshake) {}
    func handle(_ certificate: PeerCertificate) { link?.tls?.rejectCertificate() }
    func handle(_ session: TLSSession) {}
    func handle(keyLogLine: String) {}
    func handle(_ request: WebSocketRequest) {}
    func observe(_ closure: TLSClosure) {}
}
