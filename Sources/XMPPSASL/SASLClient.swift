/// The client's side of one authentication exchange, as a machine without input or output.
///
/// Every mechanism of this module lets the client speak first: send what ``start()`` returns with the choice of the
/// mechanism, answer each challenge with what ``respond(to:)`` returns, and report the server's success to
/// ``finish(with:)``. Only when that returns has the server been authenticated too, as far as the mechanism does
/// that. The first error is final: every later call throws it again, nothing more is to be sent but an abort.
public protocol SASLClient: Sendable {
    /// The mechanism to name in the request.
    var mechanism: SASLMechanism { get }

    /// The initial response (RFC 4422 §3.3); no bytes at all is a response too, written `=` in XMPP.
    mutating func start() throws(SASLError) -> [UInt8]

    /// The response to a challenge; an empty one where the server only had something to tell.
    mutating func respond(to challenge: [UInt8]) throws(SASLError) -> [UInt8]

    /// Checks the end of the exchange: `data` is the additional data with success (RFC 4422 §5), `nil` if there was
    /// none.
    mutating func finish(with data: [UInt8]?) throws(SASLError)
}
