import COpenSSL

/// A version of TLS; older ones are not spoken (RFC 8996).
public enum TLSVersion: Int32, Comparable, Sendable, CaseIterable {
    /// TLS 1.2 (RFC 5246).
    case tls12 = 0x0303
    /// TLS 1.3 (RFC 8446).
    case tls13 = 0x0304

    /// Whether a is older than b.
    public static func < (a: TLSVersion, b: TLSVersion) -> Bool { a.rawValue < b.rawValue }
}

extension TLSVersion: CustomStringConvertible {
    /// `TLS 1.2` or `TLS 1.3`.
    public var description: String {
        switch self {
        case .tls12: "TLS 1.2"
        case .tls13: "TLS 1.3"
        }
    }
}
