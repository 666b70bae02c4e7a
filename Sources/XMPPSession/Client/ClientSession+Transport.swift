import XMLStream
public import XMPPSASL

// MARK: - What the driver reports

extension ClientSession {
    /// How a transport came to its end.
    public typealias TransportClosure = XMPPSession.TransportClosure

    /// The transport is connected.
    ///
    /// - Parameters:
    ///   - usesDirectTLS: Whether TLS begins with the first byte, because the server was found by a record that demands
    ///     it (XEP-0368 §3); it does in any case where the configuration says so.
    ///   - now: What time it is.
    ///
    /// Throws ``LocalError/unexpectedInput`` if it was before, ``LocalError/ended`` after the end.
    public func connected(usesDirectTLS: Bool = false, now: Instant) throws(LocalError) {
        guard case .connecting(var negotiation) = state else { throw misplaced }
        negotiation.loginDeadline = now.advanced(by: negotiation.configuration.timeouts.login)
        if usesDirectTLS || negotiation.configuration.tls == .direct {
            negotiation.beginStep(at: now)
            state = .securing(negotiation)
            wire.append(.startTLS)
        } else {
            openStream(negotiation, now: now)
        }
    }

    /// TLS is established, the server's certificate accepted.
    ///
    /// `bindings` are those channel bindings that are sound on this connection. Throws
    /// ``LocalError/unexpectedInput`` if TLS was not asked for, ``LocalError/ended`` after the end.
    public func tlsEstablished(bindings: [ChannelBinding], now: Instant) throws(LocalError) {
        guard case .securing(var negotiation) = state else { throw misplaced }
        negotiation.isEncrypted = true
        mayShowPassword = true
        negotiation.bindings = bindings
        emit(.secured)
        openStream(negotiation, now: now)
    }

    /// Bytes came in, cut anywhere; with TLS established, the plaintext. After the end they are ignored.
    ///
    /// Throws ``LocalError/unexpectedInput`` before the transport is connected.
    public func receive(_ bytes: [UInt8], now: Instant) throws(LocalError) {
        if case .connecting = state { throw .unexpectedInput }
        take(bytes, now: now)
    }

    /// The transport shows that the server is alive, though nothing of the stream has come in: bytes that are not read yet,
    /// a pong of WebSocket.
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
        case .securing: end(.timedOut(.tlsHandshake), now: now)
        case .opening: end(.timedOut(.streamHeader), now: now)
        case .awaitingFeatures: end(.timedOut(.features), now: now)
        case .requestingTLS: end(.timedOut(.startTLS), now: now)
        case .registering: end(.timedOut(.registration), now: now)
        case .authenticating, .authenticatingInline, .upgrading: end(.timedOut(.authentication), now: now)
        case .resuming: end(.timedOut(.resumption), now: now)
        case .binding: end(.timedOut(.binding), now: now)
        case .startingSession: end(.timedOut(.session), now: now)
        case .awaitingRegistration, .awaitingResource: end(.timedOut(.application), now: now)
        case .established: fireTimers(now: now)
        case .closing(let closing): end(closing.cause, now: now)
        case .ended, .changing: break
        }
    }

    // MARK: - Parsing

    var isDeaf: Bool {
        switch state {
        case .ended, .securing: true
        default: false
        }
    }

    func handle(streamEnd element: Element?, now: Instant) {
        endStream(seeOtherURI: element?.attribute(Name("see-other-uri")), now: now)
    }

    func handle(_ element: Element, now: Instant) {
        switch state {
        case .awaitingFeatures(let negotiation): handle(features: element, negotiation, now: now)
        case .requestingTLS(let negotiation): handle(tlsAnswer: element, negotiation, now: now)
        case .registering(let registering): handle(element, registering, now: now)
        case .authenticating(let authenticating): handle(element, authenticating, now: now)
        case .authenticatingInline(let authenticating): handle(element, authenticating, now: now)
        case .upgrading(let upgrading): handle(element, upgrading, now: now)
        case .resuming(let resuming): handle(element, resuming, now: now)
        case .binding(let binding): handle(element, binding, now: now)
        case .startingSession(let starting): handle(element, starting, now: now)
        case .established: handleEstablished(element, now: now)
        case .closing(let closing):
            // Before an address is bound whatever still comes is of no use to anyone.
            if closing.established != nil { handleEstablished(element, now: now) }
        case .connecting, .securing, .opening, .awaitingRegistration, .awaitingResource:
            endUnexpected(element, now: now)
        case .ended, .changing: break
        }
    }
}
