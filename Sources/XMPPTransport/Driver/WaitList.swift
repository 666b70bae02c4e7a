/// Tasks that wait for something, in the order in which they came.
struct WaitList<Value: Sendable> {
    typealias Continuation = CheckedContinuation<Value, any Error>

    private var waiters: [(id: UInt64, continuation: Continuation)] = []

    var isEmpty: Bool { waiters.isEmpty }

    mutating func add(_ continuation: Continuation, id: UInt64) {
        waiters.append((id, continuation))
    }

    /// Takes out who waits longest.
    mutating func popFirst() -> Continuation? {
        waiters.isEmpty ? nil : waiters.removeFirst().continuation
    }

    /// Takes out one of them, if it still waits.
    mutating func remove(_ id: UInt64) -> Continuation? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        return waiters.remove(at: index).continuation
    }

    /// Has all go on with the same result.
    mutating func resumeAll(with result: Result<Value, any Error>) {
        let waiters = self.waiters
        self.waiters = []
        for waiter in waiters { waiter.continuation.resume(with: result) }
    }
}
