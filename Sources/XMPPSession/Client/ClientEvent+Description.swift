import XMPPSASL
import XMPPStanzas

extension ClientEvent: CustomStringConvertible {
    /// What has happened, for logs: stanzas as they came, and no token or password of the login.
    public var description: String {
        switch self {
        case .streamOpened(let header): "stream opened: \(header)"
        case .features(let features): "features: \(features)"
        case .secured: "secured"
        case .mechanismChosen(let selection): "mechanism chosen: \(selection)"
        case .authenticated(let authentication): "authenticated by \(authentication.mechanism)"
        case .tokenIssued(let token): "token issued: \(token)"
        case .tokenRefused(let condition, let text):
            "token refused: \(condition)" + (text.map { " (\($0.excerpt))" } ?? "")
        case .registrationForm(let form): "registration form: \(form)"
        case .registered: "registered"
        case .resourceRefused(let error): "resource refused: \(error)"
        case .bound(let jid): "bound to \(jid)"
        case .streamManagementEnabled(let isResumable):
            isResumable ? "stream management enabled, with resumption" : "stream management enabled"
        case .streamManagementRefused(let condition): "stream management refused" + Self.reason(condition)
        case .resumed(let jid): "resumed as \(jid)"
        case .resumptionFailed(let condition, let unacknowledged):
            "resumption failed\(Self.reason(condition)), \(unacknowledged.count) stanzas unacknowledged"
        case .stanza(let stanza): "\(stanza)"
        case .erroneousStanza(let stanza): "erroneous stanza (\(stanza)): \(stanza.element)"
        case .distrusted(let stanza): "distrusted: \(stanza)"
        case .answered(let stanza, let reply): "answered: \(stanza) by \(reply)"
        case .response(let outcome): "response to \(outcome)"
        case .unmatchedResponse(let response): "unmatched response: \(response)"
        case .acknowledged(let number): "stanza \(number) acknowledged"
        case .notSent(let stanza, let error): "stanza \(stanza.number) not sent: \(error)"
        case .unknownElement(let element): "unknown element: \(element)"
        case .ended(let ending): "ended: \(ending)"
        }
    }

    private static func reason(_ condition: StanzaErrorCondition?) -> String { condition.map { ": \($0)" } ?? "" }
}

extension Authentication: CustomStringConvertible {
    /// The mechanism.
    public var description: String { mechanism.description }
}

extension IssuedToken: CustomStringConvertible {
    /// The mechanism and the end, not the token.
    public var description: String { "for \(mechanism), until \(expiry.xmlText)" }
}
