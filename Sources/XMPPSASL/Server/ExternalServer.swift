/// The server's side of EXTERNAL (RFC 4422 appendix A): the application says whom the certificate speaks for.
public struct ExternalServer: SASLServer {
    /// ``SASLMechanism/external``.
    public let mechanism = SASLMechanism.external
    private var exchange = ServerExchange()
    private var authorizationIdentity: String?

    /// Prepares an exchange.
    public init() {}

    /// Takes the authorization identity, which may be empty.
    public mutating func receive(_ message: [UInt8]?) throws(SASLError) -> SASLServerStep {
        var identity: String?
        let step = try exchange.receive(message, limit: 3071) { (bytes) throws(SASLError) -> SASLServerStep in
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
                throw .malformed("the authorization identity is not UTF-8 text without NUL")
            }
            identity = text.isEmpty ? nil : text
            return .question(.certificate(authorizationIdentity: identity))
        }
        authorizationIdentity = identity
        return step
    }

    /// Takes the user that the certificate stands for.
    public mutating func answer(_ answer: SASLServerAnswer) throws(SASLError) -> SASLServerStep {
        let identity = authorizationIdentity
        return try exchange.answer { () throws(SASLError) -> SASLServerStep in
            switch answer {
            case .user(let username): .success(AuthenticatedClient(username: username, authorizationIdentity: identity))
            case .refused: throw ServerExchange.notAuthorized
            case .scramKeys, .hashedTokens, .tokenRefused: throw ServerExchange.wrongAnswer
            }
        }
    }
}
