/// What the server's machines need to know about the connection and about each other.
public struct SASLServerContext: Sendable {
    /// What was announced to this client.
    public var offer: SASLAdvertisement
    /// The channel bindings that the TLS layer can give.
    public var bindings: [ChannelBinding]
    /// What unknown users are answered with.
    public var decoy: SCRAMDecoy
    /// Whether SCRAM confirms the offer to the client (XEP-0474).
    public var confirmsOffer: Bool
    /// The bounds on what a client may send.
    public var limits: SCRAMLimits

    /// Creates a context.
    public init(
        offer: SASLAdvertisement,
        bindings: [ChannelBinding] = [],
        decoy: SCRAMDecoy,
        confirmsOffer: Bool = true,
        limits: SCRAMLimits = SCRAMLimits()
    ) {
        self.offer = offer
        self.bindings = bindings
        self.decoy = decoy
        self.confirmsOffer = confirmsOffer
        self.limits = limits
    }

    /// The machine for the mechanism that a client chose, `nil` if it was not offered, is not supported, or needs a
    /// channel binding that the connection lacks.
    ///
    /// `nonce` is fresh randomness from ``SCRAMNonce/generate(using:)``; without a valid one there is no SCRAM.
    public func makeServer(for mechanism: SASLMechanism, nonce: String) -> (any SASLServer)? {
        guard offer.mechanisms.contains(mechanism) else { return nil }
        switch mechanism {
        case .plain: return PlainServer(context: self)
        case .external: return ExternalServer()
        case .anonymous: return AnonymousServer()
        case .oauthBearer: return OAuthBearerServer(context: self)
        case _ where mechanism.isHashedToken: return HashedTokenServer(mechanism, context: self)
        default: return try? SCRAMServer(mechanism, context: self, nonce: nonce)
        }
    }
}

/// What the server computes with where there is no user, so that a stranger cannot find out which users there are:
/// a salt that stays the same for each name, and keys that no password has.
public struct SCRAMDecoy: Sendable {
    private let seed: Secret
    private let iterations: Int
    private let saltLength: Int

    /// Creates a decoy.
    ///
    /// - Parameters:
    ///   - seed: A random secret of the server (``Secret/random(count:)``), kept for as long as its accounts last.
    ///   - iterations: The iteration count of real accounts; at least 1.
    ///   - saltLength: The length of the salts of real accounts, in bytes: 1 to 32.
    public init(seed: Secret, iterations: Int = 10_000, saltLength: Int = 16) {
        self.seed = seed
        self.iterations = max(iterations, 1)
        self.saltLength = min(max(saltLength, 1), 32)
    }

    func keys(for username: String, hash: HashFunction) throws(SASLError) -> SCRAMKeys {
        func derived(_ label: String, _ hash: HashFunction) throws(SASLError) -> Secret {
            try hash.authenticationCode(for: Array("\(label) \(username)".utf8), key: seed)
        }
        let salt = try derived("salt", .sha256).withBytes { Array($0.prefix(saltLength)) }
        return try SCRAMKeys(
            hash: hash,
            salt: salt,
            iterations: iterations,
            storedKey: try derived("stored", hash),
            serverKey: try derived("server", hash)
        )
    }
}
