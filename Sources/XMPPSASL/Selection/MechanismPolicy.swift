/// Which mechanisms a client is ready to use.
///
/// The default takes the strongest, PLAIN and bearer tokens only under TLS, and PLAIN only where the server offers
/// no SCRAM.
public struct MechanismPolicy: Sendable {
    /// When a password may be sent as it is.
    public enum PlainPolicy: Sendable {
        /// Never.
        case never
        /// Under TLS, and only where no SCRAM mechanism is offered.
        case whenNothingStronger
        /// Even without TLS; PLAIN must be named in ``MechanismPolicy/permitted`` as well for that.
        case evenWithoutTLS
    }

    /// The only mechanisms to use, `nil` for all. A mechanism named here is permitted in spite of `plain`, though
    /// not without TLS.
    public var permitted: Set<SASLMechanism>?
    /// When PLAIN may be used.
    public var plain: PlainPolicy
    /// The strength of the last login to this account: a mechanism below it is not used, except for a SCRAM
    /// mechanism whose server proves that nobody shortened its list (XEP-0474) and `acceptsConfirmedDowngrade`.
    public var floor: MechanismStrength?
    /// Whether a server may offer weaker SCRAM mechanisms than before if it confirms with the password's help that
    /// it really does (XEP-0474 §8 prefers that to remembering a mechanism).
    public var acceptsConfirmedDowngrade: Bool
    /// Whether only mechanisms that are bound to the TLS channel may be used, besides EXTERNAL.
    public var requiresChannelBinding: Bool

    /// Whether the password itself may be sent without TLS, in PLAIN or in a form for registration: PLAIN is named, and its
    /// policy says so.
    public var permitsPasswordWithoutTLS: Bool {
        plain == .evenWithoutTLS && permitted?.contains(.plain) == true
    }

    /// Whether a channel binding is worth trying that the server may not have: without one nothing is left.
    func mustBind(for offer: SASLAdvertisement) -> Bool {
        if requiresChannelBinding { return true }
        if let floor, let bound = MechanismStrength(.scramSHA1Plus), floor >= bound { return true }
        guard let permitted else { return false }
        return !offer.mechanisms.contains { permitted.contains($0) && !$0.isSCRAMPlus }
    }

    /// Creates a policy.
    public init(
        permitted: Set<SASLMechanism>? = nil,
        plain: PlainPolicy = .whenNothingStronger,
        floor: MechanismStrength? = nil,
        acceptsConfirmedDowngrade: Bool = true,
        requiresChannelBinding: Bool = false
    ) {
        self.permitted = permitted
        self.plain = plain
        self.floor = floor
        self.acceptsConfirmedDowngrade = acceptsConfirmedDowngrade
        self.requiresChannelBinding = requiresChannelBinding
    }
}

/// Why a mechanism was not chosen.
public enum MechanismSkipReason: String, Hashable, Sendable {
    /// This module does not implement it (DIGEST-MD5 and the like).
    case notSupported = "not supported"
    /// The caller named the permitted mechanisms, and this is none of them.
    case notPermitted = "not among the permitted mechanisms"
    /// There are no credentials of its kind.
    case noCredentials = "no credentials for it"
    /// It would give the credentials away without TLS.
    case needsTLS = "not without TLS"
    /// Policy forbids sending the password, or the server offers something stronger than PLAIN.
    case plaintextPassword = "would send the password itself"
    /// There is no channel binding of a type that both sides have.
    case noChannelBinding = "no channel binding to use with it"
    /// The server does not say which channel bindings it has, and there is none that it must have (XEP-0440).
    case bindingNotAnnounced = "the server does not announce its channel bindings"
    /// Policy demands a mechanism that is bound to the channel.
    case notBound = "not bound to the TLS channel"
    /// It is weaker than what was used before.
    case weakerThanBefore = "weaker than the last login"
    /// A stronger one was chosen.
    case weakerThanChosen = "weaker than the chosen one"
}

/// A mechanism of the server's list that was not chosen.
public struct SkippedMechanism: Hashable, Sendable {
    /// The mechanism.
    public let mechanism: SASLMechanism
    /// Why it was not chosen.
    public let reason: MechanismSkipReason

    /// Creates what is said about a mechanism.
    public init(mechanism: SASLMechanism, reason: MechanismSkipReason) {
        self.mechanism = mechanism
        self.reason = reason
    }
}
