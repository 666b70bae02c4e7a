/// Where a server keeps what its accounts log in with: never passwords, only what a password can be checked against.
///
/// Names are the localparts of addresses. A store that has to wait for its answers asks whom it needs to, and answers the
/// ``SASLServerQuestion`` itself.
public protocol CredentialStore {
    /// The keys of an account that were made with this hash function, or with any if it is nil; nil if there are none.
    func keys(of username: String, hash: HashFunction?) -> SCRAMKeys?
    /// The tokens of an account for a mechanism (XEP-0484).
    func tokens(of username: String, for mechanism: SASLMechanism) -> [Secret]
    /// The account that a bearer token is of (RFC 7628); nil if it is not accepted.
    func username(ofToken token: Secret, authorizationIdentity: String?) -> String?
    /// The account that the client's certificate speaks for; nil for none.
    func usernameOfCertificate(authorizationIdentity: String?) -> String?
    /// Whether there is such an account.
    func contains(_ username: String) -> Bool
    /// Keeps the keys of an account, new or not, in place of those that it had.
    mutating func setKeys(_ keys: [SCRAMKeys], of username: String)
    /// Forgets an account.
    mutating func remove(_ username: String)
}

extension CredentialStore {
    /// None.
    public func tokens(of username: String, for mechanism: SASLMechanism) -> [Secret] { [] }
    /// Not accepted.
    public func username(ofToken token: Secret, authorizationIdentity: String?) -> String? { nil }
    /// Nobody.
    public func usernameOfCertificate(authorizationIdentity: String?) -> String? { nil }

    /// What to tell a mechanism that asks.
    public func answer(to question: SASLServerQuestion) -> SASLServerAnswer {
        switch question {
        case .scramKeys(let username, let hash): .scramKeys(keys(of: username, hash: hash))
        case .hashedTokens(let username, let mechanism): .hashedTokens(tokens(of: username, for: mechanism))
        case .bearerToken(let token, let identity):
            username(ofToken: token, authorizationIdentity: identity).map { .user($0) }
                ?? .tokenRefused(status: Array("{\"status\":\"invalid_token\"}".utf8))
        case .certificate(let identity):
            usernameOfCertificate(authorizationIdentity: identity).map { .user($0) } ?? .refused
        }
    }

    /// Keeps keys of a password, one set for each hash function, with a fresh salt of 16 bytes each.
    ///
    /// A mechanism that is offered without keys of its hash function refuses the right password as if it were wrong, so that
    /// nobody learns who has an account. Clients refuse counts of iterations below 4,096 (RFC 7677 §4).
    ///
    /// The time taken is proportional to `iterations`. Throws ``SASLError/Code/unpreparableCredentials`` for what SASLprep
    /// forbids, ``SASLError/Code/invalidParameter`` for a count below 1.
    public mutating func setPassword(
        _ password: Secret,
        of username: String,
        hashes: [HashFunction] = [.sha1, .sha256, .sha512],
        iterations: Int = 10_000,
        using generator: inout some RandomNumberGenerator
    ) throws(SASLError) {
        var keys: [SCRAMKeys] = []
        for hash in hashes {
            let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            keys.append(
                try SCRAMKeys(SaltedPassword(password: password, hash: hash, salt: salt, iterations: iterations)))
        }
        setKeys(keys, of: username)
    }

    /// Keeps keys of a password, with the system's randomness in the salts; otherwise as
    /// ``setPassword(_:of:hashes:iterations:using:)``.
    public mutating func setPassword(
        _ password: Secret,
        of username: String,
        hashes: [HashFunction] = [.sha1, .sha256, .sha512],
        iterations: Int = 10_000
    ) throws(SASLError) {
        var generator = SystemRandomNumberGenerator()
        try setPassword(password, of: username, hashes: hashes, iterations: iterations, using: &generator)
    }
}
