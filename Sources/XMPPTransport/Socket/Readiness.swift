import Dispatch

/// Waiting for a socket in a task.
extension Socket {
    enum Direction {
        case reading
        case writing
    }

    private static let queue = DispatchQueue(label: "XMPPTransport.Readiness", attributes: .concurrent)

    /// Returns when the socket may be read or written without waiting, or has failed; throws on cancellation.
    func wait(for direction: Direction) async throws(CancellationError) {
        // Dispatch's objects may be used by all threads: hence `unsafe`.
        nonisolated(unsafe) let source: any DispatchSourceProtocol =
            switch direction {
            case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
            case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: Self.queue)
            }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                source.setEventHandler { source.cancel() }
                // It is called once and last, whether the socket became ready or the task was cancelled.
                source.setCancelHandler { [self] in withExtendedLifetime(self) { continuation.resume() } }
                source.activate()
            }
        } onCancel: {
            source.cancel()
        }
        if Task.isCancelled { throw CancellationError() }
    }
}
