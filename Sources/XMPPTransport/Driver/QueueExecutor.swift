import Dispatch

/// Has an actor run on a serial queue, on which its sockets and timers report, too.
final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "XMPPTransport.Connection")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Lets blocks of the queue assume the actor's isolation.
    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
