/// What the rules of XEP-0440 §4 and XEP-0474 §7 make of the server's announcement.
enum ChannelBindingChoice: Equatable {
    /// The client has no channel binding here: `n`.
    case unsupported
    /// The server announces none: `y`.
    case notOffered
    /// The strongest type that both sides have.
    case bind(ChannelBinding)
    /// The server has channel binding, but no type in common: `n`, and the server must confirm its announcement.
    case unmatched
    /// The server has channel binding with a type that the client lacks, as it may: `n`.
    case lacking
    /// The server has channel binding and does not say of which types: `n`.
    case unannounced
    /// The announcement contradicts itself, as it does when someone in the middle has shortened it.
    case inconsistent

    /// Makes the choice; `mustBind` has it try a type that the server may not have, rather than none.
    init(
        offer: SASLAdvertisement,
        profile: MechanismSelection.Profile,
        bindings: [ChannelBinding],
        mustBind: Bool
    ) {
        guard !bindings.isEmpty else {
            self = .unsupported
            return
        }
        let offersPlus = offer.mechanisms.contains { $0.isSCRAMPlus || $0.rawValue.hasSuffix("-PLUS") }
        switch (offersPlus, offer.channelBindingTypes) {
        case (false, nil):
            self = .notOffered
        case (false, .some):
            self = .inconsistent
        case (true, nil):
            self = profile == .sasl2 ? .inconsistent : Self.withoutAnnouncement(bindings, mustBind: mustBind)
        case (true, .some(let types)):
            if let common = Self.strongest(of: bindings.filter { types.contains($0.type) }) {
                self = .bind(common)
            } else {
                self = types.contains(.tlsServerEndPoint) ? .lacking : .unmatched
            }
        }
    }

    private static let order: [ChannelBindingType] = [.tlsExporter, .tlsUnique, .tlsServerEndPoint]

    /// Servers that do not announce types predate RFC 9266: they have `tls-unique` (RFC 5802 §6.1), and where that does
    /// not exist, on TLS 1.3, they offer -PLUS all the same and then refuse every type.
    private static func withoutAnnouncement(_ bindings: [ChannelBinding], mustBind: Bool) -> ChannelBindingChoice {
        if let unique = bindings.first(where: { $0.type == .tlsUnique }) { return .bind(unique) }
        guard mustBind, let strongest = strongest(of: bindings) else { return .unannounced }
        return .bind(strongest)
    }

    private static func strongest(of bindings: [ChannelBinding]) -> ChannelBinding? {
        for type in order {
            if let binding = bindings.first(where: { $0.type == type }) { return binding }
        }
        return bindings.first
    }

    /// What a mechanism says about channel binding.
    func use(for mechanism: SASLMechanism, available: [ChannelBinding]) -> ChannelBindingUse {
        if let type = mechanism.hashedTokenBinding {
            return available.first { $0.type == type }.map { .bound($0) } ?? .unsupported
        }
        switch self {
        case .bind(let binding): return mechanism.isSCRAMPlus ? .bound(binding) : .unsupported
        case .notOffered: return .notOffered
        case .unsupported, .unmatched, .lacking, .unannounced, .inconsistent: return .unsupported
        }
    }
}
