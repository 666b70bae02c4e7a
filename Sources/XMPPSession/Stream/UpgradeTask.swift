import XMPPSASL

/// The tasks that make a server able to offer SCRAM with another hash function (XEP-0480 §3).
extension HashFunction {
    /// The hash function that a task brings keys for; nil for other tasks. SHA-1 is no upgrade.
    init?(upgradeTask name: String) {
        guard let hash = Self.allCases.first(where: { $0 != .sha1 && $0.upgradeTask == name }) else { return nil }
        self = hash
    }

    /// The task's name: that of the mechanism without channel binding behind a prefix (XEP-0480 §2.1).
    var upgradeTask: String {
        let mechanism: SASLMechanism =
            switch self {
            case .sha1: .scramSHA1
            case .sha256: .scramSHA256
            case .sha512: .scramSHA512
            case .sha3512: .scramSHA3512
            }
        return "UPGR-" + mechanism.rawValue
    }
}
