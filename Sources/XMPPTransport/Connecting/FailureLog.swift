import Synchronization

/// What has failed so far, for whoever has to say in the end what was tried.
final class FailureLog: Sendable {
    private let failures = Mutex<[AttemptFailure]>([])
    private let observer: (@Sendable (ConnectionActivity) -> Void)?

    init(observer: (@Sendable (ConnectionActivity) -> Void)?) {
        self.observer = observer
    }

    var recorded: [AttemptFailure] { failures.withLock { $0 } }

    func record(_ failure: AttemptFailure) {
        failures.withLock { $0.append(failure) }
        observer?(.attemptFailed(failure))
    }
}
