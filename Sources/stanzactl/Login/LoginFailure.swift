import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTransport

/// Why a login is not what was asked for.
struct LoginFailure: Error {
    /// How the program ends.
    let code: ExitCode
    /// One sentence.
    let reason: String
    /// The condition that the server gave, by its name on the wire.
    var condition: String?
    /// Where the server wants the client to go (RFC 6120 §4.9.3.19, RFC 7395 §3.6.1).
    var otherHost: String?
}

extension LoginFailure {
    /// What is wrong with the end of a session; nil if it was closed cleanly.
    init?(_ ending: Ending) {
        guard let code = ending.cause.exitCode else { return nil }
        var reason = ending.description
        if case .streamError(let error) = ending.cause, let host = error.host {
            otherHost = host
            reason += "; the other host is \(host.quoted), which is not followed"
        }
        if case .seeOtherURI(let uri) = ending.cause {
            otherHost = uri
            reason += ", which is not followed"
        }
        self.code = code
        self.reason = reason
        condition = ending.cause.condition
    }

    /// Nothing could be connected to, or no TLS where it begins the connection.
    init(_ failure: ConnectionFailure) {
        code = failure.attempts.contains(where: \.hasReachedTLS) ? .insecure : .unreachable
        reason = failure.description
    }
}

extension Ending.Cause {
    /// How the program ends; nil if it was closed as it should be.
    fileprivate var exitCode: ExitCode? {
        switch self {
        case .closed(.answered): nil
        case .authenticationNotOffered, .noMechanism, .authenticationRefused, .authenticationAborted,
            .taskDemanded, .registrationNotOffered, .registrationUnprotected, .registrationRefused:
            .refused
        case .tlsNotOffered, .tlsForbidden, .tlsRefused, .tlsFailed, .certificateRejected: .insecure
        case .streamError, .seeOtherURI, .bindingNotOffered, .bindingRefused, .sessionRefused: .streamError
        case .violation: .violated
        case .closed, .closedWithError, .closedByPeer, .transportClosed, .timedOut, .givenUp,
            .accountRemoved:
            .unreachable
        }
    }

    /// What the server gave as the reason, by its name on the wire.
    fileprivate var condition: String? {
        switch self {
        case .streamError(let error): error.condition.rawValue
        case .authenticationRefused(let condition, _): condition.rawValue
        case .registrationRefused(let error), .bindingRefused(let error), .sessionRefused(let error):
            error.condition.rawValue
        default: nil
        }
    }
}
