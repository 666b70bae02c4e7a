/// The name of a SASL mechanism (RFC 4422 §3.1), compared octet by octet: `SCRAM-SHA-1-PLUS` and nothing like it.
public struct SASLMechanism: RawRepresentable, Hashable, Sendable {
    /// The name as it is on the wire.
    public let rawValue: String

    /// Creates a mechanism name; any text is taken, an unknown one is simply not supported.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Password in the clear (RFC 4616).
    public static let plain = Self(rawValue: "PLAIN")
    /// The identity that a lower layer, such as a client certificate, has established (RFC 4422 appendix A).
    public static let external = Self(rawValue: "EXTERNAL")
    /// No identity at all (RFC 4505).
    public static let anonymous = Self(rawValue: "ANONYMOUS")
    /// An OAuth 2.0 bearer token (RFC 7628).
    public static let oauthBearer = Self(rawValue: "OAUTHBEARER")
    /// Salted challenge response with SHA-1 (RFC 5802).
    public static let scramSHA1 = Self(rawValue: "SCRAM-SHA-1")
    /// Salted challenge response with SHA-1, bound to the TLS channel (RFC 5802).
    public static let scramSHA1Plus = Self(rawValue: "SCRAM-SHA-1-PLUS")
    /// Salted challenge response with SHA-256 (RFC 7677).
    public static let scramSHA256 = Self(rawValue: "SCRAM-SHA-256")
    /// Salted challenge response with SHA-256, bound to the TLS channel (RFC 7677).
    public static let scramSHA256Plus = Self(rawValue: "SCRAM-SHA-256-PLUS")
    /// Salted challenge response with SHA-512.
    public static let scramSHA512 = Self(rawValue: "SCRAM-SHA-512")
    /// Salted challenge response with SHA-512, bound to the TLS channel.
    public static let scramSHA512Plus = Self(rawValue: "SCRAM-SHA-512-PLUS")
    /// Salted challenge response with SHA3-512.
    public static let scramSHA3512 = Self(rawValue: "SCRAM-SHA3-512")
    /// Salted challenge response with SHA3-512, bound to the TLS channel.
    public static let scramSHA3512Plus = Self(rawValue: "SCRAM-SHA3-512-PLUS")
    /// Hashed token without channel binding (XEP-0484).
    public static let hashedToken = Self(rawValue: "HT-SHA-256-NONE")
    /// Hashed token bound with `tls-unique` (XEP-0484).
    public static let hashedTokenUnique = Self(rawValue: "HT-SHA-256-UNIQ")
    /// Hashed token bound with `tls-server-end-point` (XEP-0484).
    public static let hashedTokenEndPoint = Self(rawValue: "HT-SHA-256-ENDP")
    /// Hashed token bound with `tls-exporter` (XEP-0484).
    public static let hashedTokenExporter = Self(rawValue: "HT-SHA-256-EXPR")

    /// Every mechanism that this module can carry out, strongest first.
    public static let supported: [SASLMechanism] = [
        .external,
        .scramSHA3512Plus, .scramSHA512Plus, .scramSHA256Plus, .scramSHA1Plus,
        .hashedTokenExporter, .hashedTokenUnique, .hashedTokenEndPoint,
        .scramSHA3512, .scramSHA512, .scramSHA256, .scramSHA1,
        .hashedToken, .oauthBearer, .plain, .anonymous,
    ]

    /// The hash function of a SCRAM mechanism, `nil` for other mechanisms.
    public var scramHash: HashFunction? {
        switch self {
        case .scramSHA1, .scramSHA1Plus: .sha1
        case .scramSHA256, .scramSHA256Plus: .sha256
        case .scramSHA512, .scramSHA512Plus: .sha512
        case .scramSHA3512, .scramSHA3512Plus: .sha3512
        default: nil
        }
    }

    /// Whether this is one of the SCRAM mechanisms that are bound to the TLS channel.
    public var isSCRAMPlus: Bool { scramHash != nil && rawValue.hasSuffix("-PLUS") }

    /// The channel binding that a hashed-token mechanism demands: `nil` for HT-SHA-256-NONE and for mechanisms of
    /// other kinds.
    public var hashedTokenBinding: ChannelBindingType? {
        switch self {
        case .hashedTokenUnique: .tlsUnique
        case .hashedTokenEndPoint: .tlsServerEndPoint
        case .hashedTokenExporter: .tlsExporter
        default: nil
        }
    }

    /// Whether this is one of the hashed-token mechanisms.
    public var isHashedToken: Bool { self == .hashedToken || hashedTokenBinding != nil }
}

extension SASLMechanism: CustomStringConvertible {
    /// The name as it is on the wire.
    public var description: String { rawValue }
}
