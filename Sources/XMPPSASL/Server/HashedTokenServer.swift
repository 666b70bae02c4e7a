/// The server's side of the HT-SHA-256 mechanisms (draft-schmaus-kitten-sasl-ht-09, used by XEP-0484).
public struct HashedTokenServer: SASLServer {
    /// The mechanism that the client chose.
    public let mechanism: SASLMechanism
    private let binding: ChannelBinding?
    private var exchange = ServerExchange()
    private var message: (username: String, proof: Secret)?

    /// Prepares an exchange; `nil` for another mechanism than HT-SHA-256 and for one whose channel binding this
    /// connection lacks.
    public init?(_ mechanism: SASLMechanism, context: SASLServerContext) {
        guard mechanism.isHashedToken else { return nil }
        let type = mechanism.hashedTokenBinding
        binding = context.bindings.first { $0.type == type }
        guard type == nil || binding != nil else { return nil }
        self.mechanism = mechanism
    }

    /// Takes the user name and the client's proof.
    public mutating func receive(_ message: [UInt8]?) throws(SASLError) -> SASLServerStep {
        var parsed: (username: String, proof: Secret)?
        let mechanism = mechanism
        let step = try exchange.receive(message, limit: 1100) { (bytes) throws(SASLError) -> SASLServerStep in
            guard let end = bytes.firstIndex(of: 0), end > 0, bytes.count - end - 1 == HashFunction.sha256.digestLength,
                let username = String(validating: bytes[..<end], as: UTF8.self)
            else {
                throw .malformed("the message is not a user name, NUL and 32 bytes")
            }
            parsed = (username, Secret(bytes[(end + 1)...]))
            return .question(.hashedTokens(username: username, mechanism: mechanism))
        }
        if let parsed { self.message = parsed }
        return step
    }

    /// Takes the tokens of the user; success says which of them it was.
    public mutating func answer(_ answer: SASLServerAnswer) throws(SASLError) -> SASLServerStep {
        let (message, bindingData) = (message, binding?.data ?? [])
        return try exchange.answer { () throws(SASLError) -> SASLServerStep in
            guard let message, case .hashedTokens(let tokens) = answer else { throw ServerExchange.wrongAnswer }
            for (index, token) in tokens.enumerated() {
                let proof = try HashedToken.proof(by: .initiator, token: token, bindingData: bindingData)
                guard proof.matches(message.proof) else { continue }
                let answer = try HashedToken.proof(by: .responder, token: token, bindingData: bindingData)
                return .success(
                    AuthenticatedClient(
                        username: message.username, data: answer.withBytes { Array($0) }, tokenIndex: index)
                )
            }
            throw ServerExchange.notAuthorized
        }
    }
}
