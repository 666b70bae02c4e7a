import Synchronization

/// What has failed so far, for whoever has to say in the end what was tried.
final class FailureLog: Sendable {
    private let failures: Mutex<[AttemptFailure]>
    private let observer: (@Sendable (ConnectionActivity) -> Void)?

    /// - Parameter earlier: What was tried before, and told.
    init(after earlier: [AttemptFailure] = [], observer: (@Sendable (ConnectionActivity) -> Void)?) {
        failures = Mutex(earlier)
        self.observer = observer
    }

    var recorded: [AttemptFailure] { failures.withLock { $0 } }

    func record(_ failure: AttemptFailure) {
        failures.withLock { $0.append(failure) }
        observer?(.attemptFailed(failure))
    }
}
