import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPStanzas

// MARK: - Binding (RFC 6120 §7)

extension ClientSession {
    func bind(_ offered: OfferedFeatures, _ negotiation: Negotiation, now: Instant) {
        guard offered.offersBinding else {
            end(.bindingNotOffered, now: now)
            return
        }
        requestAddress(negotiation.configuration.resource, offered, negotiation, now: now)
    }

    private func requestAddress(
        _ choice: ClientConfiguration.ResourceChoice,
        _ offered: OfferedFeatures,
        _ negotiation: Negotiation,
        now: Instant
    ) {
        var negotiation = negotiation
        negotiation.beginStep(at: now)
        let resource: String? = if case .named(let resource) = choice { resource } else { nil }
        let id = makeID()
        state = .binding(Binding(negotiation: negotiation, features: offered, requestID: id))
        wire.writeOwn(IQ(set: Bind(resource: resource), id: id).element)
    }

    func handle(_ element: Element, _ binding: Binding, now: Instant) {
        guard let answer = NegotiationAnswer(element, to: binding.requestID, binding.negotiation) else {
            endUnexpected(element, now: now)
            return
        }
        switch answer {
        case .result(let payload?) where payload.has(Bind.element): bound(by: payload, binding, now: now)
        case .result, .malformed: end(.violation(.malformedAnswer(Bind.element)), now: now)
        case .refused(let error): refused(error, binding, now: now)
        }
    }

    /// A resource can be given up for another; that nothing can be bound at all cannot be helped (RFC 6120 §7.6.2).
    private func refused(_ error: StanzaError, _ binding: Binding, now: Instant) {
        guard error.condition == .conflict || error.condition == .badRequest || error.condition == .notAcceptable else {
            end(.bindingRefused(error), now: now)
            return
        }
        var binding = binding
        let timeout = binding.negotiation.configuration.timeouts.application
        binding.negotiation.deadline = now.advanced(by: timeout)
        state = .awaitingResource(binding)
        emit(.resourceRefused(error))
    }

    /// Asks for another resource after one was refused (RFC 6120 §7.7.2); nil ends the session.
    ///
    /// Throws ``LocalError/unexpectedInput`` if none was, ``LocalError/ended`` after the end.
    public func answerResourceConflict(
        _ choice: ClientConfiguration.ResourceChoice?,
        now: Instant
    ) throws(LocalError) {
        guard case .awaitingResource(var binding) = state else { throw misplaced }
        guard let choice else {
            end(.givenUp, now: now)
            return
        }
        binding.negotiation.loginDeadline = now.advanced(by: binding.negotiation.configuration.timeouts.login)
        requestAddress(choice, binding.features, binding.negotiation, now: now)
    }

    private func bound(by payload: Element, _ binding: Binding, now: Instant) {
        let text = payload.firstChild(Name("jid", in: Bind.element.namespace))?.text ?? ""
        guard let jid = (try? Bind(payload))?.jid, !jid.isBare, binding.negotiation.isOwn(jid) else {
            let account = binding.negotiation.configuration.account
            end(.violation(.wrongBoundAddress(text, account: account.bare)), now: now)
            return
        }
        guard binding.features.requiresSession else {
            establish(jid, binding.features, now: now)
            return
        }
        let id = makeID()
        let deadline = now.advanced(by: settings.timeouts.step)
        state = .startingSession(StartingSession(binding: binding, jid: jid, requestID: id, deadline: deadline))
        wire.writeOwn(IQ(set: Session(), id: id).element)
    }

    func handle(_ element: Element, _ starting: StartingSession, now: Instant) {
        guard let answer = NegotiationAnswer(element, to: starting.requestID, starting.binding.negotiation) else {
            keepEarly(element, starting, now: now)
            return
        }
        switch answer {
        case .result:
            establish(starting.jid, starting.binding.features, now: now)
            for stanza in starting.earlyStanzas { handleEstablished(stanza, now: now) }
        case .refused(let error): end(.sessionRefused(error), now: now)
        case .malformed: end(.violation(.malformedAnswer(Session.element)), now: now)
        }
    }

    private func keepEarly(_ element: Element, _ starting: StartingSession, now: Instant) {
        guard StanzaKind(element) != nil else {
            endUnexpected(element, now: now)
            return
        }
        var starting = starting
        guard starting.earlyStanzas.count < StartingSession.maximumEarlyStanzas else {
            end(.violation(.prematureStanzas), now: now)
            return
        }
        starting.earlyStanzas.append(element.detached())
        state = .startingSession(starting)
    }

    private func establish(_ jid: JID, _ offered: OfferedFeatures, now: Instant) {
        let policy = settings.streamManagement
        let isManaged = policy.isWanted && offered.offersStreamManagement
        var established = Established(jid: jid, management: isManaged ? .requested : .off, at: now)
        established.peerLimits = offered.limits
        state = .established(established)
        emit(.bound(jid))
        if isManaged { requestManagement() }
    }

    func requestManagement() {
        let policy = settings.streamManagement
        wire.write(SMEnable(isResumable: policy.wantsResumption, maximum: policy.maximumAbsence))
    }
}
