public import XMPPAddress
public import XMPPSASL

/// A token that a server has issued and still accepts (XEP-0484 §5.1).
public struct StoredToken: Sendable {
    /// The token.
    public var token: Secret
    /// The highest count that it was used with; nil if it was never counted. A use with this count, a lower one, or none then
    /// is refused, because it may be repeated by somebody else (XEP-0484 §3.4).
    public var count: Int?
    /// Whether the client is to be given another one, because this one expires soon (XEP-0484 §3.5).
    public var isDueForRotation: Bool

    /// Creates a token as it is kept.
    public init(_ token: Secret, count: Int? = nil, isDueForRotation: Bool = false) {
        self.token = token
        self.count = count
        self.isDueForRotation = isDueForRotation
    }
}

/// A login by a token, which becomes valid when it is entered where tokens are kept.
public struct TokenUse: Sendable {
    /// Whose token it is.
    public let account: JID
    /// The `id` of the client that it was issued to (XEP-0388 §2.3).
    public let clientID: String
    /// The mechanism.
    public let mechanism: SASLMechanism
    /// The token. All that were issued to the client before it are invalid from now on (XEP-0484 §3.5).
    public let token: Secret
    /// The count to keep; nil if the client does not count.
    public let count: Int?
    /// Whether the token itself is invalid from now on (XEP-0484 §3.6).
    public let isInvalidated: Bool
}

/// A token that is to be issued.
public struct TokenRequest: Sendable {
    /// Whose token it will be.
    public let account: JID
    /// The `id` of the client that it is for (XEP-0388 §2.3).
    public let clientID: String
    /// The mechanism that it may be used with, and no other.
    public let mechanism: SASLMechanism
    /// The token, fresh randomness.
    public let token: Secret
}
