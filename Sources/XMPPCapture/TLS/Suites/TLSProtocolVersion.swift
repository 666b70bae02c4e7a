/// A version of TLS by its number on the wire.
public struct TLSProtocolVersion: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number on the wire, major and minor in a byte each.
    public let rawValue: UInt16

    /// Creates a version from its number, known or not.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// SSL 3.0 (RFC 6101).
    public static let ssl3 = TLSProtocolVersion(rawValue: 0x0300)
    /// TLS 1.0 (RFC 2246).
    public static let tls10 = TLSProtocolVersion(rawValue: 0x0301)
    /// TLS 1.1 (RFC 4346).
    public static let tls11 = TLSProtocolVersion(rawValue: 0x0302)
    /// TLS 1.2 (RFC 5246).
    public static let tls12 = TLSProtocolVersion(rawValue: 0x0303)
    /// TLS 1.3 (RFC 8446).
    public static let tls13 = TLSProtocolVersion(rawValue: 0x0304)

    public static func < (a: TLSProtocolVersion, b: TLSProtocolVersion) -> Bool { a.rawValue < b.rawValue }

    /// The name, `TLS 1.3`; an unknown number in hexadecimal.
    public var description: String {
        switch self {
        case .ssl3: "SSL 3.0"
        case .tls10, .tls11, .tls12, .tls13: "TLS 1.\(rawValue - 0x0301)"
        default: "0x" + String(rawValue, radix: 16)
        }
    }

    /// Whether it is one of the values that only keep peers tolerant (RFC 8701).
    var isGrease: Bool { rawValue & 0x0f0f == 0x0a0a && rawValue >> 8 == rawValue & 0xff }
}
