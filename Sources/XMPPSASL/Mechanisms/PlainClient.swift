/// The client's side of PLAIN (RFC 4616): name and password in the clear, to be used under TLS alone.
///
/// The server is not authenticated by it. The message is sent as given: preparing it is the server's task
/// (RFC 4616 §2).
public struct PlainClient: SASLClient {
    /// ``SASLMechanism/plain``.
    public let mechanism = SASLMechanism.plain
    private let username: String
    private let password: Secret
    private let authorizationIdentity: String
    private var exchange = SingleMessageExchange()

    /// Prepares an exchange.
    ///
    /// Throws ``SASLError/Code/unpreparableCredentials`` for an empty name or password and for NUL in any of them.
    public init(username: String, password: Secret, authorizationIdentity: String? = nil) throws(SASLError) {
        let names = username + (authorizationIdentity ?? "")
        let hasNUL = names.utf8.contains(0) || password.withBytes { $0.contains(0) }
        guard !username.isEmpty, !password.isEmpty, !hasNUL else {
            throw SASLError(.unpreparableCredentials, "PLAIN needs a user name and a password without NUL")
        }
        self.username = username
        self.password = password
        self.authorizationIdentity = authorizationIdentity ?? ""
    }

    /// The whole message; it holds the password, so the caller should not keep it.
    public mutating func start() throws(SASLError) -> [UInt8] {
        try exchange.start()
        return authorizationIdentity.utf8 + [0] + username.utf8 + [0] + password.withBytes { Array($0) }
    }

    /// PLAIN has no challenges: always throws ``SASLError/Code/outOfOrder``.
    public mutating func respond(to challenge: [UInt8]) throws(SASLError) -> [UInt8] {
        try exchange.refuseChallenge()
    }

    /// Ends the exchange.
    public mutating func finish(with data: [UInt8]?) throws(SASLError) {
        try exchange.finish { () throws(SASLError) in try SingleMessageExchange.checkNoData(data) }
    }
}
