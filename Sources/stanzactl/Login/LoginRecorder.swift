import Synchronization
import XMPPSession
import XMPPTransport

/// A log that the connection's queue and the run both have.
final class LoginRecorder: Sendable {
    private let log: Mutex<LoginLog>

    init(_ log: consuming LoginLog) {
        self.log = Mutex(log)
    }

    func record(_ activity: ConnectionActivity) { log.withLock { $0.record(activity) } }

    func print(_ content: LoginEvent.Content) { log.withLock { $0.print(content) } }

    func expect(_ words: String) { log.withLock { $0.expect(words) } }

    var awaited: String { log.withLock { $0.awaited } }
    var ending: Ending? { log.withLock { $0.ending } }
    var outputFailure: Failure? { log.withLock { $0.outputFailure } }
}
