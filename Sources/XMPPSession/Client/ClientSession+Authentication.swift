import XMLStream
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

// MARK: - SASL (RFC 6120 §6)

extension ClientSession {
    /// Chooses a profile and a mechanism, and begins the exchange.
    func authenticate(_ offered: OfferedFeatures, _ negotiation: Negotiation, now: Instant) {
        do throws(MechanismSelection.Failure) {
            if let offer = offered.sasl2Offer, let selection = try selectForSASL2(offer, offered, negotiation) {
                authenticate(selection, offer, offered, negotiation, now: now)
                return
            }
            guard let offer = offered.saslOffer, !offer.mechanisms.isEmpty else {
                end(.authenticationNotOffered(offersLegacy: offered.offersLegacyAuthentication), now: now)
                return
            }
            authenticate(try select(from: offer, .sasl, negotiation), negotiation, now: now)
        } catch {
            if let refusal = negotiation.tokenRefusal {
                end(.authenticationRefused(refusal.condition, text: refusal.text), now: now)
            } else {
                end(.noMechanism(error), now: now)
            }
        }
    }

    func select(
        from offer: SASLAdvertisement,
        _ profile: MechanismSelection.Profile,
        _ negotiation: Negotiation
    ) throws(MechanismSelection.Failure) -> MechanismSelection {
        try MechanismSelection(
            from: offer,
            profile: profile,
            isEncrypted: negotiation.isEncrypted,
            bindings: negotiation.bindings,
            credentials: negotiation.credentials,
            policy: negotiation.configuration.mechanisms
        )
    }

    private func authenticate(_ selection: MechanismSelection, _ negotiation: Negotiation, now: Instant) {
        begin(selection, negotiation, now: now) { client, response, negotiation in
            state = .authenticating(Authenticating(negotiation, client: client))
            wire.write(SASLAuth(mechanism: client.mechanism.rawValue, initialResponse: Base64Data(response)))
        }
    }

    /// Makes the machine of a mechanism, and gives it to `send` with its first message.
    func begin(
        _ selection: MechanismSelection,
        _ negotiation: Negotiation,
        now: Instant,
        send: (any SASLClient, [UInt8], Negotiation) -> Void
    ) {
        emit(.mechanismChosen(selection))
        do throws(SASLError) {
            var client = try selection.makeClient(
                credentials: negotiation.credentials,
                nonce: negotiation.nonce,
                limits: negotiation.configuration.scramLimits
            )
            let response = try client.start()
            var negotiation = negotiation
            negotiation.beginStep(at: now)
            send(client, response, negotiation)
        } catch {
            end(.authenticationAborted(error), now: now)
        }
    }

    func handle(_ element: Element, _ authenticating: Authenticating, now: Instant) {
        if element.has(SASLChallenge.element) {
            respond(to: element, authenticating, now: now)
        } else if element.has(SASLSuccess.element) {
            succeed(element, authenticating, now: now)
        } else if element.has(SASLFailure.element) {
            let failure = try? SASLFailure(element)
            let condition = SASLFailureCondition(rawValue: failure?.condition ?? "undefined-condition")
            end(.authenticationRefused(condition, text: failure?.texts.first?.text), now: now)
        } else {
            endUnexpected(element, now: now)
        }
    }

    private func respond(to challenge: Element, _ authenticating: Authenticating, now: Instant) {
        var authenticating = authenticating
        do throws(SASLError) {
            let data = try SASLPayload.data(of: challenge.text) ?? []
            let response = try authenticating.client.respond(to: data)
            authenticating.negotiation.beginStep(at: now)
            state = .authenticating(authenticating)
            wire.write(SASLResponse(Base64Data(response)))
        } catch {
            abort(error, now: now)
        }
    }

    private func succeed(_ success: Element, _ authenticating: Authenticating, now: Instant) {
        var authenticating = authenticating
        do throws(SASLError) {
            try authenticating.client.finish(with: try SASLPayload.data(of: success.text))
        } catch {
            // The server believes that the exchange is over: there is nothing left to abort.
            end(.authenticationAborted(error), now: now)
            return
        }
        let saltedPassword = (authenticating.client as? SCRAMClient)?.saltedPassword
        emit(
            .authenticated(
                Authentication(mechanism: authenticating.client.mechanism, saltedPassword: saltedPassword)))
        authenticating.negotiation.recordSuccess(of: authenticating.client.mechanism)
        wire.restart()
        openStream(authenticating.negotiation, now: now)
    }

    private func abort(_ error: SASLError, now: Instant) {
        wire.write(SASLAbort())
        end(.authenticationAborted(error), now: now)
    }
}
