import XMLStream
import XMPPExtensions
import XMPPStanzas

// MARK: - Time on an established stream

extension StreamSession {
    /// When the first of its timers fires.
    func deadline(of established: Established) -> Instant {
        let timers = established.timers
        let keepalive = settings.keepalive
        var deadline = timers.probeDeadline ?? timers.lastReceived.advanced(by: keepalive.probeInterval)
        if let interval = keepaliveInterval(established) {
            deadline = min(deadline, timers.lastSent.advanced(by: interval))
        }
        if let due = timers.requestDue { deadline = min(deadline, due) }
        if let due = timers.stanzaDeadline { deadline = min(deadline, due) }
        if let due = established.requests.deadline { deadline = min(deadline, due) }
        return deadline
    }

    /// Does all that is due.
    func fireTimers(now: Instant) {
        expireRequests(now: now)
        guard let established else { return }
        let timers = established.timers
        if let deadline = timers.stanzaDeadline, deadline <= now {
            end(.timedOut(.stanza), now: now)
            return
        }
        if let deadline = timers.probeDeadline {
            guard deadline > now else {
                end(.timedOut(.signOfLife), now: now)
                return
            }
        } else if timers.lastReceived.advanced(by: settings.keepalive.probeInterval) <= now {
            probe(established, now: now)
        }
        if let due = timers.requestDue, due <= now { requestAcknowledgement(now: now) }
        keepAlive(now: now)
    }

    private func expireRequests(now: Instant) {
        var expired: [(id: String, request: RequestTracker.Pending)] = []
        changeEstablished { expired = $0.requests.takeExpired(at: now) }
        for (id, request) in expired where request.purpose != .probe {
            report(RequestOutcome(id: id, result: .failure(.timedOut)))
        }
    }

    /// Asks for a sign of life; anything that comes in is one.
    private func probe(_ established: Established, now: Instant) {
        let deadline = now.advanced(by: settings.keepalive.probeTimeout)
        changeEstablished { $0.timers.probeDeadline = deadline }
        guard !established.management.isOn else {
            requestAcknowledgement(now: now)
            return
        }
        let id = makeID()
        let ping = makePing(id: id, established)
        let pending = RequestTracker.Pending(recipient: ping.to, deadline: deadline, purpose: .probe)
        changeEstablished { $0.requests.add(id, pending) }
        transmit(ping.element, now: now)
    }

    /// After how long without anything sent something is: as configured, and before the peer takes the stream for idle.
    private func keepaliveInterval(_ established: Established) -> Duration? {
        let intervals = [settings.keepalive.whitespaceInterval, established.peerLimits.keepaliveInterval]
        return intervals.compactMap { $0 }.min()
    }

    private func keepAlive(now: Instant) {
        guard let established, let interval = keepaliveInterval(established),
            established.timers.lastSent.advanced(by: interval) <= now
        else { return }
        guard wire.framing == .stream else {
            // There is no white space between the messages of WebSocket (RFC 7395 §3.8).
            probe(established, now: now)
            changeEstablished { changed in
                changed.timers.lastSent = now
                // Who owes a sign of life already is not given more time for it.
                if let deadline = established.timers.probeDeadline { changed.timers.probeDeadline = deadline }
            }
            return
        }
        wire.write([UInt8(ascii: " ")])
        changeEstablished { $0.timers.lastSent = now }
    }
}
