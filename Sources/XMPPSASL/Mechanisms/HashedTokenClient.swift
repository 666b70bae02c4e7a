/// The client's side of the HT-SHA-256 mechanisms (draft-schmaus-kitten-sasl-ht-09, used by XEP-0484): one round
/// trip with a token that an earlier login obtained, proved by both sides without being sent.
public struct HashedTokenClient: SASLClient {
    /// The mechanism to name in the request.
    public let mechanism: SASLMechanism
    private let username: String
    private let token: Secret
    private let bindingData: [UInt8]
    private var exchange = SingleMessageExchange()

    /// Prepares an exchange.
    ///
    /// - Parameters:
    ///   - mechanism: One of the HT-SHA-256 mechanisms: the one that the token was issued for.
    ///   - username: The user name, without NUL.
    ///   - token: The token as the server sent it.
    ///   - binding: The channel binding that the mechanism demands; `nil` for HT-SHA-256-NONE.
    ///
    /// Throws ``SASLError/Code/invalidParameter`` for parameters that do not fit each other.
    public init(
        _ mechanism: SASLMechanism,
        username: String,
        token: Secret,
        binding: ChannelBinding? = nil
    ) throws(SASLError) {
        guard mechanism.isHashedToken, binding?.type == mechanism.hashedTokenBinding else {
            throw SASLError(.invalidParameter, "\(mechanism) does not go with the given channel binding")
        }
        guard !username.isEmpty, !username.utf8.contains(0), !token.isEmpty else {
            throw SASLError(.invalidParameter, "a user name without NUL and a token are needed")
        }
        self.mechanism = mechanism
        self.username = username
        self.token = token
        bindingData = binding?.data ?? []
    }

    /// The user name and the proof of the token.
    public mutating func start() throws(SASLError) -> [UInt8] {
        try exchange.start()
        let proof = try HashedToken.proof(by: .initiator, token: token, bindingData: bindingData)
        return Array(username.utf8) + [0] + proof.withBytes { Array($0) }
    }

    /// The mechanisms have no challenges: always throws ``SASLError/Code/outOfOrder``.
    public mutating func respond(to challenge: [UInt8]) throws(SASLError) -> [UInt8] {
        try exchange.refuseChallenge()
    }

    /// Checks the server's proof that it knows the token.
    public mutating func finish(with data: [UInt8]?) throws(SASLError) {
        let (token, bindingData) = (token, bindingData)
        try exchange.finish { () throws(SASLError) in
            guard let data, !data.isEmpty else {
                throw SASLError(.serverSignatureMissing, "success came without the server's proof of the token")
            }
            let expected = try HashedToken.proof(by: .responder, token: token, bindingData: bindingData)
            guard Secret(data).matches(expected) else {
                throw SASLError(.serverSignatureMismatch, "the server does not know the token")
            }
        }
    }
}

/// The arithmetic of the HT mechanisms, the same on both sides.
enum HashedToken {
    enum Role: String {
        case initiator = "Initiator"
        case responder = "Responder"
    }

    static func proof(by role: Role, token: Secret, bindingData: [UInt8]) throws(SASLError) -> Secret {
        try HashFunction.sha256.authenticationCode(for: Array(role.rawValue.utf8) + bindingData, key: token)
    }
}
