import XMLStream
public import XMPPSASL
import XMPPStanzas

// MARK: - What the driver reports

extension ServerSession {
    /// TLS is established.
    ///
    /// `bindings` are those channel bindings that are sound on this connection; `hasClientCertificate` is whether the
    /// client has shown a certificate, for EXTERNAL. Throws ``LocalError/unexpectedInput`` if the session has not asked for
    /// TLS, ``LocalError/ended`` after the end.
    public func tlsEstablished(
        bindings: [ChannelBinding],
        hasClientCertificate: Bool = false,
        now: Instant
    ) throws(LocalError) {
        guard case .securing(var login) = state else { throw misplaced }
        login.isEncrypted = true
        login.bindings = bindings
        login.hasClientCertificate = hasClientCertificate
        login.beginStep(settings.timeouts, at: now)
        state = .opening(login)
        emit(.secured)
    }

    /// Bytes came in, cut anywhere; with TLS established, the plaintext. After the end they are ignored.
    public func receive(_ bytes: [UInt8], now: Instant) {
        take(bytes, now: now)
    }

    /// The transport shows that the client is alive, though nothing of the stream has come in: bytes that are not read yet,
    /// a pong of WebSocket.
    public func recordSignOfLife(now: Instant) {
        changeEstablished { $0.recordSignOfLife(now) }
    }

    /// This side has not read what the client sends, for as long as its application did not keep up: the client is not late
    /// with the rest of a stanza, whose time begins anew.
    public func recordHeldUp(now: Instant) {
        guard let limit = settings.timeouts.stanza, receiving?.timers.stanzaDeadline != nil else { return }
        changeEstablished { $0.timers.stanzaDeadline = now.advanced(by: limit) }
    }

    /// A part of what may be a stanza has come, which the transport keeps back until it is whole, as WebSocket does with a
    /// message: the rest has to come within ``SessionTimeouts/stanza``.
    public func recordPartialStanza(now: Instant) {
        guard established?.timers.stanzaDeadline == nil else { return }
        limitStanza(isOpen: true, isNew: true, now: now)
    }

    /// The transport is at its end. After the end of the session it is ignored.
    public func transportClosed(_ closure: TransportClosure = .closed(nil), now: Instant) {
        endTransport(closure, now: now)
    }

    /// The moment of the last wait has come. Earlier, and after the end, it does nothing.
    public func timeout(now: Instant) {
        guard let deadline, deadline <= now else { return }
        switch state {
        case .securing: end(.timedOut(.tlsHandshake), now: now)
        case .opening: end(.timedOut(.streamHeader), now: now)
        case .negotiating(let login): end(.timedOut(login.account == nil ? .authentication : .binding), now: now)
        case .authenticating, .awaitingTask: end(.timedOut(.authentication), now: now)
        case .awaitingCredentials, .awaitingInline, .awaitingRegistration, .awaitingResource, .awaitingResumption:
            end(.timedOut(.application), now: now)
        case .established: fireTimers(now: now)
        case .closing(let closing): end(closing.cause, now: now)
        case .ended, .changing: break
        }
    }

    // MARK: - What was parsed

    func handle(_ element: Element, now: Instant) {
        switch state {
        case .negotiating(let login) where login.account == nil: handle(element, beforeLogin: login, now: now)
        case .negotiating(let login): handle(element, afterLogin: login, now: now)
        case .authenticating(let exchange): handle(element, exchange, now: now)
        case .awaitingTask(let inline): handle(element, inline, now: now)
        case .established: handleEstablished(element, now: now)
        case .closing(let closing):
            // Before an address is bound whatever still comes is of no use to anyone.
            if closing.established != nil { handleEstablished(element, now: now) }
        case .securing, .opening, .awaitingCredentials, .awaitingInline, .awaitingRegistration, .awaitingResource,
            .awaitingResumption:
            endUnexpected(element, now: now)
        case .ended, .changing: break
        }
    }
}
