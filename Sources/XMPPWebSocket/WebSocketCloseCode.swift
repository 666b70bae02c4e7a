/// Why a WebSocket connection is closed (RFC 6455 §7.4).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: UInt16

    /// A code of any number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// What the connection was for is done.
    public static let normal = Self(rawValue: 1000)
    /// An endpoint goes away: a server stops, a page is left.
    public static let goingAway = Self(rawValue: 1001)
    /// The peer broke the protocol.
    public static let protocolError = Self(rawValue: 1002)
    /// The peer sent data of a kind that is not accepted.
    public static let unsupportedData = Self(rawValue: 1003)
    /// The peer sent text that is not UTF-8.
    public static let invalidPayload = Self(rawValue: 1007)
    /// The peer broke a rule of this endpoint.
    public static let policyViolation = Self(rawValue: 1008)
    /// The peer sent a message that is too long.
    public static let messageTooBig = Self(rawValue: 1009)
    /// The server did not agree to an extension that the client needs.
    public static let mandatoryExtension = Self(rawValue: 1010)
    /// The server met something unexpected.
    public static let internalError = Self(rawValue: 1011)

    /// Whether it may stand in a frame: 1004 to 1006 and 1015 are for use within programs only, numbers below 1000
    /// and from 5000 on for nobody (RFC 6455 §7.4.1, §7.4.2).
    public var isAllowedOnWire: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

extension WebSocketCloseCode: CustomStringConvertible {
    /// The number.
    public var description: String { "\(rawValue)" }
}
