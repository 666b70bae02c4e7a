import Synchronization
import XMPPCapture

/// Makes records of what was read, and has them printed, while more is read.
struct DecodingThread {
    /// What came of a file.
    struct Outcome: Sendable {
        /// What its records tell of it.
        var content = InputContent()
        /// What was noted about the file as a whole.
        var notes: [String] = []
    }

    private enum Work {
        /// A file begins, which was last changed then and goes by this name if files are named.
        case begin(name: String?, lastChange: Timestamp?, secrets: TLSSecrets)
        case part(TrafficIntake.Part)
        /// What was read is to be printed now.
        case flush
        /// Nothing more comes of the file.
        case end
    }

    /// What both threads have in hand.
    private final class Exchange: Sendable {
        let queue = WorkQueue<Work>(limit: DecodingThread.waitingBytes)
        let outcome = Mutex(Outcome())
    }

    private let exchange: Exchange
    private let thread: WorkerThread
    private let printing: PrintingThread

    /// How many bytes wait to be decoded.
    private static let waitingBytes = 1 << 20

    /// Starts to print what `printing` makes of records.
    init(_ printing: RecordPrinting) throws(Failure) {
        let printing = try PrintingThread(printing)
        let exchange = Exchange()
        guard let thread = WorkerThread({ Self.work(exchange, printing) }) else {
            try printing.finish()
            throw .output("the system has no thread left to decode with")
        }
        (self.exchange, self.thread, self.printing) = (exchange, thread, printing)
    }

    /// Says that another file follows, which was last changed then and goes by this name if files are named.
    func begin(file: String?, lastChange: Timestamp?, secrets: TLSSecrets) {
        exchange.queue.put(.begin(name: file, lastChange: lastChange, secrets: secrets), weight: 1)
    }

    /// Has a part of the file decoded.
    ///
    /// - Throws: why what came before could not be written.
    func decode(_ part: TrafficIntake.Part) throws(Failure) {
        exchange.queue.put(.part(part), weight: TrafficIntake.partBytes)
        if let failure = printing.failure { throw failure }
    }

    /// Has what came before written without waiting for more.
    func flush() { exchange.queue.put(.flush, weight: 1) }

    /// Says that the file is over, and waits for what comes of it.
    ///
    /// - Throws: why it could not be written.
    func endFile() throws(Failure) -> Outcome {
        exchange.queue.put(.end, weight: 1)
        exchange.queue.waitUntilDone()
        if let failure = printing.failure { throw failure }
        return exchange.outcome.withLock { $0 }
    }

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
        var decoding = RecordDecoding(printing)
        while true {
            let work = exchange.queue.take()
            if work.isEmpty { break }
            for item in work {
                switch item {
                case .begin(let name, let lastChange, let secrets):
                    printing.begin(file: name)
                    decoding = RecordDecoding(printing, lastChange: lastChange, secrets: secrets)
                case .part(let part): decoding.decode(part)
                case .flush: printing.flush()
                case .end:
                    decoding.finish()
                    exchange.outcome.withLock { $0 = decoding.outcome }
                }
            }
            exchange.queue.giveBack(work)
        }
    }
}

/// Makes the records of one file, and hands them on in batches.
private struct RecordDecoding: ~Copyable {
    private let printing: PrintingThread
    private var decoder: TrafficDecoder
    private(set) var outcome = DecodingThread.Outcome()
    private var batch: [TrafficRecord] = []

    init(_ printing: PrintingThread, lastChange: Timestamp? = nil, secrets: TLSSecrets = TLSSecrets()) {
        self.printing = printing
        decoder = TrafficDecoder(lastChange: lastChange, secrets: secrets)
    }

    mutating func decode(_ part: TrafficIntake.Part) {
        decoder.receive(part)
        print()
    }

    mutating func finish() {
        decoder.finish()
        print()
        outcome.notes = decoder.fileNotes
    }

    private mutating func print() {
        var bytes = 0
        // What is read out of an input is decided in its first part: a capture, whose errors its intake throws, or a
        // text, which has none.
        while let record = try? decoder.next() {
            outcome.content.note(record)
            bytes += record.estimatedBytes
            batch.append(record)
            if bytes >= PrintingThread.batchBytes { hand(&bytes) }
        }
        outcome.content.isRecordLog = decoder.isRecordLog
        if !batch.isEmpty { hand(&bytes) }
    }

    private mutating func hand(_ bytes: inout Int) {
        printing.print(batch, bytes: bytes)
        batch = []
        bytes = 0
    }
}

extension TrafficRecord {
    /// About how much memory it takes, in bytes.
    fileprivate var estimatedBytes: Int { 256 + 2 * max(byteCount ?? 0, 0) }
}
