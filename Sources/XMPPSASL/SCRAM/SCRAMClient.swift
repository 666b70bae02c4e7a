/// The client's side of SCRAM (RFC 5802, RFC 7677), with and without channel binding, for every hash function.
///
/// The server is believed only after its signature was checked, whether it came with the success or in a challenge
/// of its own before it. Downgrade protection (XEP-0474) is checked where the server takes part in it.
public struct SCRAMClient: SASLClient {
    /// Whom to log in as, and what proves it.
    public struct Credentials: Sendable {
        /// The user name, not a JID: the localpart for most servers.
        public var username: String
        /// The password; `nil` to log in with `saltedPassword` or not at all.
        public var password: Secret?
        /// What an earlier exchange left in ``SCRAMClient/saltedPassword``; ignored if it does not fit the server's
        /// salt and iteration count any more.
        public var saltedPassword: SaltedPassword?

        /// Creates credentials.
        public init(username: String, password: Secret?, saltedPassword: SaltedPassword? = nil) {
            self.username = username
            self.password = password
            self.saltedPassword = saltedPassword
        }
    }

    private enum State {
        /// Nothing has been sent.
        case initial
        /// The client-first-message has been sent.
        case awaitingServerFirst(clientFirstBare: String)
        /// The proof has been sent.
        case awaitingServerFinal(signature: Secret, SaltedPassword)
        /// The server has proved itself and has yet to report success, with nothing more to say.
        case verified(SaltedPassword)
        /// Success was reported.
        case finished(SaltedPassword)
        /// The first error, for good.
        case failed(SASLError)
    }

    /// The mechanism to name in the request.
    public let mechanism: SASLMechanism
    private let hash: HashFunction
    private var credentials: Credentials
    private let username: String
    private let gs2Header: String
    private let bindingData: [UInt8]
    private let nonce: String
    private let limits: SCRAMLimits
    private let protection: DowngradeProtection
    private var state = State.initial

    /// Prepares an exchange.
    ///
    /// - Parameters:
    ///   - mechanism: One of the SCRAM mechanisms.
    ///   - credentials: Whom to log in as.
    ///   - authorizationIdentity: The identity to act as, if it is not that of the credentials.
    ///   - binding: What to say about channel binding; bound for a -PLUS mechanism, and only then.
    ///   - nonce: Fresh randomness from ``SCRAMNonce/generate(using:)``.
    ///   - protection: What the server announced, to find out whether it was tampered with.
    ///   - limits: The bounds to keep.
    ///
    /// Throws ``SASLError/Code/invalidParameter`` for parameters that do not fit each other,
    /// ``SASLError/Code/unpreparableCredentials`` for a name that SASLprep forbids.
    public init(
        _ mechanism: SASLMechanism,
        credentials: Credentials,
        authorizationIdentity: String? = nil,
        binding: ChannelBindingUse = .unsupported,
        nonce: String,
        protection: DowngradeProtection = .ignored,
        limits: SCRAMLimits = SCRAMLimits()
    ) throws(SASLError) {
        guard let hash = mechanism.scramHash else {
            throw SASLError(.invalidParameter, "\(mechanism) is not a SCRAM mechanism")
        }
        let isBound = if case .bound = binding { true } else { false }
        guard isBound == mechanism.isSCRAMPlus else {
            throw SASLError(.invalidParameter, "\(mechanism) does not go with the channel binding flag \(binding.flag)")
        }
        guard SCRAMNonce.isValid(nonce.utf8) else {
            throw SASLError(.invalidParameter, "the nonce is not printable ASCII without commas")
        }
        let identity = authorizationIdentity.map { "a=" + SASLName.escape($0) } ?? ""
        guard identity != "a=", !identity.utf8.contains(0) else {
            throw SASLError(.invalidParameter, "the authorization identity is empty or contains NUL")
        }
        self.mechanism = mechanism
        self.hash = hash
        self.credentials = credentials
        self.nonce = nonce
        self.limits = limits
        self.protection = protection
        username = try CredentialPreparation.prepare(username: credentials.username)
        gs2Header = "\(binding.flag),\(identity),"
        bindingData = binding.data
    }

    /// What to keep for the next login, once the server has accepted this one; `nil` before.
    public var saltedPassword: SaltedPassword? {
        if case .finished(let password) = state { password } else { nil }
    }

    /// The client-first-message.
    public mutating func start() throws(SASLError) -> [UInt8] {
        guard case .initial = state else { throw fail(.outOfOrder("the exchange was started before")) }
        let bare = "n=\(SASLName.escape(username)),r=\(nonce)"
        state = .awaitingServerFirst(clientFirstBare: bare)
        return Array((gs2Header + bare).utf8)
    }

    /// The client-final-message, or an empty response to a server-final-message that came as a challenge.
    public mutating func respond(to challenge: [UInt8]) throws(SASLError) -> [UInt8] {
        do throws(SASLError) {
            switch state {
            case .awaitingServerFirst(let bare):
                return try prove(serverFirst: challenge, clientFirstBare: bare)
            case .awaitingServerFinal(let signature, let password):
                try verify(serverFinal: challenge, signature: signature)
                state = .verified(password)
                return []
            case .initial, .verified, .finished:
                throw SASLError.outOfOrder("a challenge came when none was due")
            case .failed(let error):
                throw error
            }
        } catch {
            throw fail(error)
        }
    }

    /// Checks the server's signature, unless it came in a challenge.
    public mutating func finish(with data: [UInt8]?) throws(SASLError) {
        do throws(SASLError) {
            switch state {
            case .awaitingServerFinal(let signature, let password):
                guard let data, !data.isEmpty else {
                    throw SASLError(.serverSignatureMissing, "success came without the server-final-message")
                }
                try verify(serverFinal: data, signature: signature)
                state = .finished(password)
            case .verified(let password):
                guard data?.isEmpty ?? true else {
                    throw SASLError.outOfOrder("success carries data although the server-final-message was there")
                }
                state = .finished(password)
            case .initial, .awaitingServerFirst:
                throw SASLError(.serverSignatureMissing, "success came before the client's proof was sent")
            case .finished:
                throw SASLError.outOfOrder("success came twice")
            case .failed(let error):
                throw error
            }
        } catch {
            throw fail(error)
        }
    }

    private mutating func prove(serverFirst: [UInt8], clientFirstBare: String) throws(SASLError) -> [UInt8] {
        let first = try SCRAMServerFirst(parsing: serverFirst, clientNonce: nonce, limits: limits)
        try protection.check(first.extensions, hash: hash)
        let password = try saltedPassword(for: first)
        let withoutProof = "c=\(Base64.encode(gs2Header.utf8 + bindingData)),r=\(first.nonce)"
        let authMessage = Array("\(clientFirstBare),".utf8) + serverFirst + Array(",\(withoutProof)".utf8)
        let clientKey = try password.clientKey
        let storedKey = try SCRAMKeys.storedKey(of: clientKey, hash: hash)
        let clientSignature = try hash.authenticationCode(for: authMessage, key: storedKey)
        let serverSignature = try hash.authenticationCode(for: authMessage, key: try password.serverKey)
        state = .awaitingServerFinal(signature: serverSignature, password)
        // The password has done its work and need not wait for the server.
        credentials.password = nil
        let proof = Base64.encode(clientKey.exclusiveOr(clientSignature))
        return Array("\(withoutProof),p=\(proof)".utf8)
    }

    private func saltedPassword(for first: SCRAMServerFirst) throws(SASLError) -> SaltedPassword {
        if let kept = credentials.saltedPassword,
            kept.fits(hash: hash, salt: first.salt, iterations: first.iterations)
        {
            return kept
        }
        guard let password = credentials.password else {
            throw SASLError(.staleKeys, "the server's salt or iteration count has changed, the password is needed")
        }
        return try SaltedPassword(password: password, hash: hash, salt: first.salt, iterations: first.iterations)
    }

    private func verify(serverFinal: [UInt8], signature: Secret) throws(SASLError) {
        let final = try SCRAMServerFinal(parsing: serverFinal, limits: limits)
        guard Secret(final.signature).matches(signature) else {
            throw SASLError(.serverSignatureMismatch, "the server does not know the password")
        }
    }

    private mutating func fail(_ error: SASLError) -> SASLError {
        if case .failed(let first) = state { return first }
        state = .failed(error)
        return error
    }
}
