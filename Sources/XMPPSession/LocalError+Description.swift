extension LocalError: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .unexpectedInput: "the call does not belong in this stage of the stream"
        case .notEstablished: "the stream is not established yet, or not again"
        case .ended: "the stream has ended"
        case .notAStanza: "the element is no message, presence or IQ of this stream (RFC 6120 §8)"
        case .malformedRequest: "the IQ has a type, a number of children or an address that none has (RFC 6120 §8.2.3)"
        case .duplicateRequest(let id): "a request with the id “\(id.excerpt)” waits for its response already"
        case .wrongAddresses: "the stanza lacks an address, or claims a sender that this side does not speak for"
        case .unwritable(let error): error.description
        case .tooManyUnacknowledged: "the peer has not acknowledged as much as may wait for that"
        case .passwordUnprotected: "the password would be sent without TLS, which policy forbids"
        case .stanzaTooLarge(let bytes, let limit):
            "the stanza has \(bytes) bytes, and the peer takes no more than \(limit) (XEP-0478)"
        case .tooManyRequests: "as many requests wait for a response as may do so at once"
        }
    }
}
