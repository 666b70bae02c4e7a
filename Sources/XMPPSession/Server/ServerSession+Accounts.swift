import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
public import XMPPStanzas

// MARK: - In-band registration (XEP-0077)

extension ServerSession {
    /// Whether an element asks for registration, and that is to be had.
    func isRegistration(_ element: Element) -> Bool {
        configuration.registration != nil && element.has(.iq) && element.firstChild(Registration.element) != nil
    }

    /// Registration before the login (§3.1).
    func handle(registration element: Element, _ login: Login, now: Instant) {
        // A password is not asked for where it could be seen.
        let mustSecure = configuration.tls == .required && !login.isEncrypted
        guard !mustSecure, let iq = try? IQ(element), iq.isRequest, let form = configuration.registration else {
            end(.violation(.notAuthenticated(element.name)), now: now)
            return
        }
        guard iq.type == .set else {
            if let result = iq.result(form) { wire.writeOwn(result.element) }
            return
        }
        guard let registration = (try? iq[Registration.self]) ?? nil, !registration.isRemoval else {
            write(StanzaError(.badRequest), to: iq)
            return
        }
        guard login.registrationAttempts < configuration.maximumRegistrationAttempts else {
            write(StanzaError(.resourceConstraint), to: iq)
            return
        }
        var login = login
        login.registrationAttempts += 1
        login.awaitApplication(settings.timeouts, at: now)
        state = .awaitingRegistration(login, iq)
        emit(.accountRequested(.registration(registration)))
    }

    /// What a client that has logged in wants of its account (§3.2, §3.3); returns whether the request is one of these.
    func handleAccountRequest(_ iq: IQ, now: Instant) -> Bool {
        guard let form = configuration.registration, let jid = boundJID,
            iq.payloadElement?.has(Registration.element) == true
        else { return false }
        guard iq.type == .set else {
            let registered = Registration(isRegistered: true, fields: [.username: jid.local ?? "", .password: ""])
            if let result = iq.result(form.isRegistered ? form : registered) { answer(with: result.element, now: now) }
            return true
        }
        guard let registration = (try? iq[Registration.self]) ?? nil, let request = Self.request(registration, jid)
        else {
            refuse(iq, StanzaError(.badRequest), now: now)
            return true
        }
        guard accountRequest == nil else {
            refuse(iq, StanzaError(.resourceConstraint), now: now)
            return true
        }
        accountRequest = iq.element
        emit(.accountRequested(request))
        return true
    }

    private static func request(_ registration: Registration, _ jid: JID) -> AccountRequest? {
        if registration.isRemoval { return .removal }
        let fields = registration.fields
        guard let password = fields[.password], !password.isEmpty, let username = fields[.username],
            (try? JID(local: username, domain: jid.domain)) == jid.bare
        else { return nil }
        return .passwordChange(Secret(password))
    }

    /// Answers ``ServerEvent/accountRequested(_:)``: it was done, or there is an error.
    ///
    /// Throws ``LocalError/unexpectedInput`` if nothing was asked, ``LocalError/ended`` after the end.
    public func answerAccountRequest(_ error: StanzaError? = nil, now: Instant) throws(LocalError) {
        if case .awaitingRegistration(var login, let iq) = state {
            login.beginStep(settings.timeouts, at: now)
            state = .negotiating(login)
            if let error { write(error, to: iq) } else { write(iq.result()) }
            parse(now: now)
            return
        }
        guard let iq = accountRequest.flatMap({ try? IQ($0) }), established != nil else { throw misplaced }
        accountRequest = nil
        if let error {
            refuse(iq, error, now: now)
            return
        }
        if let result = iq.result() { answer(with: result.element, now: now) }
        let isRemoval = ((try? iq[Registration.self]) ?? nil)?.isRemoval ?? false
        guard isRemoval else { return }
        // Told so even if the client does not read the result any more (XEP-0077 §3.2).
        wire.write(StreamError(.notAuthorized))
        end(.accountRemoved, now: now)
    }

    private func write(_ reply: IQ?) {
        if let reply { wire.writeOwn(reply.element) }
    }

    func write(_ error: StanzaError, to iq: IQ) { write(iq.errorReply(error)) }

    private func refuse(_ iq: IQ, _ error: StanzaError, now: Instant) {
        if let reply = iq.errorReply(error) { answer(with: reply.element, now: now) }
    }
}
