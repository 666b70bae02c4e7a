/// The name of a kind of channel binding, its "unique prefix" in the IANA registry (RFC 5056 §7).
public struct ChannelBindingType: RawRepresentable, Hashable, Sendable {
    /// The name as it is on the wire.
    public let rawValue: String

    /// Creates a type from its registered name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Keying material of the session (RFC 9266), the only kind that is both unique and defined for TLS 1.3.
    public static let tlsExporter = Self(rawValue: "tls-exporter")
    /// The first Finished message (RFC 5929 §3); undefined for TLS 1.3.
    public static let tlsUnique = Self(rawValue: "tls-unique")
    /// The hash of the server's certificate (RFC 5929 §4), which a thief of its key can present as well.
    public static let tlsServerEndPoint = Self(rawValue: "tls-server-end-point")
}

extension ChannelBindingType: CustomStringConvertible {
    /// The name as it is on the wire.
    public var description: String { rawValue }
}

/// What ties an authentication to the TLS channel it runs over (RFC 5056), taken from the TLS layer.
public struct ChannelBinding: Hashable, Sendable {
    /// Which property of the channel it is.
    public let type: ChannelBindingType
    /// The property itself.
    public let data: [UInt8]

    /// Creates a binding.
    ///
    /// Throws ``SASLError/Code/invalidParameter`` where the data cannot be of its type: `tls-exporter` has 32 bytes
    /// (RFC 9266 §2), `tls-unique` 12 (RFC 5246 §7.4.9), `tls-server-end-point` the size of a SHA-2 or SHA-3 digest
    /// (RFC 5929 §4.1). Of types that this module does not know only empty data is refused.
    public init(_ type: ChannelBindingType, data: [UInt8]) throws(SASLError) {
        let fits =
            switch type {
            case .tlsExporter: data.count == 32
            case .tlsUnique: data.count == 12
            case .tlsServerEndPoint: [28, 32, 48, 64].contains(data.count)
            default: !data.isEmpty
            }
        guard fits else {
            throw SASLError(.invalidParameter, "\(data.count) bytes cannot be channel binding data of \(type)")
        }
        self.type = type
        self.data = data
    }
}

/// What a client says about channel binding at the head of a SCRAM exchange: the GS2 flag (RFC 5802 §6).
public enum ChannelBindingUse: Hashable, Sendable {
    /// `n`: the client does not support channel binding here.
    case unsupported
    /// `y`: the client would bind, but the server offers no mechanism that does.
    case notOffered
    /// `p`: the exchange is bound to the channel; for the -PLUS mechanisms, and only for them.
    case bound(ChannelBinding)

    /// The flag as it is written in the GS2 header.
    var flag: String {
        switch self {
        case .unsupported: "n"
        case .notOffered: "y"
        case .bound(let binding): "p=\(binding.type.rawValue)"
        }
    }

    /// What follows the GS2 header in the `c` attribute: nothing unless the exchange is bound.
    var data: [UInt8] {
        if case .bound(let binding) = self { binding.data } else { [] }
    }
}
