import XMPPSASL

extension Ending: CustomStringConvertible {
    /// One sentence for people, without secrets: the cause.
    public var description: String { cause.words }
}

extension Ending.Cause {
    /// One sentence for people, without secrets.
    var words: String {
        switch self {
        case .closed(.answered), .closed(.notAwaited): "the stream was closed"
        case .closed(.timedOut): "the stream was closed, and the peer did not close its side in time"
        case .closed(.connectionClosed(let reason)):
            "the stream was closed, and the connection ended before the peer closed its side"
                + (reason.map { ": \($0)" } ?? "")
        case .closedWithError(let error): "the stream was ended: \(error)"
        case .closedByPeer: "the peer closed the stream"
        case .seeOtherURI(let uri): "the peer closed the stream and wants to be met at \(uri.excerpt)"
        case .streamError(let error): "the peer ended the stream: \(error)"
        case .violation(let violation): "the peer broke the protocol: \(violation)"
        case .tlsNotOffered: "the server does not offer TLS, which is required"
        case .tlsForbidden: "the peer demands TLS, which is forbidden"
        case .tlsRefused: "the server refused to begin TLS"
        case .tlsFailed(let reason): "TLS failed: \(reason)"
        case .certificateRejected(let reason): "the peer's certificate is not accepted: \(reason)"
        case .authenticationNotOffered(true): "the server offers only the login of before SASL (XEP-0078)"
        case .authenticationNotOffered(false): "the server offers no authentication"
        case .noMechanism(let failure): failure.description
        case .authenticationRefused(let condition, let text):
            "the server refused the login: \(condition.rawValue)" + (text.map { " (\($0.excerpt))" } ?? "")
        case .authenticationAborted(let error): "the login was broken off: \(error)"
        case .taskDemanded(let names):
            "the server demands more than the password: \(names.listed())"
        case .registrationNotOffered: "the server does not offer registration"
        case .registrationUnprotected: "registration without TLS would show the password, which policy forbids"
        case .registrationRefused(let error): "the server refused the registration: \(error)"
        case .bindingNotOffered: "the server offers no address to bind"
        case .bindingRefused(let error): "the server refused to bind an address: \(error)"
        case .sessionRefused(let error): "the server refused the session: \(error)"
        case .givenUp: "the application gave up"
        case .accountRemoved: "the account was removed"
        case .transportClosed(nil): "the connection was lost"
        case .transportClosed(let reason?): "the connection was lost: \(reason)"
        case .timedOut(let stage): "waited in vain for \(stage.rawValue)"
        }
    }
}
