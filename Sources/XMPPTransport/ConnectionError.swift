public import XMPPSession

/// Why a connection is over that the application has not closed.
public enum ConnectionError: Error, Sendable {
    /// There was no connection to any of the places where the server may be, or no TLS where it begins the connection.
    case unreachable(ConnectionFailure)
    /// The session has ended, and is not to be established anew.
    case ended(Ending)
}

extension ConnectionError: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .unreachable(let failure): failure.description
        case .ended(let ending): ending.description
        }
    }
}

/// Everything that was tried to connect, in vain.
public struct ConnectionFailure: Error, Hashable, Sendable {
    /// Why there is no connection.
    public enum Reason: Hashable, Sendable {
        /// DNS says that the domain does not offer the service (RFC 6120 §3.2.1).
        case serviceNotOffered
        /// Every attempt has failed.
        case attemptsFailed
        /// The time to connect was up.
        case timedOut
    }

    /// The domain or host that was to be connected to.
    public let host: String
    /// Why there is no connection.
    public let reason: Reason
    /// What went wrong with each attempt, in order.
    public let attempts: [AttemptFailure]
}

extension ConnectionFailure: CustomStringConvertible {
    /// One sentence for people, with all that was tried.
    public var description: String {
        let tried = attempts.isEmpty ? "" : "; tried " + attempts.map(\.description).joined(separator: ", ")
        switch reason {
        case .serviceNotOffered: return "\(host) does not offer XMPP to clients\(tried)"
        case .attemptsFailed: return "no connection to \(host)\(tried)"
        case .timedOut: return "no connection to \(host) in time\(tried)"
        }
    }
}

/// One attempt that failed.
public struct AttemptFailure: Error, Hashable, Sendable {
    /// What was attempted: a name and its kind that was asked for, a host, or an address with its port.
    public let target: String
    /// What went wrong, in the system's words where it is the system's matter.
    public let reason: String
    /// Whether it got as far as TLS, which begins the connection there (XEP-0368), and the handshake failed.
    public let hasReachedTLS: Bool

    init(_ target: String, _ reason: String, hasReachedTLS: Bool = false) {
        self.target = target
        self.reason = reason
        self.hasReachedTLS = hasReachedTLS
    }
}

extension AttemptFailure: CustomStringConvertible {
    /// What was attempted, and what went wrong.
    public var description: String { "\(target): \(reason)" }
}
