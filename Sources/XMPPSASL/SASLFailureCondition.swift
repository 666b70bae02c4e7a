/// The condition in a server's `<failure/>` (RFC 6120 §6.5).
///
/// An open set, because servers send conditions that the RFC does not have: an unknown one is a failure like any
/// other, not an error in reading it.
public struct SASLFailureCondition: RawRepresentable, Hashable, Sendable {
    /// The element's local name.
    public let rawValue: String

    /// Creates a condition from the element's local name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The client gave up (RFC 6120 §6.5.1).
    public static let aborted = Self(rawValue: "aborted")
    /// The account was disabled (RFC 6120 §6.5.2).
    public static let accountDisabled = Self(rawValue: "account-disabled")
    /// The credentials have expired (RFC 6120 §6.5.3).
    public static let credentialsExpired = Self(rawValue: "credentials-expired")
    /// The mechanism needs TLS (RFC 6120 §6.5.4).
    public static let encryptionRequired = Self(rawValue: "encryption-required")
    /// The data is not base64 (RFC 6120 §6.5.5).
    public static let incorrectEncoding = Self(rawValue: "incorrect-encoding")
    /// The authorization identity is malformed or not allowed (RFC 6120 §6.5.6).
    public static let invalidAuthzid = Self(rawValue: "invalid-authzid")
    /// The mechanism is not offered (RFC 6120 §6.5.7).
    public static let invalidMechanism = Self(rawValue: "invalid-mechanism")
    /// The request breaks the mechanism's grammar (RFC 6120 §6.5.8).
    public static let malformedRequest = Self(rawValue: "malformed-request")
    /// The mechanism is weaker than the server's policy allows (RFC 6120 §6.5.9).
    public static let mechanismTooWeak = Self(rawValue: "mechanism-too-weak")
    /// The credentials are wrong (RFC 6120 §6.5.10).
    public static let notAuthorized = Self(rawValue: "not-authorized")
    /// A passing problem of the server (RFC 6120 §6.5.11).
    public static let temporaryAuthFailure = Self(rawValue: "temporary-auth-failure")

    /// Whether trying again later with the same credentials may succeed.
    public var isTemporary: Bool { self == .temporaryAuthFailure }
}

extension SASLFailureCondition: CustomStringConvertible {
    /// The condition as it is on the wire.
    public var description: String { rawValue }
}

extension SASLError {
    /// What a server tells the client about this error (RFC 6120 §6.5).
    public var failureCondition: SASLFailureCondition {
        switch code {
        case .incorrectEncoding: .incorrectEncoding
        case .malformedMessage, .messageTooLong, .outOfOrder, .mandatoryExtension: .malformedRequest
        case .invalidAuthorizationIdentity: .invalidAuthzid
        case .cryptographyUnavailable: .temporaryAuthFailure
        default: .notAuthorized
        }
    }
}
