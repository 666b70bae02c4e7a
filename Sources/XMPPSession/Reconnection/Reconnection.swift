public import XMPPStanzas

/// What a policy makes of one ending after the other.
///
/// One connection at a time: ask for the next step when a session has ended, and report when the next is established.
public struct Reconnection: Sendable {
    /// What to do after an ending.
    public enum Step: Sendable {
        /// Make a new session, in this time.
        case connect(Attempt)
        /// Leave it, until a person has done something about the reason.
        case stop(Reason)
    }

    /// The next session.
    public struct Attempt: Sendable {
        /// How long to wait before the transport is connected.
        public let delay: Duration
        /// Where to connect to; nil to look that up for the account's domain as usual. Certificates are still to be those of the
        /// account's domain.
        public let host: HostAndPort?
        /// What to resume; nil to begin afresh.
        public let resumption: ResumableStream?
    }

    /// Why it is no use to go on.
    public enum Reason: Hashable, Sendable {
        /// The session ended as the application wanted.
        case finished
        /// The same would happen again.
        case permanent
        /// Servers send the client in a circle, or on and on.
        case redirectionLoop
        /// As many attempts have failed as the policy allows.
        case tooManyAttempts
    }

    /// The policy in force.
    public let policy: ReconnectionPolicy
    private var failedAttempts = 0
    private var redirections: [HostAndPort] = []

    /// Begins with no attempt made.
    public init(_ policy: ReconnectionPolicy = ReconnectionPolicy()) {
        self.policy = policy
    }

    /// A session was bound or resumed: what went wrong before counts no more.
    public mutating func recordEstablished() {
        failedAttempts = 0
        redirections = []
    }

    /// What to do after an ending.
    public mutating func next(after ending: Ending, using generator: inout some RandomNumberGenerator) -> Step {
        switch ending.cause.outlook {
        case .finished: return .stop(.finished)
        case .permanent: return .stop(.permanent)
        case .redirected(let host):
            guard redirections.count < policy.maximumRedirections, !redirections.contains(host) else {
                return .stop(.redirectionLoop)
            }
            redirections.append(host)
            return .connect(Attempt(delay: .zero, host: host, resumption: ending.resumption))
        case .transient:
            if let maximum = policy.maximumAttempts, failedAttempts >= maximum { return .stop(.tooManyAttempts) }
            let delay = policy.delay(beforeAttempt: failedAttempts, chance: Double.random(in: 0...1, using: &generator))
            failedAttempts += 1
            redirections = []
            // Who cannot be reached where it wanted to be is looked up as usual.
            let host = failedAttempts == 1 ? ending.resumption?.location : nil
            return .connect(Attempt(delay: delay, host: host, resumption: ending.resumption))
        }
    }
}

extension Ending.Cause {
    /// What may be expected of another attempt.
    enum Outlook {
        case finished
        case permanent
        case transient
        case redirected(HostAndPort)
    }

    var outlook: Outlook {
        switch self {
        case .closed, .closedWithError, .givenUp, .accountRemoved: .finished
        case .closedByPeer, .tlsRefused, .tlsFailed, .transportClosed: .transient
        case .streamError(let error): error.outlook
        case .violation(let violation): violation.isPermanent ? .permanent : .transient
        case .timedOut(let stage): stage == .application ? .permanent : .transient
        case .authenticationRefused(let condition, _): condition.isTemporary ? .transient : .permanent
        case .bindingRefused(let error), .sessionRefused(let error): error.kind == .wait ? .transient : .permanent
        case .tlsNotOffered, .tlsForbidden, .certificateRejected, .authenticationNotOffered, .noMechanism,
            .authenticationAborted, .taskDemanded, .seeOtherURI, .registrationNotOffered,
            .registrationUnprotected, .registrationRefused, .bindingNotOffered:
            .permanent
        }
    }
}

extension StreamError {
    fileprivate var outlook: Ending.Cause.Outlook {
        switch condition {
        case .seeOtherHost: otherHost.map { .redirected($0) } ?? .transient
        case .connectionTimeout, .internalServerError, .remoteConnectionFailed, .reset, .resourceConstraint,
            .systemShutdown, .undefinedCondition:
            .transient
        default: .permanent
        }
    }
}

extension ProtocolViolation {
    /// Whether the server would do the same again.
    fileprivate var isPermanent: Bool {
        switch self {
        case .unsupportedVersion, .wrongContentNamespace, .foreignServer, .wrongBoundAddress, .unknownHost,
            .notAuthenticated, .forgedSender, .missingAddress, .tooManyLogins:
            true
        case .malformedStream, .plaintextBeforeTLS, .unexpectedElement, .malformedAnswer, .handledCountTooHigh,
            .malformedHandledCount, .wrongResumption, .withheldAcknowledgements, .prematureStanzas, .tooMuchAtOnce,
            .brokenTransport:
            false
        }
    }
}
