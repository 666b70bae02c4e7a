/// The mechanism a client uses, and how.
public struct MechanismSelection: Sendable {
    /// Which profile of SASL the lists belong to; the rules of XEP-0440 differ.
    public enum Profile: Sendable {
        /// RFC 6120 §6.
        case sasl
        /// XEP-0388.
        case sasl2
    }

    /// Why no mechanism could be chosen.
    public struct Failure: Error, Hashable, Sendable {
        /// What is wrong with the offer.
        public enum Reason: String, Hashable, Sendable {
            /// Every mechanism was skipped.
            case noAcceptableMechanism = "the server offers no acceptable mechanism"
            /// The server announces channel bindings without mechanisms for them, or the other way round, which
            /// XEP-0440 has the client take for an attack.
            case inconsistentAnnouncement = "the announced mechanisms and channel bindings contradict each other"
        }

        /// What is wrong with the offer.
        public let reason: Reason
        /// Every mechanism of the offer with the reason why it was skipped, in the server's order.
        public let skipped: [SkippedMechanism]
    }

    /// The mechanism to use.
    public let mechanism: SASLMechanism
    /// What to say about channel binding.
    public let binding: ChannelBindingUse
    /// How to treat the server's confirmation of its lists.
    public let protection: DowngradeProtection
    /// The rest of the offer, with the reason why each was skipped, in the server's order.
    public let skipped: [SkippedMechanism]

    /// What to remember as ``MechanismPolicy/floor`` once the login has succeeded, unless it was with a hashed token.
    public var strength: MechanismStrength? { MechanismStrength(mechanism) }

    /// Chooses the strongest mechanism that the server offers, the credentials fit, and the policy permits.
    ///
    /// - Parameters:
    ///   - offer: What the server announced.
    ///   - profile: With which profile it announced that.
    ///   - isEncrypted: Whether TLS protects the stream.
    ///   - bindings: The channel bindings that the TLS layer can give; none without TLS.
    ///   - credentials: What there is to log in with.
    ///   - policy: What may be used.
    ///
    /// Throws ``Failure``, which says of each offered mechanism why it was skipped.
    public init(
        from offer: SASLAdvertisement,
        profile: Profile = .sasl,
        isEncrypted: Bool,
        bindings: [ChannelBinding],
        credentials: SASLCredentials,
        policy: MechanismPolicy = MechanismPolicy()
    ) throws(Failure) {
        let bindings = isEncrypted ? bindings : []
        let channel = ChannelBindingChoice(
            offer: offer,
            profile: profile,
            bindings: bindings,
            mustBind: policy.mustBind(for: offer)
        )
        let filter = MechanismFilter(
            offer: offer,
            isEncrypted: isEncrypted,
            bindings: bindings,
            channel: channel,
            credentials: credentials,
            policy: policy
        )
        let verdicts = offer.mechanisms.map { (mechanism: $0, verdict: filter.verdict(on: $0)) }
        let usable = verdicts.filter { $0.verdict.isUsable }
        let ranked = SASLMechanism.supported.first { mechanism in usable.contains { $0.mechanism == mechanism } }
        let confirmable = SASLMechanism.supported.first { mechanism in
            verdicts.contains { $0.mechanism == mechanism && $0.verdict == .onlyIfConfirmed }
        }
        let skipped = verdicts.filter { $0.mechanism != (ranked ?? confirmable) }.map {
            SkippedMechanism(mechanism: $0.mechanism, reason: $0.verdict.skipReason)
        }
        guard let chosen = ranked ?? confirmable else {
            throw Failure(reason: .noAcceptableMechanism, skipped: skipped)
        }
        if chosen.scramHash != nil, channel == .inconsistent {
            throw Failure(reason: .inconsistentAnnouncement, skipped: skipped)
        }
        mechanism = chosen
        binding = channel.use(for: chosen, available: bindings)
        protection = ranked == nil || channel == .unmatched ? .required(offer) : .ifOffered(offer)
        self.skipped = skipped
    }

    /// The machine that carries the chosen mechanism out.
    ///
    /// `nonce` is fresh randomness from ``SCRAMNonce/generate(using:)``. Throws ``SASLError`` as the initializers of
    /// the mechanisms do.
    public func makeClient(
        credentials: SASLCredentials,
        nonce: String,
        limits: SCRAMLimits = SCRAMLimits()
    ) throws(SASLError) -> any SASLClient {
        let identity = credentials.authorizationIdentity
        switch mechanism {
        case .external: return try ExternalClient(authorizationIdentity: identity)
        case .anonymous: return try AnonymousClient()
        case .oauthBearer:
            guard let token = credentials.bearerToken else { throw Self.credentialsChanged }
            return try OAuthBearerClient(token: token, authorizationIdentity: identity)
        case .plain:
            guard let password = credentials.password else { throw Self.credentialsChanged }
            return try PlainClient(
                username: credentials.username,
                password: password,
                authorizationIdentity: identity
            )
        case _ where mechanism.isHashedToken:
            guard let token = credentials.hashedToken?.token else { throw Self.credentialsChanged }
            let channelBinding: ChannelBinding? = if case .bound(let bound) = binding { bound } else { nil }
            return try HashedTokenClient(
                mechanism,
                username: credentials.username,
                token: token,
                binding: channelBinding
            )
        default:
            return try SCRAMClient(
                mechanism,
                credentials: SCRAMClient.Credentials(
                    username: credentials.username,
                    password: credentials.password,
                    saltedPassword: credentials.saltedPassword
                ),
                authorizationIdentity: identity,
                binding: binding,
                nonce: nonce,
                protection: protection,
                limits: limits
            )
        }
    }

    private static let credentialsChanged = SASLError(
        .invalidParameter,
        "the credentials are not those that the mechanism was chosen for"
    )
}

extension MechanismSelection.Failure: CustomStringConvertible {
    /// The reason, and of the first mechanisms why each was skipped.
    public var description: String {
        guard !skipped.isEmpty else { return reason.rawValue }
        let details = skipped.lazy.map { "\("\($0.mechanism)".excerpt(atMost: 40)) (\($0.reason.rawValue))" }
        return reason.rawValue + ": " + details.listed()
    }
}

extension MechanismSelection: CustomStringConvertible {
    /// The mechanism, and what it is bound to.
    public var description: String {
        if case .bound(let binding) = self.binding {
            "\(mechanism) bound to \(binding.type)"
        } else {
            mechanism.description
        }
    }
}
