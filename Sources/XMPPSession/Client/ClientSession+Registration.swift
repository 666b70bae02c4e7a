public import XMLStream
import XMPPAddress
import XMPPExtensions
public import XMPPSASL
import XMPPStanzas

// MARK: - In-band registration (XEP-0077)

extension ClientSession {
    /// Asks for the form before the login (XEP-0077 §3.1).
    func requestRegistrationForm(_ offered: OfferedFeatures, _ negotiation: Negotiation, now: Instant) {
        guard offered.offersRegistration else {
            end(.registrationNotOffered, now: now)
            return
        }
        request(Registration().encoded(), .get, .requestingForm, offered, negotiation, now: now)
    }

    /// Sends the completed form: a `query` in `jabber:iq:register` with fields or a data form. Its values are secrets.
    ///
    /// Throws ``LocalError/unexpectedInput`` if no form was given to the application, ``LocalError/malformedRequest`` for
    /// another element, ``LocalError/unwritable(_:)`` for one that XML cannot carry.
    public func submitRegistration(_ query: Element, now: Instant) throws(LocalError) {
        guard case .awaitingRegistration(let registering) = state else { throw misplaced }
        guard query.has(Registration.element) else { throw .malformedRequest }
        _ = try encode(query)
        request(query, .set, .submitting, registering.features, registering.negotiation, now: now)
    }

    private func request(
        _ query: Element,
        _ type: IQType,
        _ step: Registering.Step,
        _ features: OfferedFeatures,
        _ negotiation: Negotiation,
        now: Instant
    ) {
        var negotiation = negotiation
        // The application took its time; the login gets what it is due from here on.
        negotiation.loginDeadline = now.advanced(by: negotiation.configuration.timeouts.login)
        negotiation.beginStep(at: now)
        let id = makeID()
        state = .registering(
            Registering(negotiation: negotiation, features: features, step: step, requestID: id))
        guard let request = IQ(type, element: query, to: negotiation.configuration.account.domainOnly, id: id) else {
            return
        }
        wire.writeOwn(request.element)
    }

    func handle(_ element: Element, _ registering: Registering, now: Instant) {
        guard let answer = NegotiationAnswer(element, to: registering.requestID, registering.negotiation) else {
            endUnexpected(element, now: now)
            return
        }
        switch (registering.step, answer) {
        case (_, .refused(let error)):
            end(.registrationRefused(error), now: now)
        case (.submitting, .result):
            emit(.registered)
            authenticate(registering.features, registering.negotiation, now: now)
        case (.requestingForm, .result(let query?)) where query.has(Registration.element):
            offerForm(query, registering, now: now)
        case (.requestingForm, .result), (_, .malformed):
            end(.violation(.malformedAnswer(Registration.element)), now: now)
        }
    }

    private func offerForm(_ query: Element, _ registering: Registering, now: Instant) {
        var registering = registering
        let timeout = registering.negotiation.configuration.timeouts.application
        registering.negotiation.deadline = now.advanced(by: timeout)
        state = .awaitingRegistration(registering)
        emit(.registrationForm(query.detached()))
    }

    // MARK: After the login

    /// Changes the account's password (XEP-0077 §3.3); the response is reported under the id that is returned.
    ///
    /// Throws ``LocalError/passwordUnprotected`` without TLS, unless policy permits that, and as ``send(_:timeout:now:)``
    /// does.
    public func changePassword(to password: Secret, now: Instant) throws(LocalError) -> String {
        guard let local = boundJID?.local else { throw .notEstablished }
        guard mayShowPassword else { throw .passwordUnprotected }
        let text = password.withBytes { String(decoding: $0, as: UTF8.self) }
        let registration = Registration(fields: [.username: local, .password: text])
        return try sendRegistration(registration, purpose: .application, now: now)
    }

    /// Removes the account from the server (XEP-0077 §3.2); the response is reported under the id that is returned, and
    /// the session ends with the account.
    ///
    /// Throws as ``send(_:timeout:now:)`` does.
    public func removeAccount(now: Instant) throws(LocalError) -> String {
        try sendRegistration(Registration(isRemoval: true), purpose: .removal, now: now)
    }

    private func sendRegistration(
        _ registration: Registration,
        purpose: RequestTracker.Purpose,
        now: Instant
    ) throws(LocalError) -> String {
        let id = makeID()
        _ = try send(IQ(set: registration, id: id).element, purpose: purpose, timeout: nil, now: now)
        return id
    }
}
