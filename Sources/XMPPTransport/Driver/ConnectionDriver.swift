import Dispatch
import XMLStream
import XMPPAddress
import XMPPSession
import XMPPStanzas
import XMPPTLS

/// Carries out what a session wants: the one place where sockets, TLS, time and waiting tasks meet.
///
/// Everything happens on one serial queue, which is the actor's executor and the queue of its sockets and timer alike.
/// Each input to the session or to TLS is followed by ``pump()``, which does all that comes out of both.
///
///     connecting ─▶ linked ─▶ finished
///         ▲            │ ended, to be established anew
///         └─ delaying ◀┘
actor ConnectionDriver {
    enum Phase {
        case connecting(Task<Void, Never>)
        /// There is a link, perhaps one that is being closed.
        case linked
        /// The next session waits for its turn to connect.
        case delaying(until: Instant, Reconnection.Attempt)
        /// It is over; the error is still to be thrown to whoever asks first.
        case finished(ConnectionError?)
    }

    nonisolated let executor = QueueExecutor()
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
    /// Why there was no connection, once that is known.
    var failure: ConnectionFailure?
    /// Whether the application wants the end.
    var isClosing = false

    var events = EventBuffer()
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

    private var timer: (any DispatchSourceTimer)?
    private var timerDeadline: Instant?
    private var lastID: UInt64 = 0

    init(_ requested: ConnectionConfiguration) throws(TLSError) {
        let configuration = requested.settled
        self.configuration = configuration
        contexts = try TLSContexts(configuration)
        var generator = SystemRandomNumberGenerator()
        session = ClientSession(configuration.session, using: &generator, now: configuration.clock())
        reconnection = configuration.reconnection.map { Reconnection($0) }
    }

    var now: Instant { configuration.clock() }

    func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    func observe(_ activity: @autoclosure () -> ConnectionActivity) {
        configuration.observer?(activity())
    }

    /// Runs on the queue as soon as it can, from anywhere.
    nonisolated func enqueue(_ body: @escaping @Sendable (isolated ConnectionDriver) -> Void) {
        executor.queue.async { self.assumeIsolated(body) }
    }

    // MARK: - Moving on

    /// Does all that the session and TLS want done, one after the other, until they want nothing more.
    func pump() {
        while true {
            switch session.nextOutput() {
            case .write(let bytes): write(bytes)
            case .startTLS: beginTLS()
            case .event(let event): handle(event)
            case .close: beginClosingLink()
            case .wait:
                if let output = link?.tls?.nextOutput() {
                    handle(output)
                } else if let output = link?.webSocket?.connection.nextOutput() {
                    handle(output)
                } else {
                    settle()
                    return
                }
            }
        }
    }

    /// Brings socket, waiting tasks and timer up to date with what was done.
    private func settle() {
        flush()
        closeLinkIfDone()
        if session.ending != nil, link == nil { proceed() }
        updateReading()
        releaseSender()
        scheduleTimer()
    }

    // MARK: - Time

    private var deadline: Instant? {
        switch phase {
        case .connecting, .finished: nil
        case .delaying(let deadline, _): deadline
        case .linked: [session.deadline, link?.deadline, stallDeadline].compactMap { $0 }.min()
        }
    }

    private var stallDeadline: Instant? {
        link?.stalledSince.map { $0.advanced(by: configuration.buffers.stallTimeout) }
    }

    /// The timer is set anew only where it would come too late: a timer that comes too early costs less.
    private func scheduleTimer() {
        guard let deadline else {
            if case .finished = phase {
                timer?.cancel()
                timer = nil
            }
            return
        }
        if let timerDeadline, timerDeadline <= deadline { return }
        timerDeadline = deadline
        let span = max(.milliseconds(1), now.duration(to: deadline))
        let milliseconds = min(span / .milliseconds(1), 1e9)
        let timer = self.timer ?? makeTimer()
        timer.schedule(deadline: .now() + .milliseconds(Int(milliseconds)), leeway: .milliseconds(5))
    }

    private func makeTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: executor.queue)
        timer.setEventHandler { @Sendable [weak self] in self?.assumeIsolated { $0.fireTimer() } }
        timer.activate()
        self.timer = timer
        return timer
    }

    private func fireTimer() {
        timerDeadline = nil
        let now = now
        switch phase {
        case .delaying(let deadline, let attempt) where deadline <= now: beginConnecting(attempt)
        case .linked: fireLinkTimers(now)
        case .connecting, .delaying, .finished: break
        }
        pump()
    }

    private func fireLinkTimers(_ now: Instant) {
        if let deadline = link?.deadline, deadline <= now { closeLink() }
        if let deadline = stallDeadline, deadline <= now {
            link?.hasFailed = true
            session.transportClosed(.closed("the server takes nothing in"), now: now)
        }
        reportUnreadLife(now)
        session.timeout(now: now)
    }
}
