import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

// MARK: - SASL2 (XEP-0388)

extension ServerSession {
    /// What is offered with SASL2 on this stream; nothing without TLS (XEP-0388 §4).
    func sasl2Feature(_ login: Login) -> Element? {
        guard let service = configuration.sasl2, login.isEncrypted, !login.offer.mechanisms.isEmpty else { return nil }
        var inline: [Element] = []
        let management = configuration.streamManagement
        if management.isWanted, management.wantsResumption { inline.append(StreamManagementFeature().encoded()) }
        if service.offersBinding {
            let own = management.isWanted ? [SMEnable.element.namespace.rawValue] : []
            inline.append(Bind2(inline: service.bindingFeatures + own).encoded())
        }
        if !login.tokenMechanisms.isEmpty {
            inline.append(FAST(mechanisms: login.tokenMechanisms.map(\.rawValue)).encoded())
        }
        return SASL2Feature(
            mechanisms: login.offer.mechanisms.map(\.rawValue),
            inline: inline.isEmpty ? nil : SASL2Feature.Inline(inline),
            others: service.upgrades.map { SASLUpgrade(task: $0.upgradeTask).encoded() }
        ).encoded()
    }

    /// Begins an exchange (XEP-0388 §2.3).
    func beginInline(_ element: Element, _ service: SASL2Service, _ login: Login, now: Instant) {
        let request = try? SASL2Authenticate(element)
        let mechanism = SASLMechanism(rawValue: request?.mechanism ?? "")
        func refuse(_ condition: SASLFailureCondition) {
            self.refuse(mechanism, condition, login, isInline: true, now: now)
        }
        guard let request else { return refuse(.malformedRequest) }
        guard login.isEncrypted else { return refuse(.encryptionRequired) }
        let hasResponse = element.firstChild(Name("initial-response", in: SASL2Authenticate.element.namespace)) != nil
        guard hasResponse == (request.initialResponse != nil) else { return refuse(.incorrectEncoding) }
        let terms = InlineTerms(request, service, configuration, login)
        var login = login
        login.userAgent = terms.userAgent
        var offer = login.offer
        if let fast = terms.fast {
            let counts = request.others.filter(FAST.matches).map { $0["count"] }
            guard counts.count == 1, (fast.count == nil) == (counts[0] == nil) else { return refuse(.malformedRequest) }
            // A token is of a client, which has to say which one it is (XEP-0484 §4.1).
            guard mechanism.isHashedToken, terms.userAgent?.id != nil else { return refuse(.malformedRequest) }
            offer.mechanisms = login.tokenMechanisms
        }
        let context = SASLServerContext(
            offer: offer,
            bindings: login.bindings,
            decoy: configuration.decoy,
            limits: configuration.scramLimits
        )
        guard let server = context.makeServer(for: mechanism, nonce: login.tokens.next() ?? "") else {
            return refuse(.invalidMechanism)
        }
        advance(Exchange(login: login, server: server, terms: terms), now: now) { (server) throws(SASLError) in
            try server.receive(request.initialResponse?.bytes)
        }
    }

    /// What a client may send during an exchange (XEP-0388 §2.4).
    func handleInline(_ element: Element, _ exchange: Exchange, now: Instant) {
        if element.has(SASL2Response.element) {
            advance(exchange, now: now) { (server) throws(SASLError) in
                guard let response = try? SASL2Response(element) else {
                    throw SASLError(.incorrectEncoding, "the response is not base64 (RFC 4648 §4)")
                }
                return try server.receive(response.data.bytes)
            }
        } else if element.has(SASL2Abort.element) {
            refuse(exchange.server.mechanism, .aborted, exchange.login, isInline: true, now: now)
        } else {
            end(.violation(.notAuthenticated(element.name)), now: now)
        }
    }

    /// Answers ``ServerEvent/credentialsNeeded(_:domain:)`` where tokens are asked for, with what is to be checked and done
    /// besides: a repeated count is refused, a token that is due is replaced. The tokens of the client ``userAgent``, and of no
    /// other, are to be given.
    ///
    /// Throws ``LocalError/unexpectedInput`` if nothing was asked, ``LocalError/ended`` after the end.
    public func answer(_ tokens: [StoredToken], now: Instant) throws(LocalError) {
        guard case .awaitingCredentials(var exchange) = state else { throw misplaced }
        exchange.storedTokens = tokens
        state = .awaitingCredentials(exchange)
        try answer(.hashedTokens(tokens.map(\.token)), now: now)
    }

    /// The mechanism has succeeded; what else was asked for is done next.
    func succeedInline(
        _ success: AuthenticatedClient,
        _ account: JID,
        _ exchange: Exchange,
        _ terms: InlineTerms,
        now: Instant
    ) {
        let mechanism = exchange.server.mechanism
        // What the client calls itself in its header must not be another than it wants to be (XEP-0388 §6.4).
        let isContradictory =
            success.authorizationIdentity != nil && exchange.login.claimed.map { $0.bare != account } ?? false
        guard !isContradictory else {
            refuse(mechanism, .invalidAuthzid, exchange.login, isInline: true, now: now)
            return
        }
        var use: TokenUse?
        var isDue = false
        if let index = success.tokenIndex, let fast = terms.fast, exchange.storedTokens.indices.contains(index) {
            let stored = exchange.storedTokens[index]
            if let last = stored.count, last >= fast.count ?? .min {
                refuse(mechanism, .notAuthorized, exchange.login, isInline: true, now: now)
                return
            }
            isDue = stored.isDueForRotation && !fast.isInvalidated
            use = TokenUse(
                account: account,
                clientID: terms.userAgent?.id ?? "",
                mechanism: mechanism,
                token: stored.token,
                count: fast.count,
                isInvalidated: fast.isInvalidated
            )
        }
        var inline = InlineLogin(
            login: exchange.login,
            account: account,
            mechanism: mechanism,
            terms: terms,
            additionalData: success.data
        )
        inline.plan(recording: use, rotatesToken: isDue)
        goOn(inline, now: now)
    }
}

extension InlineLogin {
    /// Puts what was asked for in its order.
    fileprivate mutating func plan(recording use: TokenUse?, rotatesToken: Bool) {
        if let use { steps.append(.recordingUse(use)) }
        // A token spares its client all tasks (XEP-0484 §4.2).
        if !terms.upgrades.isEmpty, terms.fast == nil { steps.append(.choosingUpgrades(terms.upgrades)) }
        let tokenMechanism = terms.tokenMechanism ?? (rotatesToken ? mechanism : nil)
        if let tokenMechanism, let clientID = terms.userAgent?.id, let token = login.tokens.next() {
            steps.append(
                .issuingToken(
                    TokenRequest(
                        account: account, clientID: clientID, mechanism: tokenMechanism, token: Secret(token))))
        }
        if terms.hasMalformedResume { results.append(SMFailed(.badRequest).encoded()) }
        if let resume = terms.resume { steps.append(.resuming(resume)) }
        if let bind = terms.bind { steps.append(.binding(bind)) }
    }
}
