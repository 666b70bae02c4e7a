import Synchronization
import XMLStream

/// What of a configuration outlives the login, apart from the account; no credentials do.
///
/// A program with many sessions configures them alike, and they share one.
final class SessionSettings: Sendable {
    let timeouts: SessionTimeouts
    let keepalive: KeepalivePolicy
    let streamManagement: StreamManagementPolicy
    let answeredRequests: Set<Name>
    let maximumRequests: Int

    init(
        timeouts: SessionTimeouts,
        keepalive: KeepalivePolicy,
        streamManagement: StreamManagementPolicy = .unused,
        answeredRequests: Set<Name> = [],
        maximumRequests: Int = 10_000
    ) {
        self.timeouts = timeouts
        self.keepalive = keepalive
        self.streamManagement = streamManagement
        self.answeredRequests = answeredRequests
        self.maximumRequests = maximumRequests
    }

    private func agree(with other: SessionSettings) -> Bool {
        timeouts == other.timeouts && keepalive == other.keepalive && streamManagement == other.streamManagement
            && maximumRequests == other.maximumRequests && answeredRequests == other.answeredRequests
    }

    private static let last = Mutex<SessionSettings?>(nil)

    /// The settings that were shared last if these are the same, else these.
    func shared() -> SessionSettings {
        Self.last.withLock { last in
            if let last, last.agree(with: self) { return last }
            last = self
            return self
        }
    }
}

extension ClientConfiguration {
    var settings: SessionSettings {
        SessionSettings(
            timeouts: timeouts,
            keepalive: keepalive.policy(for: framing),
            streamManagement: streamManagement,
            answeredRequests: answeredRequests,
            maximumRequests: maximumRequests
        ).shared()
    }
}
