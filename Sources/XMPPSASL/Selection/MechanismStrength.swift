/// How much a mechanism asks of an attacker; higher is stronger. The raw value may be stored and compared with that
/// of a later login.
public struct MechanismStrength: RawRepresentable, Hashable, Comparable, Sendable {
    /// The rank; only the order has a meaning.
    public let rawValue: Int

    /// Takes up a rank that was stored.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The strength of a mechanism, `nil` for one that is not supported.
    public init?(_ mechanism: SASLMechanism) {
        switch mechanism {
        case .anonymous: rawValue = 0
        case .plain: rawValue = 100
        case .oauthBearer: rawValue = 200
        case .hashedToken: rawValue = 300
        case .scramSHA1: rawValue = 400
        case .scramSHA256: rawValue = 410
        case .scramSHA512: rawValue = 420
        case .scramSHA3512: rawValue = 430
        case .hashedTokenEndPoint: rawValue = 500
        case .hashedTokenUnique: rawValue = 510
        case .hashedTokenExporter: rawValue = 520
        case .scramSHA1Plus: rawValue = 600
        case .scramSHA256Plus: rawValue = 610
        case .scramSHA512Plus: rawValue = 620
        case .scramSHA3512Plus: rawValue = 630
        case .external: rawValue = 700
        default: return nil
        }
    }

    /// Whether a is weaker than b.
    public static func < (a: MechanismStrength, b: MechanismStrength) -> Bool { a.rawValue < b.rawValue }
}
