public import XMPPSASL

/// What a server offers with SASL2 (XEP-0388), under TLS, beside plain SASL and with the same mechanisms.
public struct SASL2Service: Sendable {
    /// Whether clients can bind an address with the login (XEP-0386).
    public var offersBinding: Bool
    /// The names of the features, besides stream management, that can be turned on with the binding, such as
    /// `urn:xmpp:carbons:2`. What clients ask for of them is reported as ``ServerEvent/inlineFeatures(_:)``.
    public var bindingFeatures: [String]
    /// The mechanisms that tokens are issued for (XEP-0484 §3.1), such as ``SASLMechanism/hashedTokenExporter``; none for no
    /// tokens. A client is offered those that its connection allows.
    public var tokenMechanisms: [SASLMechanism]
    /// The hash functions whose SCRAM keys accounts may lack (XEP-0480 §3).
    public var upgrades: [HashFunction]
    /// The iteration count of new keys; at least 4096.
    public var upgradeIterations: Int

    /// Creates an offer: binding and stream management inline, no tokens, no upgrades.
    public init(
        offersBinding: Bool = true,
        bindingFeatures: [String] = [],
        tokenMechanisms: [SASLMechanism] = [],
        upgrades: [HashFunction] = [],
        upgradeIterations: Int = 10_000
    ) {
        self.offersBinding = offersBinding
        self.bindingFeatures = bindingFeatures
        self.tokenMechanisms = tokenMechanisms.filter(\.isHashedToken)
        self.upgrades = upgrades.filter { $0 != .sha1 }
        self.upgradeIterations = max(4096, upgradeIterations)
    }
}
