/// A password after the expensive part of SCRAM (RFC 5802 §3, `SaltedPassword`), worth keeping by a client that
/// logs in to the same account again: the next exchange then costs no iterations and needs no password.
///
/// It is as good as the password for this server, so it belongs where passwords belong.
public struct SaltedPassword: Sendable {
    /// The hash function it was made with.
    public let hash: HashFunction
    /// The server's salt.
    public let salt: [UInt8]
    /// The server's iteration count.
    public let iterations: Int
    /// The result, one digest long.
    public let key: Secret

    /// Takes up a value that was kept before.
    ///
    /// Throws ``SASLError/Code/invalidParameter`` for a key that is not one digest long or a count below 1.
    public init(hash: HashFunction, salt: [UInt8], iterations: Int, key: Secret) throws(SASLError) {
        guard key.count == hash.digestLength, iterations > 0 else {
            throw SASLError(.invalidParameter, "a salted password has the size of a digest and at least 1 iteration")
        }
        self.hash = hash
        self.salt = salt
        self.iterations = iterations
        self.key = key
    }

    /// Computes the value from a password, which is prepared with SASLprep first (RFC 5802 §2.2).
    ///
    /// The time taken is proportional to `iterations`. Throws ``SASLError/Code/unpreparableCredentials`` for what
    /// SASLprep forbids, ``SASLError/Code/invalidParameter`` for a count below 1.
    public init(password: Secret, hash: HashFunction, salt: [UInt8], iterations: Int) throws(SASLError) {
        guard iterations > 0 else { throw SASLError(.invalidParameter, "the iteration count is not positive") }
        let prepared = try CredentialPreparation.prepare(password: password)
        let key = try hash.saltedPassword(prepared, salt: salt, iterations: iterations)
        try self.init(hash: hash, salt: salt, iterations: iterations, key: key)
    }

    func fits(hash: HashFunction, salt: [UInt8], iterations: Int) -> Bool {
        self.hash == hash && self.salt == salt && self.iterations == iterations
    }

    var clientKey: Secret {
        get throws(SASLError) { try hash.authenticationCode(for: Array("Client Key".utf8), key: key) }
    }

    var serverKey: Secret {
        get throws(SASLError) { try hash.authenticationCode(for: Array("Server Key".utf8), key: key) }
    }
}

/// What a server keeps of a password for SCRAM (RFC 5802 §3): enough to check a client and to prove itself, not
/// enough to log in elsewhere.
public struct SCRAMKeys: Sendable {
    /// The hash function they were made with.
    public let hash: HashFunction
    /// The random salt.
    public let salt: [UInt8]
    /// How often the hash was iterated.
    public let iterations: Int
    /// `StoredKey`, which a client's proof is checked against.
    public let storedKey: Secret
    /// `ServerKey`, which the server signs with.
    public let serverKey: Secret

    /// Takes up keys from a store.
    ///
    /// Throws ``SASLError/Code/invalidParameter`` for keys that are not one digest long, an empty salt, or a count
    /// below 1.
    public init(
        hash: HashFunction,
        salt: [UInt8],
        iterations: Int,
        storedKey: Secret,
        serverKey: Secret
    ) throws(SASLError) {
        let length = hash.digestLength
        guard storedKey.count == length, serverKey.count == length, !salt.isEmpty, iterations > 0 else {
            throw SASLError(.invalidParameter, "SCRAM keys have the size of a digest, a salt and a positive count")
        }
        self.hash = hash
        self.salt = salt
        self.iterations = iterations
        self.storedKey = storedKey
        self.serverKey = serverKey
    }

    /// Derives the keys to store from a salted password.
    public init(_ password: SaltedPassword) throws(SASLError) {
        try self.init(
            hash: password.hash,
            salt: password.salt,
            iterations: password.iterations,
            storedKey: Self.storedKey(of: try password.clientKey, hash: password.hash),
            serverKey: try password.serverKey
        )
    }

    /// Whether the keys were made from this password; costs as much as making them.
    ///
    /// Throws ``SASLError/Code/unpreparableCredentials`` for what SASLprep forbids.
    public func match(password: Secret) throws(SASLError) -> Bool {
        let salted = try SaltedPassword(password: password, hash: hash, salt: salt, iterations: iterations)
        return storedKey.matches(try Self.storedKey(of: try salted.clientKey, hash: hash))
    }

    static func storedKey(of clientKey: Secret, hash: HashFunction) throws(SASLError) -> Secret {
        var bytes = clientKey.withBytes { Array($0) }
        defer { wipe(&bytes) }
        return Secret(try hash.digest(bytes))
    }
}

extension Secret {
    /// Each byte combined with the byte at the same place: `ClientProof := ClientKey XOR ClientSignature` and back.
    func exclusiveOr(_ other: Secret) -> [UInt8] {
        withBytes { mine in other.withBytes { theirs in zip(mine, theirs).map { $0 ^ $1 } } }
    }
}
