/// The server's side of SCRAM (RFC 5802, RFC 7677), with and without channel binding, for every hash function.
public struct SCRAMServer: SASLServer {
    private enum State {
        /// Nothing of the client's has been read, perhaps an empty challenge sent.
        case awaitingClientFirst(hasAsked: Bool)
        /// The client has said who it is; its keys are being looked up.
        case awaitingKeys(SCRAMClientFirst)
        /// The challenge has been sent.
        case awaitingClientFinal(SCRAMClientFirst, serverFirst: [UInt8], SCRAMKeys)
        /// The client has proved itself.
        case finished
        /// The first error, for good.
        case failed(SASLError)
    }

    /// The mechanism that the client chose.
    public let mechanism: SASLMechanism
    private let hash: HashFunction
    private let context: SASLServerContext
    private let nonce: String
    private var state = State.awaitingClientFirst(hasAsked: false)

    /// Prepares an exchange; `nonce` is fresh randomness from ``SCRAMNonce/generate(using:)``.
    ///
    /// Throws ``SASLError/Code/invalidParameter`` for another mechanism than SCRAM and for a nonce that is not
    /// printable ASCII without commas.
    public init(_ mechanism: SASLMechanism, context: SASLServerContext, nonce: String) throws(SASLError) {
        guard let hash = mechanism.scramHash, SCRAMNonce.isValid(nonce.utf8) else {
            throw SASLError(.invalidParameter, "\(mechanism) is not SCRAM, or the nonce is not printable ASCII")
        }
        self.mechanism = mechanism
        self.hash = hash
        self.context = context
        self.nonce = nonce
    }

    /// Takes the client-first-message, and after the challenge the client-final-message.
    public mutating func receive(_ message: [UInt8]?) throws(SASLError) -> SASLServerStep {
        do throws(SASLError) {
            switch (state, message) {
            case (.awaitingClientFirst(hasAsked: false), nil):
                state = .awaitingClientFirst(hasAsked: true)
                return .challenge([])
            case (.awaitingClientFirst, let message?):
                let first = try SCRAMClientFirst(parsing: message, limits: context.limits)
                try check(first.flag)
                state = .awaitingKeys(first)
                return .question(.scramKeys(username: first.username, hash: hash))
            case (.awaitingClientFinal(let first, let serverFirst, let keys), let message?):
                let success = try check(clientFinal: message, first: first, serverFirst: serverFirst, keys: keys)
                state = .finished
                return .success(success)
            case (.failed(let error), _):
                throw error
            case (.awaitingClientFirst, nil), (.awaitingKeys, _), (.awaitingClientFinal, nil), (.finished, _):
                throw SASLError.outOfOrder("the client sends something where nothing is due, or nothing where it is")
            }
        } catch {
            throw fail(error)
        }
    }

    /// Takes the keys of the user, with which the challenge is made.
    public mutating func answer(_ answer: SASLServerAnswer) throws(SASLError) -> SASLServerStep {
        do throws(SASLError) {
            guard case .awaitingKeys(let first) = state, case .scramKeys(let stored) = answer else {
                throw SASLError.outOfOrder("the answer is not to the question that was asked")
            }
            let keys: SCRAMKeys
            if let stored { keys = stored } else { keys = try context.decoy.keys(for: first.username, hash: hash) }
            guard keys.hash == hash else {
                throw SASLError(.invalidParameter, "the stored keys were made with another hash function")
            }
            let serverFirst = Array(try challenge(to: first, keys: keys).utf8)
            state = .awaitingClientFinal(first, serverFirst: serverFirst, keys)
            return .challenge(serverFirst)
        } catch {
            throw fail(error)
        }
    }

    /// RFC 5802 §6: a client that would bind but saw no -PLUS has been lied to, if there was one.
    private func check(_ flag: SCRAMClientFirst.Flag) throws(SASLError) {
        switch flag {
        case .bound(let type):
            guard mechanism.isSCRAMPlus else {
                throw .malformed("the client binds to the channel with a mechanism that does not")
            }
            guard context.bindings.contains(where: { $0.type == type }) else {
                throw SASLError(.channelBindingMismatch, "the client binds with a type that this connection lacks")
            }
        case .unsupported, .notOffered:
            guard !mechanism.isSCRAMPlus else {
                throw .malformed("the client does not bind to the channel with a mechanism that does")
            }
            guard flag == .unsupported || !context.offer.mechanisms.contains(where: \.isSCRAMPlus) else {
                throw SASLError(.channelBindingStripped, "the client did not see the -PLUS mechanisms of the offer")
            }
        }
    }

    private func challenge(to first: SCRAMClientFirst, keys: SCRAMKeys) throws(SASLError) -> String {
        let challenge = "r=\(first.nonce)\(nonce),s=\(Base64.encode(keys.salt)),i=\(keys.iterations)"
        guard context.confirmsOffer else { return challenge }
        return "\(challenge),h=\(try context.offer.downgradeProtectionHash(using: hash))"
    }

    private func check(
        clientFinal message: [UInt8],
        first: SCRAMClientFirst,
        serverFirst: [UInt8],
        keys: SCRAMKeys
    ) throws(SASLError) -> AuthenticatedClient {
        let final = try SCRAMClientFinal(parsing: message, limits: context.limits)
        guard final.nonce == first.nonce + nonce else {
            throw SASLError(.nonceMismatch, "r= of the client-final-message is not the nonce of the exchange")
        }
        guard constantTimeEqual(final.bindingInput, first.gs2Header + bindingData(for: first.flag)) else {
            throw SASLError(.channelBindingMismatch, "c= of the client-final-message is not this connection's")
        }
        let comma = [UInt8(ascii: ",")]
        let authMessage = first.bare + comma + serverFirst + comma + final.withoutProof
        let signature = try hash.authenticationCode(for: authMessage, key: keys.storedKey)
        let wrongProof = SASLError(.notAuthorized, "the client does not know the password")
        guard final.proof.count == hash.digestLength else { throw wrongProof }
        let clientKey = Secret(Secret(final.proof).exclusiveOr(signature))
        guard try SCRAMKeys.storedKey(of: clientKey, hash: hash).matches(keys.storedKey) else { throw wrongProof }
        let verifier = try hash.authenticationCode(for: authMessage, key: keys.serverKey)
        return AuthenticatedClient(
            username: first.username,
            authorizationIdentity: first.authorizationIdentity,
            data: Array("v=\(verifier.withBytes { Base64.encode($0) })".utf8)
        )
    }

    private func bindingData(for flag: SCRAMClientFirst.Flag) -> [UInt8] {
        guard case .bound(let type) = flag else { return [] }
        return context.bindings.first { $0.type == type }?.data ?? []
    }

    private mutating func fail(_ error: SASLError) -> SASLError {
        if case .failed(let first) = state { return first }
        state = .failed(error)
        return error
    }
}
