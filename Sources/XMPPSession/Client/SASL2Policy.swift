public import XMPPExtensions
public import XMPPStanzas

/// How a client uses SASL2 (XEP-0388), and what it asks for together with the login: all in one round trip or two.
public struct SASL2Policy: Sendable {
    /// When the password is given to a server in a new salted form, so that it can offer another mechanism (XEP-0480).
    public enum UpgradePolicy: Sendable {
        /// Never.
        case never
        /// Where the login is bound to the TLS channel, so that nobody in the middle can get it (XEP-0480 §5).
        case whenBound
        /// Under TLS.
        case always
    }

    /// Whether SASL2 is used where it is offered: under TLS, and unless plain SASL offers a stronger mechanism.
    public var isWanted: Bool
    /// What the server is told about the client. Tokens need an `id` in it, a version 4 UUID that stays the same.
    public var userAgent: SASL2UserAgent?
    /// What the resource begins with that the server makes (XEP-0386 §3.2). Other entities see it.
    ///
    /// A resource that is to be exactly one (``ClientConfiguration/ResourceChoice/named(_:)``) can be had only without Bind 2,
    /// which is used for it nevertheless if there is a tag.
    public var resourceTag: String?
    /// Whether carbons (XEP-0280) are turned on with the binding where that is offered.
    public var enablesCarbons: Bool
    /// What the session begins as (XEP-0352), where that is offered.
    public var clientState: XMPPExtensions.ClientState?
    /// Whether a token is asked for that the next login can use instead of the password (XEP-0484).
    public var requestsToken: Bool
    /// The how manyth use of the token in the credentials this login is. To be raised before each attempt, and kept: a server
    /// that has seen a count refuses it and all below.
    public var tokenCount: Int?
    /// Whether the token is to be invalid after this login (XEP-0484 §3.6).
    public var invalidatesToken: Bool
    /// When upgrade tasks are carried out that the server asks for.
    public var upgrades: UpgradePolicy
    /// The features that this server has offered under TLS before its last login. With them a login by token begins right
    /// behind the header, and saves the round trip for them; nil to wait for them. The server says afterwards what it
    /// offers now, and what it refuses is tried again with that.
    ///
    /// They are those of the first ``ClientEvent/features(_:)`` behind ``ClientEvent/secured``.
    public var cachedFeatures: StreamFeatures?

    /// Creates a policy: SASL2 with Bind 2 and stream management wherever they are offered, nothing else.
    public init(
        isWanted: Bool = true,
        userAgent: SASL2UserAgent? = nil,
        resourceTag: String? = nil,
        enablesCarbons: Bool = false,
        clientState: XMPPExtensions.ClientState? = nil,
        requestsToken: Bool = false,
        tokenCount: Int? = nil,
        invalidatesToken: Bool = false,
        upgrades: UpgradePolicy = .whenBound,
        cachedFeatures: StreamFeatures? = nil
    ) {
        self.isWanted = isWanted
        self.userAgent = userAgent
        self.resourceTag = resourceTag
        self.enablesCarbons = enablesCarbons
        self.clientState = clientState
        self.requestsToken = requestsToken
        self.tokenCount = tokenCount
        self.invalidatesToken = invalidatesToken
        self.upgrades = upgrades
        self.cachedFeatures = cachedFeatures
    }

    /// Never to use SASL2.
    public static let unused = SASL2Policy(isWanted: false)
}
