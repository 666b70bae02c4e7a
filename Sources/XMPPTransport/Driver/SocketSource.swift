import Dispatch

/// Reports on a queue while a socket can be read or written, and pauses when that is of no interest.
///
/// It is one source of Dispatch for the socket's life: one that is cancelled and followed by another at once may keep the
/// other from ever firing on Linux, since both share what is registered with the kernel.
final class SocketSource {
    private let source: any DispatchSourceProtocol
    private var isPaused = true

    /// Prepares a source, paused. The socket stays open until the source is cancelled and done.
    init(
        _ direction: Socket.Direction,
        of socket: Socket,
        on queue: DispatchQueue,
        handler: @escaping @Sendable () -> Void
    ) {
        source =
            switch direction {
            case .reading: DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
            case .writing: DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
            }
        source.setEventHandler(handler: handler)
        source.setCancelHandler { @Sendable in withExtendedLifetime(socket) {} }
    }

    deinit {
        source.cancel()
        // A source that is let go of while it is suspended is a crash.
        if isPaused { source.resume() }
    }

    /// Begins or goes on to report.
    func resume() {
        guard isPaused else { return }
        isPaused = false
        source.resume()
    }

    /// Stops to report.
    func pause() {
        guard !isPaused else { return }
        isPaused = true
        source.suspend()
    }
}
