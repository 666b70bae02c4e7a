import XMPPCapture

/// Makes records of what was read, while more is read, and hands them on to be completed.
struct DecodingThread {
    private enum Work {
        /// A file begins, which was last changed then and goes by this name if files are named.
        case begin(name: String?, lastChange: Timestamp?, secrets: TLSSecrets)
        case part(TrafficIntake.Part)
        /// What a key log has got since it was read.
        case keyLog([UInt8])
        /// What was read is to be printed now.
        case flush
        /// Nothing more comes of the file.
        case end
    }

    private let queue: WorkQueue<Work>
    private let thread: WorkerThread
    private let completion: CompletionThread

    /// How many bytes wait to be decoded.
    private static let waitingBytes = 1 << 20

    /// Starts to print what `printing` makes of records.
    init(_ printing: RecordPrinting) throws(Failure) {
        let completion = try CompletionThread(printing)
        let queue = WorkQueue<Work>(limit: Self.waitingBytes)
        guard let thread = WorkerThread({ Self.work(queue, completion) }) else {
            try completion.finish()
            throw .output("the system has no thread left to decode with")
        }
        (self.queue, self.thread, self.completion) = (queue, thread, completion)
    }

    /// Says that another file follows, which was last changed then and goes by this name if files are named.
    func begin(file: String?, lastChange: Timestamp?, secrets: TLSSecrets) {
        queue.put(.begin(name: file, lastChange: lastChange, secrets: secrets), weight: 1)
    }

    /// Has a part of the file decoded.
    ///
    /// - Throws: why what came before could not be written.
    func decode(_ part: TrafficIntake.Part) throws(Failure) {
        queue.put(.part(part), weight: TrafficIntake.partBytes)
        if let failure = completion.failure { throw failure }
    }

    /// Hands on what a key log has got since it was read, for what comes from now on and what waits.
    func add(keyLog: [UInt8]) { queue.put(.keyLog(keyLog), weight: keyLog.count) }

    /// Has what came before written without waiting for more.
    func flush() { queue.put(.flush, weight: 1) }

    /// Says that the file is over, and waits for what comes of it.
    ///
    /// - Throws: why it could not be written.
    func endFile() throws(Failure) -> CompletionThread.Outcome {
        queue.put(.end, weight: 1)
        queue.waitUntilDone()
        let outcome = completion.waitForOutcome()
        if let failure = completion.failure { throw failure }
        return outcome
    }

    /// Has everything written, and waits for that.
    func waitUntilWritten() {
        queue.waitUntilDone()
        completion.waitUntilWritten()
    }

    /// Waits for the end of the output.
    func finish() throws(Failure) {
        queue.close()
        thread.join()
        try completion.finish()
    }

    // MARK: On the thread

    private static func work(_ queue: WorkQueue<Work>, _ completion: CompletionThread) {
        var decoder = TrafficDecoder()
        queue.takeEach { work in
            switch work {
            case .begin(let name, let lastChange, let secrets):
                decoder = TrafficDecoder(lastChange: lastChange, secrets: secrets)
                completion.begin(file: name, secrets: secrets)
            case .part(let part):
                decoder.receive(part)
                hand(&decoder, completion)
            case .keyLog(let lines):
                decoder.receive(keyLog: lines)
                hand(&decoder, completion)
            case .flush: completion.flush()
            case .end:
                decoder.finish()
                hand(&decoder, completion)
                completion.end(notes: decoder.fileNotes)
            }
        }
    }

    private static func hand(_ decoder: inout TrafficDecoder, _ completion: CompletionThread) {
        while let batch = decoder.nextBatch() { completion.complete(batch, isRecordLog: decoder.isRecordLog) }
    }
}
