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
    /// The announcement contradicts itself, as it does when someone in the middle has shortened it.
    case inconsistent

    init(offer: SASLAdvertisement, profile: MechanismSelection.Profile, bindings: [ChannelBinding]) {
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
            let strongest = Self.strongest(of: bindings, in: Self.orderWithoutAnnouncement)
            self = profile == .sasl2 ? .inconsistent : strongest.map { .bind($0) } ?? .lacking
        case (true, .some(let types)):
            if let common = Self.strongest(of: bindings.filter { types.contains($0.type) }, in: Self.order) {
                self = .bind(common)
            } else {
                self = types.contains(.tlsServerEndPoint) ? .lacking : .unmatched
            }
        }
    }

    private static let order: [ChannelBindingType] = [.tlsExporter, .tlsUnique, .tlsServerEndPoint]
    /// Servers that do not announce types mostly predate RFC 9266 and expect `tls-unique` wherever it exists.
    private static let orderWithoutAnnouncement: [ChannelBindingType] = [.tlsUnique, .tlsExporter, .tlsServerEndPoint]

    private static func strongest(of bindings: [ChannelBinding], in order: [ChannelBindingType]) -> ChannelBinding? {
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
        case .unsupported, .unmatched, .lacking, .inconsistent: return .unsupported
        }
    }
}
