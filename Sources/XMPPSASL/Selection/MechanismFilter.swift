/// Judges each offered mechanism on its own.
struct MechanismFilter {
    enum Verdict: Equatable {
        case usable
        /// Weaker than before, but of a kind that can prove to be no attack.
        case onlyIfConfirmed
        case skipped(MechanismSkipReason)

        var isUsable: Bool { self == .usable }

        var skipReason: MechanismSkipReason {
            switch self {
            case .usable: .weakerThanChosen
            case .onlyIfConfirmed: .weakerThanBefore
            case .skipped(let reason): reason
            }
        }
    }

    let offer: SASLAdvertisement
    let isEncrypted: Bool
    let bindings: [ChannelBinding]
    let channel: ChannelBindingChoice
    let credentials: SASLCredentials
    let policy: MechanismPolicy

    func verdict(on mechanism: SASLMechanism) -> Verdict {
        guard let strength = MechanismStrength(mechanism) else { return .skipped(.notSupported) }
        if let permitted = policy.permitted, !permitted.contains(mechanism) { return .skipped(.notPermitted) }
        guard credentials.suffice(for: mechanism) else { return .skipped(.noCredentials) }
        if let reason = exposure(of: mechanism) { return .skipped(reason) }
        if let reason = lackOfBinding(for: mechanism) { return .skipped(reason) }
        return compareWithFloor(mechanism, strength)
    }

    /// Whether the mechanism would give away credentials that policy protects.
    private func exposure(of mechanism: SASLMechanism) -> MechanismSkipReason? {
        let isNamed = policy.permitted != nil
        switch mechanism {
        case .plain where !isEncrypted:
            if policy.permitsPasswordWithoutTLS { return nil }
            return policy.plain == .evenWithoutTLS ? .plaintextPassword : .needsTLS
        case .plain where !isNamed:
            let offersSCRAM = offer.mechanisms.contains { $0.scramHash != nil }
            return policy.plain == .never || offersSCRAM ? .plaintextPassword : nil
        // Without TLS a bearer token can be read, and an unbound hashed token replayed.
        case .oauthBearer, .hashedToken, .external: return isEncrypted ? nil : .needsTLS
        default: return nil
        }
    }

    private func lackOfBinding(for mechanism: SASLMechanism) -> MechanismSkipReason? {
        if mechanism.isSCRAMPlus {
            if channel == .unannounced { return .bindingNotAnnounced }
            guard case .bind = channel else { return .noChannelBinding }
        } else if mechanism.hashedTokenBinding != nil {
            guard case .bound = channel.use(for: mechanism, available: bindings) else { return .noChannelBinding }
        } else if policy.requiresChannelBinding, mechanism != .external {
            return .notBound
        }
        return nil
    }

    /// A hashed token is exempt: it cannot be used with another mechanism than the one that it was issued for.
    private func compareWithFloor(_ mechanism: SASLMechanism, _ strength: MechanismStrength) -> Verdict {
        guard let floor = policy.floor, strength < floor, !mechanism.isHashedToken else { return .usable }
        let isConfirmable = mechanism.scramHash != nil && policy.acceptsConfirmedDowngrade
        return isConfirmable ? .onlyIfConfirmed : .skipped(.weakerThanBefore)
    }
}
