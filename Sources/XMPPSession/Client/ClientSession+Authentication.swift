import XMLStream
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

// MARK: - SASL (RFC 6120 §6)

extension ClientSession {
    /// Chooses a mechanism and begins the exchange.
    func authenticate(_ offered: OfferedFeatures, _ negotiation: Negotiation, now: Instant) {
        guard let offer = offered.saslOffer, !offer.mechanisms.isEmpty else {
            end(.authenticationNotOffered(offersLegacy: offered.offersLegacyAuthentication), now: now)
            return
        }
        let configuration = negotiation.configuration
        let selection: MechanismSelection
        do throws(MechanismSelection.Failure) {
            selection = try MechanismSelection(
                from: offer,
                isEncrypted: negotiation.isEncrypted,
                bindings: negotiation.bindings,
                credentials: configuration.credentials,
                policy: configuration.mechanisms
            )
        } catch {
            end(.noMechanism(error), now: now)
            return
        }
        emit(.mechanismChosen(selection))
        do throws(SASLError) {
            var client = try selection.makeClient(
                credentials: configuration.credentials,
                nonce: negotiation.nonce,
                limits: configuration.scramLimits
            )
            let response = try client.start()
            var negotiation = negotiation
            negotiation.beginStep(at: now)
            state = .authenticating(Authenticating(negotiation, client: client))
            wire.write(SASLAuth(mechanism: client.mechanism.rawValue, initialResponse: Base64Data(response)))
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
        authenticating.negotiation.isAuthenticated = true
        wire.restart()
        openStream(authenticating.negotiation, now: now)
    }

    private func abort(_ error: SASLError, now: Instant) {
        wire.write(SASLAbort())
        end(.authenticationAborted(error), now: now)
    }
}
