import Dispatch
import XMPPSession

/// The one timer of a driver, which fires on its queue. It is set anew only where it would come too late: one that comes
/// too early costs less.
final class DriverTimer {
    private let queue: DispatchQueue
    private var source: (any DispatchSourceTimer)?
    private var deadline: Instant?
    /// What to do when it fires.
    var handler: (@Sendable () -> Void)?

    init(on queue: DispatchQueue) {
        self.queue = queue
    }

    deinit { source?.cancel() }

    /// Has it fire at a moment, or a little later; nil changes nothing.
    func schedule(for deadline: Instant?, now: Instant) {
        guard let deadline else { return }
        if let earlier = self.deadline, earlier <= deadline { return }
        self.deadline = deadline
        let span = max(.milliseconds(1), now.duration(to: deadline))
        let milliseconds = min(span / .milliseconds(1), 1e9)
        let source = self.source ?? makeSource()
        source.schedule(deadline: .now() + .milliseconds(Int(milliseconds)), leeway: .milliseconds(5))
    }

    /// It has fired, and may be set again.
    func reset() { deadline = nil }

    func cancel() {
        source?.cancel()
        source = nil
        handler = nil
    }

    private func makeSource() -> any DispatchSourceTimer {
        let source = DispatchSource.makeTimerSource(queue: queue)
        if let handler { source.setEventHandler(handler: handler) }
        source.activate()
        self.source = source
        return source
    }
}
