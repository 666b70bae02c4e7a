import Dispatch
import XMPPSession
import XMPPTLS
import XMPPWebSocket

/// Carries out what a session wants: the one place where sockets, TLS, time and waiting tasks meet. This is what drivers
/// of all roles do alike; what is theirs alone is how they come by a socket and what comes after it.
///
/// Everything happens on one serial queue, which is the actor's executor and the queue of its sockets and timer alike.
/// Each input to the session or to TLS is followed by ``pump()``, which does all that comes out of both.
protocol StreamDriver: Actor {
    associatedtype Session: DrivenSession

    nonisolated var executor: QueueExecutor { get }
    var session: Session { get set }
    var link: Link? { get set }
    /// The last handshake, for whoever asks.
    var handshake: TLSHandshake? { get set }
    /// Whether the application wants the end.
    var isClosing: Bool { get set }
    var events: EventBuffer<Session.Event> { get set }
    var eventWaiters: WaitList<Session.Event?> { get set }
    var closeWaiters: WaitList<Void> { get set }
    /// Who wants to send.
    var roomWaiters: WaitList<Void> { get set }
    /// Whether one of them was let go and has not yet sent.
    var hasReleasedSender: Bool { get set }
    /// Whether the session takes no stanza before the peer has acknowledged some.
    var awaitsAcknowledgement: Bool { get set }
    var timer: DriverTimer { get }
    var lastID: UInt64 { get set }

    var now: Instant { get }
    var buffers: BufferPolicy { get }
    /// What the session allows for the end of a stream.
    var closingTime: Duration { get }
    /// How many times more than usual may wait as events.
    var eventFactor: Int { get }
    /// When the next thing is to be done, or nothing ever.
    var nextDeadline: Instant? { get }
    /// Whether all is over.
    var isFinished: Bool { get }
    /// Whether another session will follow the present one, which has ended.
    var isToBeContinued: Bool { get }

    /// Tells those who look on what came in on the stream.
    func observeReceived(_ bytes: [UInt8])
    func observeSent(_ bytes: [UInt8])
    func observe(_ closure: TLSClosure)
    func observeDisconnected()
    /// Puts TLS on the link.
    func beginTLS()
    func handle(_ handshake: TLSHandshake)
    func handle(_ certificate: PeerCertificate)
    func handle(_ session: TLSSession)
    func handle(keyLogLine: String)
    func handle(_ request: WebSocketRequest)
    /// A part of a message of WebSocket has come, and nothing of it yet to the session.
    func noteMessageInProgress()
    /// Reading is held up, or was until now.
    func noteHeldUp()
    func handle(_ event: Session.Event)
    /// The session has ended, and its link is closed.
    func proceed()
    func fireTimer()
    /// Takes up that there are no more events; throws, once, why that is.
    func takeEnd() throws
    /// Asks the session to close its stream.
    func closeSession()
}

extension StreamDriver {
    /// Only a server gives its peer so long and no longer.
    func noteMessageInProgress() {}
    func noteHeldUp() {}
    /// Only who has connected can connect anew.
    var isToBeContinued: Bool { false }

    func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Runs on the queue as soon as it can, from anywhere.
    nonisolated func enqueue(_ body: @escaping @Sendable (isolated Self) -> Void) {
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
                // What WebSocket has came before whatever TLS still has, which may be its end.
                if let output = link?.webSocket?.connection.nextOutput() {
                    handle(output)
                } else if let output = link?.tls?.nextOutput() {
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
        if link?.webSocket?.connection.isReceivingMessage == true { noteMessageInProgress() }
        timer.schedule(for: nextDeadline, now: now)
        if isFinished { timer.cancel() }
    }

    // MARK: - Time

    /// When something of the link or its session is due.
    var linkDeadline: Instant? {
        [session.deadline, link?.deadline, stallDeadline, acknowledgementDeadline].compactMap { $0 }.min()
    }

    private var stallDeadline: Instant? {
        link?.stalledSince.map { $0.advanced(by: buffers.stallTimeout) }
    }

    private var acknowledgementDeadline: Instant? {
        guard awaitsAcknowledgement else { return nil }
        return link?.unacknowledgedSince.map { $0.advanced(by: buffers.stallTimeout) }
    }

    func fireLinkTimers(_ now: Instant) {
        if let deadline = link?.deadline, deadline <= now { closeLink() }
        if let deadline = stallDeadline, deadline <= now {
            link?.hasFailed = true
            session.transportClosed(.closed("the peer takes nothing in"), now: now)
        }
        if let deadline = acknowledgementDeadline, deadline <= now {
            link?.unacknowledgedSince = nil
            session.transportClosed(.closed("the peer acknowledges nothing"), now: now)
        }
        reportUnreadLife(now)
        session.timeout(now: now)
    }

    // MARK: - Who waits

    /// Gives an event to who waits for one, or keeps it.
    func deliver(_ event: Session.Event) {
        if let waiter = eventWaiters.popFirst() {
            events.settle()
            waiter.resume(returning: event)
        } else {
            events.append(event)
        }
    }

    /// The next event; nil at the end.
    func nextEvent() async throws -> Session.Event? {
        if Task.isCancelled {
            abort()
            throw CancellationError()
        }
        if let event = events.popFirst() {
            updateReading()
            return event
        }
        if isFinished {
            try takeEnd()
            return nil
        }
        return try await suspend { driver, continuation, id in
            driver.eventWaiters.add(continuation, id: id)
        } onCancel: { driver, id in
            driver.eventWaiters.remove(id)?.resume(throwing: CancellationError())
            driver.abort()
        }
    }

    /// Tells those who wait for events that there are no more, and the first of them why.
    func resumeAtEnd() {
        guard let first = eventWaiters.popFirst() else { return }
        do {
            try takeEnd()
            first.resume(returning: nil)
        } catch {
            first.resume(throwing: error)
        }
        eventWaiters.resumeAll(with: .success(nil))
    }

    /// Suspends the task until someone resumes the continuation that is put somewhere by `register`. `onCancel` runs on
    /// the queue after that, and has to look whether it is still there.
    func suspend<Value: Sendable>(
        _ register: (isolated Self, CheckedContinuation<Value, any Error>, UInt64) -> Void,
        onCancel: @escaping @Sendable (isolated Self, UInt64) -> Void
    ) async throws -> Value {
        let id = makeID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { register(self, $0, id) }
        } onCancel: {
            enqueue { onCancel($0, id) }
        }
    }

    // MARK: - At the application's wish

    /// Does something with the session, and then all that this leads to.
    func perform<Result: Sendable>(
        _ body: @Sendable (Session, Instant) throws -> Result
    ) throws -> Result {
        let result = try body(session, now)
        pump()
        return result
    }

    /// Closes the stream gracefully, and returns when the transport is closed; at once, if the task is cancelled.
    func close() async {
        beginClosing()
        if isFinished { return }
        let wait: Void? = try? await suspend { driver, continuation, id in
            driver.closeWaiters.add(continuation, id: id)
        } onCancel: { driver, id in
            driver.abort()
            driver.closeWaiters.remove(id)?.resume()
        }
        _ = wait
    }

    private func beginClosing() {
        isClosing = true
        closeSession()
        pump()
    }

    /// Ends everything now; what can be written without waiting is written.
    func abort() {
        beginClosing()
        link?.tls?.close()
        pump()
        closeLink()
        session.transportClosed(.closed(nil), now: now)
        pump()
    }
}
