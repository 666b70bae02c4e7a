import XMPPAddress
import XMPPSASL

extension ServerEvent: CustomStringConvertible {
    /// What has happened, or is asked, for logs: stanzas as they came, and no token or password of the login.
    public var description: String {
        switch self {
        case .streamOpened(let header): "stream opened: \(header)"
        case .secured: "secured"
        case .credentialsNeeded(let question, let domain): "credentials needed at \(domain): \(question)"
        case .authenticationFailed(let mechanism, let condition): "authentication by \(mechanism) failed: \(condition)"
        case .authenticated(let account, let mechanism): "authenticated as \(account) by \(mechanism)"
        case .tokenUsed(let use): "token used: \(use)"
        case .upgradesOffered(let hashes, let account):
            "upgrades offered for \(account): \(hashes.map { "\($0)" }.joined(separator: ", "))"
        case .keysUpgraded(let keys, let account): "keys of \(account) upgraded: \(keys.hash)"
        case .tokenRequested(let request): "token requested: \(request)"
        case .inlineFeatures(let features): "inline features: " + features.map(\.description).joined()
        case .accountRequested(let request): "account requested: \(request)"
        case .resourceRequested(let resource): "resource requested" + (resource.map { ": \($0.excerpt)" } ?? "")
        case .resumptionRequested: "resumption requested"
        case .bound(let jid): "bound to \(jid)"
        case .streamManagementEnabled(let id):
            id == nil ? "stream management enabled" : "stream management enabled, with resumption"
        case .resumed(let jid): "resumed as \(jid)"
        case .stanza(let stanza): "\(stanza)"
        case .erroneousStanza(let stanza): "erroneous stanza (\(stanza)): \(stanza.element)"
        case .answered(let stanza, let reply): "answered: \(stanza) by \(reply)"
        case .acknowledged(let number): "stanza \(number) acknowledged"
        case .unknownElement(let element): "unknown element: \(element)"
        case .ended(let ending): "ended: \(ending)"
        }
    }
}

extension AccountRequest: CustomStringConvertible {
    /// What is wanted, without names and passwords.
    public var description: String {
        switch self {
        case .registration: "registration"
        case .passwordChange: "change of the password"
        case .removal: "removal"
        }
    }
}

extension TokenUse: CustomStringConvertible {
    /// Whose token and for which mechanism, not the token.
    public var description: String { "\(account) by \(mechanism)" + (count.map { ", use \($0)" } ?? "") }
}

extension TokenRequest: CustomStringConvertible {
    /// Whose token and for which mechanism, not the token.
    public var description: String { "\(account) for \(mechanism)" }
}
