/// The server's side of PLAIN (RFC 4616): checks a password against the keys that SCRAM would use.
public struct PlainServer: SASLServer {
    /// ``SASLMechanism/plain``.
    public let mechanism = SASLMechanism.plain
    private let context: SASLServerContext
    private var exchange = ServerExchange()
    private var message: (username: String, password: Secret, authorizationIdentity: String?)?

    /// Prepares an exchange.
    public init(context: SASLServerContext) {
        self.context = context
    }

    /// Takes the client's one message.
    public mutating func receive(_ message: [UInt8]?) throws(SASLError) -> SASLServerStep {
        var parsed: (username: String, password: Secret, authorizationIdentity: String?)?
        let step = try exchange.receive(message, limit: context.limits.maximumMessageLength) {
            (bytes) throws(SASLError) -> SASLServerStep in
            let read = try Self.parse(bytes)
            parsed = read
            return .question(.scramKeys(username: read.username, hash: nil))
        }
        if let parsed { self.message = parsed }
        return step
    }

    /// Takes the keys of the user, made with any hash function.
    public mutating func answer(_ answer: SASLServerAnswer) throws(SASLError) -> SASLServerStep {
        let (message, decoy) = (message, context.decoy)
        return try exchange.answer { () throws(SASLError) -> SASLServerStep in
            guard let message, case .scramKeys(let stored) = answer else { throw ServerExchange.wrongAnswer }
            // An unknown user takes as long as a wrong password.
            let keys: SCRAMKeys
            if let stored { keys = stored } else { keys = try decoy.keys(for: message.username, hash: .sha256) }
            guard try keys.match(password: message.password), stored != nil else { throw ServerExchange.notAuthorized }
            return .success(
                AuthenticatedClient(username: message.username, authorizationIdentity: message.authorizationIdentity)
            )
        }
    }

    private static func parse(
        _ message: [UInt8]
    ) throws(SASLError) -> (username: String, password: Secret, authorizationIdentity: String?) {
        let parts = message.split(separator: 0, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].isEmpty, !parts[2].isEmpty,
            let identity = String(validating: parts[0], as: UTF8.self),
            let username = String(validating: parts[1], as: UTF8.self)
        else {
            throw .malformed("a PLAIN message is an identity, a name and a password, divided by NUL (RFC 4616 §2)")
        }
        return (
            try CredentialPreparation.prepare(username: username), Secret(parts[2]), identity.isEmpty ? nil : identity
        )
    }
}
