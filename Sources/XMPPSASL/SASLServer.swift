/// The server's side of one authentication exchange, as a machine without input or output.
///
/// Give it what the client sends, do what each ``SASLServerStep`` says, and answer its questions from wherever
/// accounts are kept. The first error is final: send the ``SASLError/failureCondition`` that goes with it.
public protocol SASLServer: Sendable {
    /// The mechanism that the client chose.
    var mechanism: SASLMechanism { get }

    /// Takes the initial response, `nil` if the client sent none, and after that each response.
    mutating func receive(_ message: [UInt8]?) throws(SASLError) -> SASLServerStep

    /// Takes the answer to the question of the last step.
    mutating func answer(_ answer: SASLServerAnswer) throws(SASLError) -> SASLServerStep
}

/// What a server has to do next.
public enum SASLServerStep: Sendable {
    /// Send this challenge and wait for the response.
    case challenge([UInt8])
    /// Find out, and call ``SASLServer/answer(_:)``.
    case question(SASLServerQuestion)
    /// The client is who it says; check that it may act as the identity it asks for, and send success.
    case success(AuthenticatedClient)
}

/// What a mechanism cannot know by itself.
public enum SASLServerQuestion: Sendable {
    /// What is stored for the user, made with this hash function, or with any if it is `nil`? Answer with
    /// ``SASLServerAnswer/scramKeys(_:)``.
    case scramKeys(username: String, hash: HashFunction?)
    /// Which tokens for this mechanism has the user? Answer with ``SASLServerAnswer/hashedTokens(_:)``.
    case hashedTokens(username: String, mechanism: SASLMechanism)
    /// Whose bearer token is this? Answer with ``SASLServerAnswer/user(_:)`` or
    /// ``SASLServerAnswer/tokenRefused(status:)``.
    case bearerToken(Secret, authorizationIdentity: String?)
    /// Whom does the client's certificate speak for? Answer with ``SASLServerAnswer/user(_:)`` or
    /// ``SASLServerAnswer/refused``.
    case certificate(authorizationIdentity: String?)
}

/// The answer to a ``SASLServerQuestion``.
public enum SASLServerAnswer: Sendable {
    /// The stored keys; `nil` for an unknown user, whom the exchange then treats like a wrong password.
    case scramKeys(SCRAMKeys?)
    /// The valid tokens, in any order; none for an unknown user.
    case hashedTokens([Secret])
    /// The user that the token or certificate stands for.
    case user(String)
    /// The token is not accepted, for the reason in this JSON object (RFC 7628 §3.2.2).
    case tokenRefused(status: [UInt8])
    /// Nobody.
    case refused
}

/// Whom a client has proved to be.
public struct AuthenticatedClient: Hashable, Sendable {
    /// The user; `nil` for an anonymous one.
    public let username: String?
    /// The identity that the client wants to act as, if it named one; whether it may is the caller's to decide.
    public let authorizationIdentity: String?
    /// What to send with success, `nil` for nothing.
    public let data: [UInt8]?
    /// Which of the hashed tokens was used: its place in the answer.
    public let tokenIndex: Int?

    init(
        username: String?,
        authorizationIdentity: String? = nil,
        data: [UInt8]? = nil,
        tokenIndex: Int? = nil
    ) {
        self.username = username
        self.authorizationIdentity = authorizationIdentity
        self.data = data
        self.tokenIndex = tokenIndex
    }
}

extension SASLServerQuestion: CustomStringConvertible {
    /// What is asked for, without secrets.
    public var description: String {
        switch self {
        case .scramKeys(let username, let hash):
            "the SCRAM keys of “\(username.excerpt)”" + (hash.map { " made with \($0)" } ?? "")
        case .hashedTokens(let username, let mechanism): "the tokens of “\(username.excerpt)” for \(mechanism)"
        case .bearerToken: "the user of a bearer token"
        case .certificate: "the user of the client's certificate"
        }
    }
}
