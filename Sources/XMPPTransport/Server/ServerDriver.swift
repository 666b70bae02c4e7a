import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTLS
import XMPPWebSocket

/// Drives the session of one client that has connected.
actor ServerDriver: StreamDriver {
    nonisolated let executor: QueueExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Where the client is.
    nonisolated let address: SocketAddress
    private let configuration: ListenerConfiguration
    private let tls: TLSContext?
    var session: ServerSession
    /// The socket until it is linked.
    private var accepted: Socket?
    /// Among the connections of the listener, until this one is at its end.
    private var place: ConnectionPlace?
    var link: Link?
    var handshake: TLSHandshake?
    var isClosing = false
    private(set) var isFinished = false

    var events = EventBuffer<ServerEvent>()
    var eventWaiters = WaitList<ServerEvent?>()
    var closeWaiters = WaitList<Void>()
    var roomWaiters = WaitList<Void>()
    var hasReleasedSender = false
    var awaitsAcknowledgement = false
    let timer: DriverTimer
    var lastID: UInt64 = 0

    init(
        _ socket: Socket,
        from address: SocketAddress,
        place: ConnectionPlace,
        _ configuration: ListenerConfiguration,
        _ context: ServerContext,
        _ tls: TLSContext?
    ) {
        executor = QueueExecutor()
        timer = DriverTimer(on: executor.queue)
        accepted = socket
        self.place = place
        self.address = address
        self.configuration = configuration
        self.tls = tls
        var generator = SystemRandomNumberGenerator()
        session = ServerSession(context, using: &generator, now: configuration.clock())
    }

    var now: Instant { configuration.clock() }
    var buffers: BufferPolicy { configuration.buffers }
    var closingTime: Duration { configuration.session.timeouts.closing }
    /// What a client still sends while its stream is being closed is received.
    var eventFactor: Int { isClosing ? 8 : 1 }
    var nextDeadline: Instant? { isFinished ? nil : linkDeadline }

    // MARK: - From the socket to the end

    func begin() {
        guard let socket = accepted.take() else { return }
        timer.handler = { [weak self] in self?.assumeIsolated { $0.fireTimer() } }
        link = makeLink(id: makeID(), socket)
        observe(.connected)
        if configuration.session.tls == .none { beginWebSocket() }
        pump()
    }

    func fireTimer() {
        timer.reset()
        fireLinkTimers(now)
        pump()
    }

    func proceed() {
        guard !isFinished, accepted == nil else { return }
        isFinished = true
        place = nil
        resumeAtEnd()
        roomWaiters.resumeAll(with: .failure(LocalError.ended))
        closeWaiters.resumeAll(with: .success(()))
    }

    /// The last event has said why.
    func takeEnd() {}

    // MARK: - TLS and WebSocket

    func beginTLS() {
        do throws(TLSError) {
            guard let tls else { throw TLSError(.invalidState, "there is no TLS here") }
            let engine = try TLSEngine(serverOf: tls)
            link?.tls = engine
            engine.receive(ciphertext: session.takeEarlyTLSBytes())
        } catch {
            session.transportClosed(.tlsFailed("\(error)"), now: now)
        }
    }

    func handle(_ handshake: TLSHandshake) {
        observe(.secured(handshake))
        beginWebSocket()
        do throws(LocalError) {
            try session.tlsEstablished(
                bindings: handshake.channelBindings.forSASL,
                hasClientCertificate: handshake.peerCertificate?.failures.isEmpty ?? false,
                now: now
            )
        } catch {
            session.transportClosed(.tlsFailed("the handshake came out of turn"), now: now)
        }
    }

    func handle(_ session: TLSSession) {}
    /// A server's TLS asks no questions.
    func handle(_ certificate: PeerCertificate) { link?.tls?.rejectCertificate() }
    func handle(keyLogLine line: String) { configuration.keyLog?(line) }

    private func beginWebSocket() {
        guard configuration.webSocketPath != nil else { return }
        let limits = WebSocketLimits(forStanzasOf: configuration.session.limitsBeforeLogin.stanzaBytes)
        link?.webSocket = WebSocketLayer(
            WebSocketConnection(serverWith: WebSocketConfiguration(limits: limits)))
    }

    func noteHeldUp() { session.recordHeldUp(now: now) }
    func noteMessageInProgress() { session.recordPartialStanza(now: now) }

    func handle(_ request: WebSocketRequest) {
        let path = request.target.prefix { $0 != "?" }
        let isThere = configuration.webSocketPath.map { $0 == path } ?? false
        // What cannot be accepted was refused with what is wrong with it.
        if !isThere {
            try? link?.webSocket?.connection.refuse(status: 404, reason: "There is no XMPP here.")
        } else if !request.subprotocols.contains("xmpp") {
            try? link?.webSocket?.connection.refuse(status: 400, reason: "The subprotocol is xmpp.")
        } else {
            try? link?.webSocket?.connection.accept(subprotocol: "xmpp")
        }
    }

    // MARK: - The application

    var boundJID: JID? { session.boundJID }
    var account: JID? { session.account }
    var userAgent: SASL2UserAgent? { session.userAgent }
    var ending: Ending? { session.ending }

    func handle(_ event: ServerEvent) {
        observe(.event(event))
        switch event {
        case .acknowledged, .ended: awaitsAcknowledgement = false
        case .authenticated:
            let limits = WebSocketLimits(forStanzasOf: configuration.session.limits.stanzaBytes)
            link?.webSocket?.connection.change(limits)
        default: break
        }
        deliver(event)
    }

    func send(_ element: Element) async throws -> UInt64 {
        let number = try await handOver { session, now in try session.send(element, now: now) }
        pump()
        return number
    }

    func detach() -> ResumableStream? {
        if let ending = session.ending { return ending.resumption }
        let stream = (try? session.detach(now: now)) ?? nil
        pump()
        return stream
    }

    func closeSession() { try? session.close(now: now) }

    func close(_ error: StreamError?) async {
        if let error {
            try? session.close(error, now: now)
            pump()
        }
        await close()
    }

    // MARK: - Who looks on

    private func observe(_ activity: @autoclosure () -> ServerActivity) {
        configuration.observer?(address, activity())
    }

    func observeReceived(_ bytes: [UInt8]) { observe(.received(bytes)) }
    func observeSent(_ bytes: [UInt8]) { observe(.sent(bytes)) }
    func observe(_ closure: TLSClosure) { observe(.tlsClosed(closure)) }
    func observeDisconnected() { observe(.disconnected) }
}
