import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

// MARK: - SASL2 (XEP-0388)

extension ClientSession {
    /// The mechanism to use with SASL2; nil if it is not to be used: only under TLS (XEP-0388 §4), and not where it offers less
    /// than plain SASL does, because somebody may have shortened its list.
    func selectForSASL2(
        _ offer: SASL2Offer,
        _ offered: OfferedFeatures,
        _ negotiation: Negotiation
    ) throws(MechanismSelection.Failure) -> MechanismSelection? {
        guard negotiation.isEncrypted, negotiation.configuration.sasl2.isWanted else { return nil }
        if let selection = selectToken(offer, negotiation) { return selection }
        let plain = offered.saslOffer.flatMap { try? select(from: $0, .sasl, negotiation) }
        let selection: MechanismSelection
        do throws(MechanismSelection.Failure) {
            selection = try select(from: offer.advertisement, .sasl2, negotiation)
        } catch {
            if plain == nil { throw error }
            return nil
        }
        if let other = plain?.strength, let own = selection.strength, own < other { return nil }
        return selection
    }

    /// The use of the token, if there is one that the server did not refuse already (XEP-0484 §3.4).
    private func selectToken(_ offer: SASL2Offer, _ negotiation: Negotiation) -> MechanismSelection? {
        let configuration = negotiation.configuration
        guard negotiation.tokenRefusal == nil, configuration.account.local != nil,
            configuration.sasl2.userAgent?.id != nil
        else { return nil }
        var credentials = SASLCredentials(username: configuration.credentials.username)
        credentials.hashedToken = configuration.credentials.hashedToken
        return try? MechanismSelection(
            from: SASLAdvertisement(
                mechanisms: offer.tokenMechanisms,
                channelBindingTypes: offer.advertisement.channelBindingTypes
            ),
            profile: .sasl2,
            isEncrypted: negotiation.isEncrypted,
            bindings: negotiation.bindings,
            credentials: credentials,
            policy: configuration.mechanisms
        )
    }

    /// Begins the exchange, and asks for all the rest with it.
    func authenticate(
        _ selection: MechanismSelection,
        _ offer: SASL2Offer,
        _ offered: OfferedFeatures,
        _ negotiation: Negotiation,
        awaiting awaited: InlineAuthenticating.Awaited? = nil,
        now: Instant
    ) {
        begin(selection, negotiation, now: now) { client, response, negotiation in
            let request = InlineRequest(selection.mechanism, offer, negotiation, now: now)
            state = .authenticatingInline(
                InlineAuthenticating(
                    negotiation: negotiation, client: client, features: offered, request: request, awaited: awaited))
            wire.write(
                SASL2Authenticate(
                    mechanism: client.mechanism.rawValue,
                    initialResponse: MaskedData(response),
                    userAgent: negotiation.configuration.sasl2.userAgent,
                    others: request.elements
                ))
        }
    }

    /// Logs in by a token right behind this side's header, where the application knows what the server offers. What is
    /// sent is of no use to anyone but this server on this connection, or not twice.
    func authenticateAhead(_ negotiation: Negotiation, now: Instant) {
        let configuration = negotiation.configuration
        guard let cached = configuration.sasl2.cachedFeatures, configuration.sasl2.isWanted, negotiation.isEncrypted,
            !negotiation.isAuthenticated, !configuration.registersAccount
        else { return }
        let offered = OfferedFeatures(cached.element)
        guard let offer = offered.sasl2Offer, let selection = selectToken(offer, negotiation) else { return }
        authenticate(selection, offer, offered, negotiation, awaiting: .header, now: now)
    }

    /// What comes first of the server, though the client has not waited for it.
    private func handle(awaited element: Element, _ authenticating: InlineAuthenticating, now: Instant) {
        guard let features = StreamFeatures(element) else {
            endUnexpected(element, now: now)
            return
        }
        if endForeign(authenticating.negotiation, now: now) { return }
        emit(.features(features))
        var authenticating = authenticating
        authenticating.awaited = nil
        authenticating.features = OfferedFeatures(element)
        state = .authenticatingInline(authenticating)
    }

    func handle(_ element: Element, _ authenticating: InlineAuthenticating, now: Instant) {
        guard authenticating.awaited == nil else {
            handle(awaited: element, authenticating, now: now)
            return
        }
        if element.has(SASL2Challenge.element) {
            respond(to: element, authenticating, now: now)
        } else if element.has(SASL2Success.element) || element.has(SASL2Continue.element) {
            conclude(element, authenticating, now: now)
        } else if element.has(SASL2Failure.element) {
            refused(by: element, authenticating, now: now)
        } else {
            endUnexpected(element, now: now)
        }
    }

    private func respond(to element: Element, _ authenticating: InlineAuthenticating, now: Instant) {
        var authenticating = authenticating
        do throws(SASLError) {
            guard let challenge = try? SASL2Challenge(element) else {
                throw SASLError(.incorrectEncoding, "the challenge is not base64 (RFC 4648 §4)")
            }
            let response = try authenticating.client.respond(to: challenge.data.bytes)
            authenticating.negotiation.beginStep(at: now)
            state = .authenticatingInline(authenticating)
            wire.write(SASL2Response(MaskedData(response)))
        } catch {
            wire.write(SASL2Abort())
            end(.authenticationAborted(error), now: now)
        }
    }

    /// The end of the mechanism, in which the server has to prove itself, whatever comes after it.
    private func conclude(_ element: Element, _ authenticating: InlineAuthenticating, now: Instant) {
        var authenticating = authenticating
        let data = element.firstChild(Name("additional-data", in: SASL2Success.element.namespace))
        do throws(SASLError) {
            try authenticating.client.finish(with: data.flatMap { Base64Data(xmlText: $0.text)?.bytes })
        } catch {
            // The server believes that the exchange is over: there is nothing left to abort.
            end(.authenticationAborted(error), now: now)
            return
        }
        goOn(element, authenticating, now: now)
    }

    /// Does the next task, or goes on to what was negotiated beside.
    private func goOn(_ element: Element, _ authenticating: InlineAuthenticating, now: Instant) {
        if element.has(SASL2Success.element) {
            succeed(element, authenticating, now: now)
        } else {
            begin(taskOf: element, authenticating, now: now)
        }
    }

    /// A refused token is not needed where there is something else to log in with (XEP-0484 §4.1).
    private func refused(by element: Element, _ authenticating: InlineAuthenticating, now: Instant) {
        let failure = Refusal(element)
        guard authenticating.request.fast != nil else {
            end(.authenticationRefused(failure.condition, text: failure.text), now: now)
            return
        }
        emit(.tokenRefused(failure.condition, text: failure.text))
        var negotiation = authenticating.negotiation
        negotiation.tokenRefusal = failure
        authenticate(authenticating.features, negotiation, now: now)
    }

    // MARK: Upgrade tasks (XEP-0480)

    private func begin(taskOf element: Element, _ authenticating: InlineAuthenticating, now: Instant) {
        let tasks = (try? SASL2Continue(element))?.tasks.names ?? []
        let wanted = authenticating.remainingUpgrades
        guard let hash = wanted.first(where: { tasks.contains($0.upgradeTask) }) else {
            wire.write(SASL2Abort())
            end(.taskDemanded(tasks), now: now)
            return
        }
        var authenticating = authenticating
        authenticating.remainingUpgrades.removeAll { $0 == hash }
        authenticating.negotiation.beginStep(at: now)
        state = .upgrading(Upgrading(authenticating: authenticating, hash: hash))
        wire.write(SASL2Next(task: hash.upgradeTask))
    }

    func handle(_ element: Element, _ upgrading: Upgrading, now: Instant) {
        if element.has(SASL2TaskData.element), !upgrading.hasAnswered {
            answer(element, upgrading, now: now)
        } else if element.has(SASL2Success.element) || element.has(SASL2Continue.element), upgrading.hasAnswered {
            goOn(element, upgrading.authenticating, now: now)
        } else if element.has(SASL2Failure.element) {
            let failure = Refusal(element)
            end(.authenticationRefused(failure.condition, text: failure.text), now: now)
        } else {
            endUnexpected(element, now: now)
        }
    }

    private func answer(_ element: Element, _ upgrading: Upgrading, now: Instant) {
        var upgrading = upgrading
        let configuration = upgrading.authenticating.negotiation.configuration
        do throws(SASLError) {
            guard let salt = element.children(SCRAMUpgradeSalt.element).first.flatMap({ try? SCRAMUpgradeSalt($0) }),
                !salt.salt.bytes.isEmpty, let password = configuration.credentials.password
            else {
                throw SASLError(.malformedMessage, "there is no salt to upgrade with (XEP-0480 §3)")
            }
            try configuration.scramLimits.check(iterations: salt.iterations)
            let salted = try SaltedPassword(
                password: password, hash: upgrading.hash, salt: salt.salt.bytes, iterations: salt.iterations)
            upgrading.hasAnswered = true
            upgrading.authenticating.negotiation.beginStep(at: now)
            state = .upgrading(upgrading)
            let hash = SCRAMUpgradeHash(MaskedData(salted.key.withBytes { Array($0) }))
            wire.write(SASL2TaskData([hash.encoded()]))
        } catch {
            wire.write(SASL2Abort())
            end(.authenticationAborted(error), now: now)
        }
    }
}

/// What a server says when it refuses a SASL2 login (XEP-0388 §2.6.2).
struct Refusal {
    let condition: SASLFailureCondition
    let text: String?

    /// Some servers put the condition into the namespace of the failure, where it does not belong.
    init(_ element: Element) {
        let failure = try? SASL2Failure(element)
        let misplaced = failure?.others.first { $0.namespace == SASL2Failure.element.namespace }?.localName
        condition = SASLFailureCondition(rawValue: failure?.condition ?? misplaced ?? "undefined-condition")
        text = failure?.text
    }
}
