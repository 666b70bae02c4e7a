public import XMLStream
public import XMPPAddress
public import XMPPSASL
public import XMPPStanzas

/// What an application is told.
public enum ClientEvent: Sendable {
    /// The server has opened a stream; there are up to three on one connection.
    case streamOpened(StreamHeader)
    /// What the server offers on the stream that is open.
    case features(StreamFeatures)
    /// TLS protects the stream from here on.
    case secured
    /// The mechanism to log in with was chosen, before anything was sent for it.
    case mechanismChosen(MechanismSelection)
    /// The server has accepted the login and has proved itself, as far as the mechanism has it do that.
    case authenticated(Authentication)
    /// A token that the next login can use instead of the password (XEP-0484). To be kept where passwords are, in place of
    /// the one before.
    case tokenIssued(IssuedToken)
    /// The server does not accept the token; to be forgotten. The login goes on with what else there is, if there is.
    case tokenRefused(SASLFailureCondition, text: String?)
    /// What has to be filled in to register, a `query` in `jabber:iq:register`; to be answered by `submitRegistration`.
    case registrationForm(Element)
    /// The account is registered; the login goes on with the configured credentials.
    case registered
    /// The resource was refused (RFC 6120 §7.7.2); to be answered by `answerResourceConflict`.
    case resourceRefused(StanzaError)
    /// An address is bound, stanzas may be sent. Not for a stream that was resumed.
    case bound(JID)
    /// Stream management is on; what it says is whether the stream can be resumed.
    case streamManagementEnabled(isResumable: Bool)
    /// The server refuses stream management, the stream goes on without.
    case streamManagementRefused(StanzaErrorCondition?)
    /// The former stream was resumed under this address; its stanzas are sent again where they have to be, but for those
    /// that ``notSent(_:_:)`` tells of next. Presence and all other state are as they were.
    case resumed(JID)
    /// The former stream is gone; an address will be bound to a new one. What the server had handled before was reported as
    /// acknowledged; what became of the rest is unknown.
    case resumptionFailed(StanzaErrorCondition?, unacknowledged: [SentStanza])
    /// A stanza for the application, in order. Requests (IQs) are among them only if
    /// ``ClientConfiguration/answeredRequests`` names what they ask for.
    case stanza(Stanza)
    /// A stanza that breaks RFC 6120 §8. It counts as handled, and its sender was told where that is allowed.
    case erroneousStanza(ErroneousStanza)
    /// A stanza whose sender pretended to act for the account (carbons: XEP-0280 §11); nothing in it is to be believed.
    case distrusted(Stanza)
    /// A request that the session has answered by itself: a ping, or one that nobody answers.
    case answered(Stanza, reply: Element)
    /// The response to a request, from whom it was made to; there is exactly one for each.
    case response(RequestOutcome)
    /// A response that no request waits for, or not from this sender. Not to be believed.
    case unmatchedResponse(IQ)
    /// The server has handled the stanza of this number (XEP-0198 §4).
    case acknowledged(UInt64)
    /// A stanza is not sent, because it is larger than the server takes (XEP-0478): one that `send` had taken and that would be
    /// sent, or sent again, now that the stream is resumed, or an answer of the session's own. The error is what `send`
    /// would throw. If it is a request, its response follows.
    case notSent(SentStanza, LocalError)
    /// An element that is no stanza and nothing that the session knows.
    case unknownElement(Element)
    /// The session is over: its last event. A connection with a policy for reconnection goes on with those of another session,
    /// if the policy says so, and tells its observer when.
    case ended(Ending)
}

/// What a login led to.
public struct Authentication: Sendable {
    /// The mechanism that was used.
    public let mechanism: SASLMechanism
    /// What a SCRAM login leaves for the next one, instead of the password; a secret.
    public let saltedPassword: SaltedPassword?
    /// What the server has said with the success of SASL2 (XEP-0388 §2.6.1) that the session does not deal with itself, such as
    /// the state of the archive (XEP-0386 §3.2).
    public var inlineResults: [Element] = []
    /// What to remember as the floor of the next login's policy.
    public var strength: MechanismStrength? { MechanismStrength(mechanism) }
}

/// A token to log in with (XEP-0484 §3.3), for ``SASLCredentials/hashedToken``.
public struct IssuedToken: Sendable {
    /// The mechanism that it can be used with, and no other.
    public let mechanism: SASLMechanism
    /// The token.
    public let token: Secret
    /// When it expires.
    public let expiry: DateTime
}
