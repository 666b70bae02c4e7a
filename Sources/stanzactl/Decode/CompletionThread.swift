import Synchronization
import XMPPCapture

/// Completes records, while more are made, and has them printed.
struct CompletionThread {
    /// What came of a file.
    struct Outcome: Sendable {
        /// What its records tell of it.
        var content = InputContent()
        /// What was noted about the file as a whole.
        var notes: [String] = []
    }

    private enum Work {
        /// A file begins, which goes by this name if files are named.
        case begin(name: String?, secrets: TLSSecrets)
        case batch(RecordBatch, isRecordLog: Bool)
        case flush
        /// Nothing more comes of the file, about which this was noted.
        case end(notes: [String])
    }

    /// What both threads have in hand.
    private final class Exchange: Sendable {
        let queue = WorkQueue<Work>(limit: CompletionThread.waitingBytes)
        let outcome = Mutex(Outcome())
    }

    private let exchange: Exchange
    private let thread: WorkerThread
    private let printing: PrintingThread

    /// How many bytes of records wait to be completed, as they are estimated.
    private static let waitingBytes = 1 << 20

    init(_ printing: RecordPrinting) throws(Failure) {
        let printing = try PrintingThread(printing)
        let exchange = Exchange()
        guard let thread = WorkerThread({ Self.work(exchange, printing) }) else {
            try printing.finish()
            throw .output("the system has no thread left to decode with")
        }
        (self.exchange, self.thread, self.printing) = (exchange, thread, printing)
    }

    func begin(file: String?, secrets: TLSSecrets) {
        exchange.queue.put(.begin(name: file, secrets: secrets), weight: 1)
    }

    func complete(_ batch: RecordBatch, isRecordLog: Bool) {
        exchange.queue.put(.batch(batch, isRecordLog: isRecordLog), weight: batch.estimatedBytes)
    }

    func flush() { exchange.queue.put(.flush, weight: 1) }

    func end(notes: [String]) { exchange.queue.put(.end(notes: notes), weight: 1) }

    /// Waits for what comes of the file that has ended.
    func waitForOutcome() -> Outcome {
        exchange.queue.waitUntilDone()
        return exchange.outcome.withLock { $0 }
    }

    /// Why something could not be written.
    var failure: Failure? { printing.failure }

    /// Has everything written, and waits for that.
    func waitUntilWritten() {
        exchange.queue.waitUntilDone()
        printing.waitUntilWritten()
    }

    /// Waits for the end of the output.
    func finish() throws(Failure) {
        exchange.queue.close()
        thread.join()
        try printing.finish()
    }

    // MARK: On the thread

    private static func work(_ exchange: Exchange, _ printing: PrintingThread) {
        var completion = RecordCompletion()
        var content = InputContent()
        exchange.queue.takeEach { work in
            switch work {
            case .begin(let name, let secrets):
                completion = RecordCompletion(secrets: secrets)
                content = InputContent()
                printing.begin(file: name)
            case .batch(let batch, let isRecordLog):
                content.isRecordLog = isRecordLog
                completion.receive(batch)
                while let records = completion.next() {
                    content.note(records)
                    printing.print(records)
                }
            case .flush: printing.flush()
            case .end(let notes): exchange.outcome.withLock { $0 = Outcome(content: content, notes: notes) }
            }
        }
    }
}
