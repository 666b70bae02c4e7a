import XMLStream

/// What went wrong with a stanza (RFC 6120 §8.3.3).
///
/// An open set: servers of other times send conditions that the RFC does not have.
public struct StanzaErrorCondition: OpenValue {
    /// The local name of the condition's element.
    public let rawValue: String

    /// Creates a condition from the local name of its element.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The sender sent what does not conform to a schema or cannot be processed (RFC 6120 §8.3.3.1).
    public static let badRequest = Self(rawValue: "bad-request")
    /// A resource or a session with the same name exists (RFC 6120 §8.3.3.2).
    public static let conflict = Self(rawValue: "conflict")
    /// The request is understood but not implemented (RFC 6120 §8.3.3.3).
    public static let featureNotImplemented = Self(rawValue: "feature-not-implemented")
    /// The sender lacks the permissions (RFC 6120 §8.3.3.4).
    public static let forbidden = Self(rawValue: "forbidden")
    /// The addressee is no longer here; the condition's text may be its new address (RFC 6120 §8.3.3.5).
    public static let gone = Self(rawValue: "gone")
    /// The server has failed (RFC 6120 §8.3.3.6).
    public static let internalServerError = Self(rawValue: "internal-server-error")
    /// The addressed JID or item does not exist (RFC 6120 §8.3.3.7).
    public static let itemNotFound = Self(rawValue: "item-not-found")
    /// An address is not one (RFC 6120 §8.3.3.8).
    public static let jidMalformed = Self(rawValue: "jid-malformed")
    /// The request does not meet the addressee's criteria (RFC 6120 §8.3.3.9).
    public static let notAcceptable = Self(rawValue: "not-acceptable")
    /// Nobody may do that (RFC 6120 §8.3.3.10).
    public static let notAllowed = Self(rawValue: "not-allowed")
    /// Credentials are needed first (RFC 6120 §8.3.3.11).
    public static let notAuthorized = Self(rawValue: "not-authorized")
    /// The request breaks a policy of the service (RFC 6120 §8.3.3.12).
    public static let policyViolation = Self(rawValue: "policy-violation")
    /// The addressee is not there for the time being (RFC 6120 §8.3.3.13).
    public static let recipientUnavailable = Self(rawValue: "recipient-unavailable")
    /// The request is to go to another address, which is the condition's text (RFC 6120 §8.3.3.14).
    public static let redirect = Self(rawValue: "redirect")
    /// The sender has to register first (RFC 6120 §8.3.3.15).
    public static let registrationRequired = Self(rawValue: "registration-required")
    /// A server on the way does not exist (RFC 6120 §8.3.3.16).
    public static let remoteServerNotFound = Self(rawValue: "remote-server-not-found")
    /// A server on the way cannot be reached in time (RFC 6120 §8.3.3.17).
    public static let remoteServerTimeout = Self(rawValue: "remote-server-timeout")
    /// The service is too busy (RFC 6120 §8.3.3.18).
    public static let resourceConstraint = Self(rawValue: "resource-constraint")
    /// The addressee does not provide the service (RFC 6120 §8.3.3.19).
    public static let serviceUnavailable = Self(rawValue: "service-unavailable")
    /// The sender has to subscribe first (RFC 6120 §8.3.3.20).
    public static let subscriptionRequired = Self(rawValue: "subscription-required")
    /// None of the others; an application condition says more (RFC 6120 §8.3.3.21).
    public static let undefinedCondition = Self(rawValue: "undefined-condition")
    /// The request is understood but came out of order (RFC 6120 §8.3.3.22).
    public static let unexpectedRequest = Self(rawValue: "unexpected-request")

    /// All conditions of RFC 6120.
    public static let all: [Self] = [
        .badRequest, .conflict, .featureNotImplemented, .forbidden, .gone, .internalServerError, .itemNotFound,
        .jidMalformed, .notAcceptable, .notAllowed, .notAuthorized, .policyViolation, .recipientUnavailable,
        .redirect, .registrationRequired, .remoteServerNotFound, .remoteServerTimeout, .resourceConstraint,
        .serviceUnavailable, .subscriptionRequired, .undefinedCondition, .unexpectedRequest,
    ]

    /// What the sender is to do about it, as RFC 6120 §8.3.3 has it for this condition; `cancel` for unknown ones.
    public var usualType: StanzaError.Kind {
        switch self {
        case .forbidden, .notAuthorized, .registrationRequired, .subscriptionRequired:
            .auth
        case .badRequest, .jidMalformed, .notAcceptable, .policyViolation, .redirect:
            .modify
        case .recipientUnavailable, .remoteServerTimeout, .resourceConstraint, .unexpectedRequest:
            .wait
        default: .cancel
        }
    }
}
