public import XMLStream

/// A call that the session cannot carry out: a mistake on this side of the stream. The session is as it was before.
///
/// What the peer does wrong never throws; it ends the session with a ``ProtocolViolation``.
public enum LocalError: Error, Hashable, Sendable {
    /// The input does not belong in this stage: connected twice, bytes before the transport is connected, TLS
    /// established that was not asked for, an answer to what was not asked.
    case unexpectedInput
    /// No stanza can be sent before an address is bound or while the stream is being closed; on a connection that is being
    /// established anew: not yet again.
    case notEstablished
    /// The session has ended; of a connection: for good.
    case ended
    /// The element is not a message, presence or IQ stanza in `jabber:client` (RFC 6120 §8).
    case notAStanza
    /// The IQ stanza has a type, a number of children, or an address that RFC 6120 §8.2.3 does not allow.
    case malformedRequest
    /// A request with this `id` waits for its response already.
    case duplicateRequest(id: String)
    /// The stanza's sender or addressee is missing, or the sender is not one that this side may speak for (XEP-0114 §3).
    case wrongAddresses
    /// The stanza holds something that XML cannot carry.
    case unwritable(XMLWritingError)
    /// The peer has not acknowledged as many stanzas as may wait for that (``StreamManagementPolicy``).
    case tooManyUnacknowledged
    /// The password would be sent without TLS, which policy forbids (`MechanismPolicy.permitsPasswordWithoutTLS`).
    case passwordUnprotected
    /// The stanza has more bytes than the peer takes (XEP-0478); its stream would end.
    case stanzaTooLarge(bytes: Int, limit: Int)
    /// As many requests wait for a response as may do so at once.
    case tooManyRequests
}
