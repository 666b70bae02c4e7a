/// What a client has to log in with; the selection uses whichever fits the strongest mechanism.
public struct SASLCredentials: Sendable {
    /// The user name, not a JID: the localpart for most servers. Empty where only a certificate, a token or nothing
    /// at all identifies the client.
    public var username: String
    /// The identity to act as, if it is not that of the credentials.
    public var authorizationIdentity: String?
    /// The password, for SCRAM and PLAIN.
    public var password: Secret?
    /// What an earlier SCRAM login left, instead of or besides the password.
    public var saltedPassword: SaltedPassword?
    /// An OAuth 2.0 access token.
    public var bearerToken: Secret?
    /// A token of an earlier login (XEP-0484) and the mechanism that it was issued for.
    public var hashedToken: (mechanism: SASLMechanism, token: Secret)?
    /// Whether the TLS layer has presented a client certificate.
    public var hasClientCertificate: Bool
    /// Whether a session without an account is wanted.
    public var isAnonymous: Bool

    /// Creates credentials that hold nothing but a user name and perhaps a password; set the rest as needed.
    public init(username: String = "", password: Secret? = nil) {
        self.username = username
        self.password = password
        authorizationIdentity = nil
        saltedPassword = nil
        bearerToken = nil
        hashedToken = nil
        hasClientCertificate = false
        isAnonymous = false
    }

    /// Whether there is something here that the mechanism can work with.
    func suffice(for mechanism: SASLMechanism) -> Bool {
        switch mechanism {
        case .external: hasClientCertificate
        case .anonymous: isAnonymous
        case .oauthBearer: bearerToken != nil
        case .plain: password != nil && !username.isEmpty
        case _ where mechanism.isHashedToken: hashedToken?.mechanism == mechanism && !username.isEmpty
        default: !username.isEmpty && (password != nil || saltedPassword?.hash == mechanism.scramHash)
        }
    }
}
