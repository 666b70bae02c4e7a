import Synchronization
import XMPPCapture

/// Prints records while the next ones are decoded: two processors finish sooner than one.
struct PrintingThread {
    private enum Work {
        /// Another file begins, which goes by this name if files are named.
        case file(String?)
        case records([TrafficRecord])
        /// What is printed is to be written now.
        case flush
    }

    /// What both threads have in hand.
    private final class Exchange: Sendable {
        let queue = WorkQueue<Work>(limit: PrintingThread.waitingBytes)
        let failure = Mutex<Failure?>(nil)
    }

    private let exchange: Exchange
    private let thread: WorkerThread

    /// How many bytes of records wait to be printed, as they are estimated.
    private static let waitingBytes = 1 << 20

    /// Starts to print what `printing` makes of records.
    init(_ printing: RecordPrinting) throws(Failure) {
        let exchange = Exchange()
        guard let thread = WorkerThread({ Self.work(printing, exchange) }) else {
            throw .output("the system has no thread left to print with")
        }
        (self.exchange, self.thread) = (exchange, thread)
    }

    /// Says that records of another file follow, which goes by this name if files are named.
    func begin(file: String?) { exchange.queue.put(.file(file), weight: 1) }

    /// Has records printed.
    func print(_ records: [TrafficRecord]) {
        // By their places, so that none is copied.
        let weight = records.indices.reduce(0) { $0 + records[$1].estimatedBytes }
        exchange.queue.put(.records(records), weight: weight)
    }

    /// Why what came before could not be written.
    var failure: Failure? { exchange.failure.withLock { $0 } }

    /// Has what came before written without waiting for more.
    func flush() { exchange.queue.put(.flush, weight: 1) }

    /// Has everything written, and waits for that.
    func waitUntilWritten() {
        flush()
        exchange.queue.waitUntilDone()
    }

    /// Waits for the end of the output.
    func finish() throws(Failure) {
        exchange.queue.close()
        thread.join()
        if let failure { throw failure }
    }

    // MARK: On the thread

    private static func work(_ printing: RecordPrinting, _ exchange: Exchange) {
        var printing = printing
        var output = Output()
        do {
            printing.begin(to: &output)
            while true {
                let work = exchange.queue.take()
                if work.isEmpty { break }
                for item in work { try perform(item, &printing, &output) }
                exchange.queue.giveBack(work)
            }
            printing.finish(to: &output)
            try output.flush()
        } catch {
            exchange.failure.withLock { $0 = error }
            exchange.queue.close()
            // Whoever waits is told that nothing is under way any more.
            while !exchange.queue.take().isEmpty {}
        }
    }

    private static func perform(
        _ work: Work, _ printing: inout RecordPrinting, _ output: inout Output
    ) throws(Failure) {
        switch work {
        case .file(let name): printing.begin(file: name)
        case .records(let records):
            // By their places, so that none is copied.
            for index in records.indices {
                printing.print(records[index], to: &output)
                try output.flushIfFull()
            }
        case .flush: try output.flush()
        }
    }
}
