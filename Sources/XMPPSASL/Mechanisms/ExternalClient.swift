/// The client's side of EXTERNAL (RFC 4422 appendix A): the certificate of the TLS layer says who the client is.
public struct ExternalClient: SASLClient {
    /// ``SASLMechanism/external``.
    public let mechanism = SASLMechanism.external
    private let authorizationIdentity: String
    private var exchange = SingleMessageExchange()

    /// Prepares an exchange; without an authorization identity the server derives it from the certificate.
    ///
    /// XEP-0178 §2 asks for one where the certificate holds several addresses or none. Throws
    /// ``SASLError/Code/invalidParameter`` for NUL in it.
    public init(authorizationIdentity: String? = nil) throws(SASLError) {
        let identity = authorizationIdentity ?? ""
        guard !identity.utf8.contains(0) else {
            throw SASLError(.invalidParameter, "the authorization identity contains NUL")
        }
        self.authorizationIdentity = identity
    }

    /// The authorization identity, or no bytes.
    public mutating func start() throws(SASLError) -> [UInt8] {
        try exchange.start()
        return Array(authorizationIdentity.utf8)
    }

    /// Answers an empty challenge, which servers send that did not read the initial response; others are refused.
    public mutating func respond(to challenge: [UInt8]) throws(SASLError) -> [UInt8] {
        guard challenge.isEmpty, exchange.isAwaitingVerdict else { return try exchange.refuseChallenge() }
        return Array(authorizationIdentity.utf8)
    }

    /// Ends the exchange.
    public mutating func finish(with data: [UInt8]?) throws(SASLError) {
        try exchange.finish { () throws(SASLError) in try SingleMessageExchange.checkNoData(data) }
    }
}
