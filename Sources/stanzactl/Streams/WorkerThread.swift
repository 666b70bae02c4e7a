#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread that does one thing.
struct WorkerThread {
    fileprivate final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let thread: pthread_t

    /// As much as the main thread has on most systems; deep elements are printed by recursion.
    private static let stackBytes = 8 << 20

    /// Starts the thread; nil if the system has none left.
    init?(_ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackBytes)
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
            var created: pthread_t?
            let status = pthread_create(&created, &attributes, beginWork, work.toOpaque())
            let thread = created
        #else
            var created = pthread_t()
            let status = pthread_create(&created, &attributes, beginWork, work.toOpaque())
            let thread: pthread_t? = created
        #endif
        guard status == 0, let thread else {
            work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits until it is done.
    func join() { pthread_join(thread, nil) }
}

#if canImport(Darwin)
    private func beginWork(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { finishWork(work) }
#else
    private func beginWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { work.flatMap(finishWork) }
#endif

private func finishWork(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<WorkerThread.Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
}
