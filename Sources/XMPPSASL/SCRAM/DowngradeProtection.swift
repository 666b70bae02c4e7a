/// The lists a server announced before authentication, which a man in the middle could have shortened.
public struct SASLAdvertisement: Hashable, Sendable {
    /// The mechanisms of the profile in use, in any order.
    public var mechanisms: [SASLMechanism]
    /// The channel binding types (XEP-0440), in any order; `nil` if the server announced none.
    public var channelBindingTypes: [ChannelBindingType]?

    /// Creates an advertisement.
    public init(mechanisms: [SASLMechanism], channelBindingTypes: [ChannelBindingType]? = nil) {
        self.mechanisms = mechanisms
        self.channelBindingTypes = channelBindingTypes
    }

    /// The value of the SCRAM attribute `h` (XEP-0474 §4.1): the hash over both sorted lists, in base64.
    public func downgradeProtectionHash(using hash: HashFunction) throws(SASLError) -> String {
        Base64.encode(try hash.digest(serialized(separator: 0x1E, division: 0x1F)))
    }

    /// The value of the attribute `d`, which servers sent before version 0.4 of XEP-0474 changed the separators.
    func earlyDowngradeProtectionHash(using hash: HashFunction) throws(SASLError) -> String {
        Base64.encode(try hash.digest(serialized(separator: UInt8(ascii: ","), division: UInt8(ascii: "|"))))
    }

    private func serialized(separator: UInt8, division: UInt8) -> [UInt8] {
        func joined(_ names: [String]) -> [UInt8] {
            let sorted = names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
            return Array(sorted.joined(separator: [separator]))
        }
        var bytes = joined(mechanisms.map(\.rawValue))
        if let channelBindingTypes {
            bytes.append(division)
            bytes += joined(channelBindingTypes.map(\.rawValue))
        }
        return bytes
    }
}

/// How a SCRAM client treats the downgrade protection of XEP-0474.
public enum DowngradeProtection: Hashable, Sendable {
    /// What the server announced is not known, so it cannot be checked.
    case ignored
    /// A server that takes part must confirm this advertisement.
    case ifOffered(SASLAdvertisement)
    /// The server must confirm this advertisement, because what it announced looks like a downgrade.
    case required(SASLAdvertisement)

    func check(_ extensions: [String: ArraySlice<UInt8>], hash: HashFunction) throws(SASLError) {
        let advertisement: SASLAdvertisement
        let isRequired: Bool
        switch self {
        case .ignored: return
        case .ifOffered(let announced): (advertisement, isRequired) = (announced, false)
        case .required(let announced): (advertisement, isRequired) = (announced, true)
        }
        let current = extensions["h"].map { Array($0) }
        let early = extensions["d"].map { Array($0) }
        if let current {
            try compare(current, with: try advertisement.downgradeProtectionHash(using: hash))
        }
        if let early {
            try compare(early, with: try advertisement.earlyDowngradeProtectionHash(using: hash))
        }
        guard current != nil || early != nil || !isRequired else {
            throw SASLError(
                .downgradeProtectionMissing,
                "what the server announced is weaker than it should be, and the server does not confirm it (XEP-0474)"
            )
        }
    }

    private func compare(_ received: [UInt8], with expected: String) throws(SASLError) {
        guard constantTimeEqual(received, Array(expected.utf8)) else {
            throw SASLError(
                .downgradeDetected,
                "the announced mechanisms or channel bindings are not those that the server sent (XEP-0474)"
            )
        }
    }
}
