import XMPPPrimitives

/// The client's side of OAUTHBEARER (RFC 7628): a bearer token, to be used under TLS alone.
public struct OAuthBearerClient: SASLClient {
    /// ``SASLMechanism/oauthBearer``.
    public let mechanism = SASLMechanism.oauthBearer
    /// The JSON object in which the server said why it refuses the token (RFC 7628 §3.2.2); `nil` if it did not.
    public private(set) var refusal: [UInt8]?
    private let head: String
    private let token: Secret
    private var exchange = SingleMessageExchange()

    /// Prepares an exchange.
    ///
    /// - Parameters:
    ///   - token: The access token, in the alphabet of RFC 6750 §2.1.
    ///   - authorizationIdentity: Whom to act as, usually the bare JID; `nil` leaves it to the token.
    ///   - host: The host the client connected to, if the server wants to know.
    ///   - port: The port the client connected to, if the server wants to know.
    ///
    /// Throws ``SASLError/Code/unpreparableCredentials`` for an empty token or one outside the alphabet,
    /// ``SASLError/Code/invalidParameter`` for control characters in the host or the identity.
    public init(
        token: Secret,
        authorizationIdentity: String? = nil,
        host: String? = nil,
        port: UInt16? = nil
    ) throws(SASLError) {
        guard !token.isEmpty, token.withBytes({ $0.allSatisfy(Self.isTokenByte) }) else {
            throw SASLError(.unpreparableCredentials, "the token is not a bearer token (RFC 6750 §2.1)")
        }
        let hasControls = ((authorizationIdentity ?? "") + (host ?? "")).utf8.contains { $0 < 0x20 }
        guard !hasControls, authorizationIdentity != "" else {
            throw SASLError(.invalidParameter, "the host or authorization identity is empty or has control characters")
        }
        self.token = token
        var head = "n,\(authorizationIdentity.map { "a=" + SASLName.escape($0) } ?? ""),\u{1}"
        if let host { head += "host=\(host)\u{1}" }
        if let port { head += "port=\(port)\u{1}" }
        self.head = head
    }

    /// `b64token` of RFC 6750 §2.1.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~+/=".utf8.contains(byte)
    }

    /// The whole message; it holds the token, so the caller should not keep it.
    public mutating func start() throws(SASLError) -> [UInt8] {
        try exchange.start()
        return Array("\(head)auth=Bearer ".utf8) + token.withBytes { Array($0) } + [0x01, 0x01]
    }

    /// Keeps the server's reason and answers as RFC 7628 §3.2.3 demands; the failure follows.
    public mutating func respond(to challenge: [UInt8]) throws(SASLError) -> [UInt8] {
        guard exchange.isAwaitingVerdict, refusal == nil else { return try exchange.refuseChallenge() }
        refusal = challenge
        return [0x01]
    }

    /// Ends the exchange; success after a reason for refusal is not believed.
    public mutating func finish(with data: [UInt8]?) throws(SASLError) {
        guard refusal == nil else { throw exchange.fail(.outOfOrder("success came after the token was refused")) }
        try exchange.finish { () throws(SASLError) in try SingleMessageExchange.checkNoData(data) }
    }
}
