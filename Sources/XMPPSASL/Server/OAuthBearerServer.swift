/// The server's side of OAUTHBEARER (RFC 7628); the application knows about tokens.
public struct OAuthBearerServer: SASLServer {
    private enum State {
        case exchanging
        /// The reason for the refusal has been sent; the client acknowledges it before the failure.
        case refused
    }

    /// ``SASLMechanism/oauthBearer``.
    public let mechanism = SASLMechanism.oauthBearer
    private let limit: Int
    private var exchange = ServerExchange()
    private var state = State.exchanging
    private var authorizationIdentity: String?

    /// Prepares an exchange.
    public init(context: SASLServerContext) {
        limit = context.limits.maximumMessageLength
    }

    /// Takes the message with the token, or the acknowledgement of a refusal.
    public mutating func receive(_ message: [UInt8]?) throws(SASLError) -> SASLServerStep {
        if case .refused = state { throw exchange.fail(ServerExchange.notAuthorized) }
        var identity: String?
        let step = try exchange.receive(message, limit: limit) { (bytes) throws(SASLError) -> SASLServerStep in
            let header = try GS2Header(parsing: bytes, of: "client's message")
            if case .bound = header.flag { throw .malformed("OAUTHBEARER knows no channel binding (RFC 7628 §3.1)") }
            identity = header.authorizationIdentity
            return .question(.bearerToken(try Self.token(in: bytes[header.end...]), authorizationIdentity: identity))
        }
        authorizationIdentity = identity
        return step
    }

    /// Takes the user of the token, or the reason why it is refused.
    public mutating func answer(_ answer: SASLServerAnswer) throws(SASLError) -> SASLServerStep {
        let identity = authorizationIdentity
        let step = try exchange.answer { () throws(SASLError) -> SASLServerStep in
            switch answer {
            case .user(let username): .success(AuthenticatedClient(username: username, authorizationIdentity: identity))
            case .tokenRefused(let status): .challenge(status)
            case .refused: throw ServerExchange.notAuthorized
            case .scramKeys, .hashedTokens: throw ServerExchange.wrongAnswer
            }
        }
        if case .challenge = step { state = .refused }
        return step
    }

    /// Finds the token among the key-value pairs (RFC 7628 §3.1): each ends with 0x01, and one more ends the list.
    private static func token(in pairs: ArraySlice<UInt8>) throws(SASLError) -> Secret {
        let malformed = SASLError.malformed("the message is not pairs with one auth=Bearer among them (RFC 7628 §3.1)")
        guard pairs.first == 0x01, pairs.suffix(2) == [0x01, 0x01], pairs.count > 3 else { throw malformed }
        let scheme = Array("bearer ".utf8)
        var token: Secret?
        for pair in pairs.dropFirst().dropLast(2).split(separator: 0x01, omittingEmptySubsequences: false) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { throw malformed }
            guard pair[..<equals].elementsEqual("auth".utf8) else { continue }
            let value = pair[(equals + 1)...]
            let hasScheme = value.prefix(scheme.count).map { $0 | 0x20 }.elementsEqual(scheme)
            let text = value.dropFirst(scheme.count)
            guard token == nil, hasScheme, !text.isEmpty, text.allSatisfy(OAuthBearerClient.isTokenByte) else {
                throw malformed
            }
            token = Secret(text)
        }
        guard let token else { throw malformed }
        return token
    }
}
