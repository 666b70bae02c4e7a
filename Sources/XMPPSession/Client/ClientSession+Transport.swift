import XMLStream
public import XMPPSASL

// MARK: - What the driver reports

extension ClientSession {
    /// How a transport came to its end.
    public enum TransportClosure: Hashable, Sendable {
        /// It was closed or lost; what the driver knows about it.
        case closed(String?)
        /// TLS failed on it; what TLS says about it.
        case tlsFailed(String)
        /// The server's certificate was not accepted, and why.
        case certificateRejected(String)
    }

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
        negotiation.bindings = bindings
        emit(.secured)
        openStream(negotiation, now: now)
    }

    /// Bytes came in, cut anywhere; with TLS established, the plaintext. After the end they are ignored.
    ///
    /// Throws ``LocalError/unexpectedInput`` before the transport is connected.
    public func receive(_ bytes: [UInt8], now: Instant) throws(LocalError) {
        switch state {
        case .connecting: throw .unexpectedInput
        case .ended: return
        case .securing:
            if !bytes.isEmpty { end(.violation(.plaintextBeforeTLS), now: now) }
            return
        default: break
        }
        changeEstablished { established in
            established.timers.lastReceived = now
            established.timers.probeDeadline = nil
        }
        wire.parser.receive(bytes)
        parse(now: now)
    }

    /// The transport is at its end, or could not be connected. After the end of the session it is ignored.
    public func transportClosed(_ closure: TransportClosure = .closed(nil), now: Instant) {
        switch (state, closure) {
        case (.ended, _): return
        case (.closing(let closing), _): end(closing.cause, now: now)
        case (_, .closed(let reason)): end(.transportClosed(reason), now: now)
        case (_, .tlsFailed(let reason)): end(.tlsFailed(reason), now: now)
        case (_, .certificateRejected(let reason)): end(.certificateRejected(reason), now: now)
        }
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
        case .authenticating: end(.timedOut(.authentication), now: now)
        case .resuming: end(.timedOut(.resumption), now: now)
        case .binding: end(.timedOut(.binding), now: now)
        case .startingSession: end(.timedOut(.session), now: now)
        case .awaitingRegistration, .awaitingResource: end(.timedOut(.application), now: now)
        case .established: fireTimers(now: now)
        case .closing(let closing): end(closing.cause, now: now)
        case .ended, .changing: break
        }
    }

    /// What to throw for an input that has no place in this state.
    var misplaced: LocalError {
        if case .ended = state { .ended } else { .unexpectedInput }
    }

    // MARK: - Parsing

    private func parse(now: Instant) {
        do throws(XMLStreamError) {
            while !isDeaf, let event = try wire.parser.next() {
                handle(event, now: now)
            }
        } catch {
            end(.violation(.malformedStream(error)), now: now)
        }
    }

    /// Whether nothing more is to be parsed: the rest belongs to TLS, or to nobody.
    private var isDeaf: Bool {
        switch state {
        case .ended, .securing: true
        default: false
        }
    }

    private func handle(_ event: XMLStreamEvent, now: Instant) {
        switch event {
        case .streamOpen(let opening): handle(opening, now: now)
        case .element(let element): handle(element, now: now)
        case .streamClose: handleStreamClose(now: now)
        case .skipped, .endOfInput: break
        }
    }

    private func handleStreamClose(now: Instant) {
        if case .closing(let closing) = state {
            end(closing.cause.agreed, now: now)
        } else {
            end(.closedByPeer, now: now)
        }
    }

    private func handle(_ element: Element, now: Instant) {
        if element.has(.streamError) {
            handleStreamError(element, now: now)
            return
        }
        switch state {
        case .awaitingFeatures(let negotiation): handle(features: element, negotiation, now: now)
        case .requestingTLS(let negotiation): handle(tlsAnswer: element, negotiation, now: now)
        case .registering(let registering): handle(element, registering, now: now)
        case .authenticating(let authenticating): handle(element, authenticating, now: now)
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

    func endUnexpected(_ element: Element, now: Instant) {
        end(.violation(.unexpectedElement(element.name)), now: now)
    }
}

extension Ending.Cause {
    /// The same with the peer's agreement.
    fileprivate var agreed: Ending.Cause {
        if case .closed = self { .closed(peerAgreed: true) } else { self }
    }
}
