import XMLStream
import XMPPAddress
import XMPPExtensions
public import XMPPSASL
import XMPPStanzas

// MARK: - SASL (RFC 6120 §6)

extension ServerSession {
    /// What a client may send that has not logged in.
    func handle(_ element: Element, beforeLogin login: Login, now: Instant) {
        if element.has(StartTLS.element) {
            startTLS(login, now: now)
        } else if element.has(SASLAuth.element) {
            beginExchange(element, login, now: now)
        } else if isRegistration(element) {
            handle(registration: element, login, now: now)
        } else {
            end(.violation(.notAuthenticated(element.name)), now: now)
        }
    }

    private func beginExchange(_ auth: Element, _ login: Login, now: Instant) {
        let mechanism = SASLMechanism(rawValue: auth["mechanism"] ?? "")
        let mustSecure = configuration.tls == .required && !login.isEncrypted
        guard !mustSecure else {
            refuse(mechanism, .encryptionRequired, login, now: now)
            return
        }
        var login = login
        let context = SASLServerContext(
            offer: login.offer,
            bindings: login.bindings,
            decoy: configuration.decoy,
            limits: configuration.scramLimits
        )
        guard let server = context.makeServer(for: mechanism, nonce: login.tokens.next() ?? "") else {
            refuse(mechanism, .invalidMechanism, login, now: now)
            return
        }
        receive(auth, Exchange(login: login, server: server), now: now)
    }

    /// What a client may send during an exchange.
    func handle(_ element: Element, _ exchange: Exchange, now: Instant) {
        if element.has(SASLResponse.element) {
            receive(element, exchange, now: now)
        } else if element.has(SASLAbort.element) {
            refuse(exchange.server.mechanism, .aborted, exchange.login, now: now)
        } else {
            end(.violation(.notAuthenticated(element.name)), now: now)
        }
    }

    private func receive(_ message: Element, _ exchange: Exchange, now: Instant) {
        // An empty response is one; only without an initial response there is nothing (RFC 6120 §6.4.2, §6.4.3).
        let isInitial = message.has(SASLAuth.element)
        advance(exchange, now: now) { (server) throws(SASLError) in
            let data = try SASLPayload.data(of: message.text)
            return try server.receive(data ?? (isInitial ? nil : []))
        }
    }

    /// Answers ``ServerEvent/credentialsNeeded(_:domain:)``.
    ///
    /// Throws ``LocalError/unexpectedInput`` if nothing was asked, ``LocalError/ended`` after the end.
    public func answer(_ answer: SASLServerAnswer, now: Instant) throws(LocalError) {
        guard case .awaitingCredentials(let exchange) = state else { throw misplaced }
        advance(exchange, now: now) { (server) throws(SASLError) in try server.answer(answer) }
        parse(now: now)
    }

    private func advance(
        _ exchange: Exchange,
        now: Instant,
        _ step: (inout any SASLServer) throws(SASLError) -> SASLServerStep
    ) {
        var exchange = exchange
        do throws(SASLError) {
            switch try step(&exchange.server) {
            case .challenge(let data):
                exchange.login.beginStep(settings.timeouts, at: now)
                state = .authenticating(exchange)
                wire.write(SASLChallenge(Base64Data(data)))
            case .question(let question):
                guard let domain = exchange.login.domain else { return }
                exchange.login.awaitApplication(settings.timeouts, at: now)
                state = .awaitingCredentials(exchange)
                emit(.credentialsNeeded(question, domain: domain))
            case .success(let success): succeed(success, exchange, now: now)
            }
        } catch {
            refuse(exchange.server.mechanism, error.failureCondition, exchange.login, now: now)
        }
    }

    private func succeed(_ success: XMPPSASL.SASLSuccess, _ exchange: Exchange, now: Instant) {
        let mechanism = exchange.server.mechanism
        var login = exchange.login
        // An anonymous client is called what nobody else is (RFC 6120 §6.3.4, XEP-0175 §2).
        let username = success.username ?? makeID()
        guard let domain = login.domain, let account = try? JID(local: username, domain: domain.full) else {
            refuse(mechanism, .notAuthorized, login, now: now)
            return
        }
        // To act as somebody else takes more than to be oneself (RFC 6120 §6.3.8).
        if let identity = success.authorizationIdentity, (try? JID(identity)) != account {
            refuse(mechanism, .invalidAuthzid, login, now: now)
            return
        }
        login.account = account
        login.beginStep(settings.timeouts, at: now)
        wire.write(XMPPExtensions.SASLSuccess(success.data.map { Base64Data($0) }))
        wire.restart(limits: configuration.limits)
        state = .opening(login)
        emit(.authenticated(account, mechanism))
    }

    /// Tells the client why it has not logged in, and lets it try again (RFC 6120 §6.4.5).
    private func refuse(
        _ mechanism: SASLMechanism,
        _ condition: SASLFailureCondition,
        _ login: Login,
        now: Instant
    ) {
        var login = login
        login.failedAttempts += 1
        login.beginStep(settings.timeouts, at: now)
        state = .negotiating(login)
        wire.write(SASLFailure(condition: condition.rawValue))
        emit(.authenticationFailed(mechanism, condition))
        if login.failedAttempts >= configuration.maximumLoginAttempts {
            end(.violation(.tooManyLogins), now: now)
        }
    }
}
