public import XMLStream
public import XMPPAddress
public import XMPPExtensions
public import XMPPSASL
public import XMPPStanzas

/// What the application of a server is told, and asked.
///
/// Until a question is answered nothing more is read of what the client sends.
public enum ServerEvent: Sendable {
    /// The client has opened a stream; there are up to three on one connection.
    case streamOpened(StreamHeader)
    /// TLS protects the stream from here on.
    case secured
    /// What a mechanism has to know; to be answered by ``ServerSession/answer(_:now:)``.
    case credentialsNeeded(SASLServerQuestion, domain: JID)
    /// A login has failed; the client was told this.
    case authenticationFailed(SASLMechanism, SASLFailureCondition)
    /// The client has proved that it is this account, a bare address.
    case authenticated(JID, SASLMechanism)
    /// A token is used to log in (XEP-0484); to be entered where tokens are kept, and answered by
    /// ``ServerSession/answerTokenUse(isAccepted:now:)``.
    case tokenUsed(TokenUse)
    /// A client offers what SCRAM keys of these hash functions are made from (XEP-0480), for this account; to be answered by
    /// ``ServerSession/answerUpgrades(_:now:)``.
    case upgradesOffered([HashFunction], for: JID)
    /// New keys of an account, to be kept beside those that it has (XEP-0480 §4).
    case keysUpgraded(SCRAMKeys, for: JID)
    /// A token is to be issued and kept (XEP-0484); to be answered by ``ServerSession/issueToken(expiry:now:)``.
    case tokenRequested(TokenRequest)
    /// What the client wants to be turned on with its new address (XEP-0386 §3.2), besides stream management.
    case inlineFeatures([Element])
    /// An account is to be made, changed or removed; to be answered by ``ServerSession/answerAccountRequest(_:now:)``.
    case accountRequested(AccountRequest)
    /// An address is to be bound, with this resource or, if it is nil, one of the server's choice; to be answered by
    /// ``ServerSession/bind(resource:now:)`` or ``ServerSession/refuseBinding(_:now:)``.
    case resourceRequested(String?)
    /// A stream of this id is to be resumed; to be answered by ``ServerSession/resume(_:now:)``.
    case resumptionRequested(id: String)
    /// An address is bound, stanzas may be sent. Not for a stream that was resumed.
    case bound(JID)
    /// Stream management is on; the id is that of a stream that can be resumed.
    case streamManagementEnabled(id: String?)
    /// The former stream was resumed under this address; its stanzas were sent again where they had to be.
    case resumed(JID)
    /// A stanza to be routed, in order. It bears the client's address as its sender.
    case stanza(Stanza)
    /// A stanza that breaks RFC 6120 §8. It counts as handled, and the client was told where that is allowed.
    case erroneousStanza(ErroneousStanza)
    /// A request to the server that the session has answered by itself: a ping, or one of the negotiation.
    case answered(Stanza, reply: Element)
    /// The client has handled the stanza of this number (XEP-0198 §4).
    case acknowledged(UInt64)
    /// An element that is no stanza and nothing that the session knows, which has ended the session.
    case unknownElement(Element)
    /// The session is over. The last event.
    case ended(Ending)
}

extension ServerEvent: SessionEvent {}

/// What a client wants of an account in-band (XEP-0077).
public enum AccountRequest: Sendable {
    /// A new account, before any login: the completed form, whose values are secrets (§3.1).
    case registration(Registration)
    /// Another password for the account that is logged in (§3.3).
    case passwordChange(Secret)
    /// The end of the account that is logged in (§3.2); the session ends with it.
    case removal
}
