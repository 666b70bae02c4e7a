import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

// MARK: - What came of what was asked for inline

extension ClientSession {
    /// The server has proved itself and says that the login is complete; there is no new stream (XEP-0388 §2.6.1).
    func succeed(_ element: Element, _ authenticating: InlineAuthenticating, now: Instant) {
        guard let success = try? SASL2Success(element), let jid = success.authorizationIdentifier else {
            end(.violation(.malformedAnswer(SASL2Success.element)), now: now)
            return
        }
        var authenticating = authenticating
        authenticating.negotiation.recordSuccess(of: authenticating.client.mechanism)
        guard authenticating.negotiation.isOwn(jid) else {
            let account = authenticating.negotiation.configuration.account
            end(.violation(.wrongBoundAddress(jid.full, account: account.bare)), now: now)
            return
        }
        report(success, authenticating)
        authenticating.negotiation.beginStep(at: now)
        if let resumed = element.firstChild(SMResumed.element) {
            guard authenticating.request.resume != nil, let resuming = authenticating.resuming else {
                end(.violation(.wrongResumption), now: now)
                return
            }
            self.resumed(by: resumed, resuming, now: now)
        } else {
            bind(element, jid, authenticating, now: now)
        }
    }

    private func report(_ success: SASL2Success, _ authenticating: InlineAuthenticating) {
        let mechanism = authenticating.client.mechanism
        let bound = success.others.firstPayload(Bind2Bound.self)?.others ?? []
        let results = (success.others + bound).filter { !Self.isOwnResult($0) }
        emit(
            .authenticated(
                Authentication(
                    mechanism: mechanism,
                    saltedPassword: (authenticating.client as? SCRAMClient)?.saltedPassword,
                    inlineResults: results
                )))
        guard let token = success.others.firstPayload(FASTToken.self),
            // Not asked for, it takes the place of the one that was used (XEP-0484 §3.5).
            let use = authenticating.request.tokenMechanism ?? (mechanism.isHashedToken ? mechanism : nil)
        else { return }
        emit(.tokenIssued(IssuedToken(mechanism: use, token: Secret(token.token.text), expiry: token.expiry)))
    }

    /// Whether the session itself deals with a part of a success.
    private static func isOwnResult(_ element: Element) -> Bool {
        let names = [Bind2Bound.element, FASTToken.element, SMResumed.element, SMFailed.element, SMEnabled.element]
        return names.contains { element.has($0) }
    }

    private func bind(_ element: Element, _ jid: JID, _ authenticating: InlineAuthenticating, now: Instant) {
        let refusal = authenticating.request.resume == nil ? nil : element.firstChild(SMFailed.element)
        let bound = authenticating.request.bind == nil ? nil : element.firstChild(Bind2Bound.element)
        var negotiation = authenticating.negotiation
        // Without an address, what was not refused can still be resumed when the features have come.
        if refusal != nil || bound != nil, let stream = negotiation.resumption {
            guard giveUpResumption(of: stream, refusedBy: refusal, now: now) else { return }
            negotiation.resumption = nil
        }
        guard let bound else {
            state = .awaitingFeatures(negotiation)
            return
        }
        guard !jid.isBare else {
            end(.violation(.wrongBoundAddress(jid.full, account: negotiation.configuration.account.bare)), now: now)
            return
        }
        establish(jid, by: bound, authenticating.request, now: now)
    }

    private func establish(_ jid: JID, by bound: Element, _ request: InlineRequest, now: Instant) {
        let answer = request.enablesManagement ? bound.firstChild(SMEnabled.element) : nil
        let enabled = answer.flatMap { try? SMEnabled($0) }
        let resumability = enabled.flatMap(Self.resumability)
        var established = Established(jid: jid, management: enabled == nil ? .off : .on(resumability), at: now)
        established.enablesManagementLater = settings.streamManagement.isWanted && !request.enablesManagement
        state = .established(established)
        emit(.bound(jid))
        if enabled != nil {
            emit(.streamManagementEnabled(isResumable: resumability != nil))
        } else if request.enablesManagement {
            let failure = bound.firstChild(SMFailed.element).flatMap { try? SMFailed($0) }
            emit(.streamManagementRefused(failure?.condition))
        }
    }

    /// Features on an established stream are those that follow a SASL2 login with an inline binding.
    func handleLateFeatures(_ features: StreamFeatures, now: Instant) {
        emit(.features(features))
        var enables = false
        changeEstablished { established in
            enables = established.enablesManagementLater
            established.peerLimits = OfferedFeatures(features.element).limits
            established.enablesManagementLater = false
        }
        guard enables, wire.isOpen, OfferedFeatures(features.element).offersStreamManagement else { return }
        changeEstablished { $0.management = .requested }
        requestManagement()
    }
}
