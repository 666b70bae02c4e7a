import XMPPCapture

/// One run over files, whose records are printed.
struct DecodeRun {
    private let printing: RecordPrinting
    private let secrets: TLSSecrets
    private let namesFiles: Bool
    private var files = 0

    init(_ printing: RecordPrinting, secrets: TLSSecrets, namesFiles: Bool) {
        self.printing = printing
        self.secrets = secrets
        self.namesFiles = namesFiles
        ValueDiagnosis.prepare()
    }

    /// Prints files one after the other; what cannot be read is reported, and the next one is tried.
    mutating func decode(_ paths: [String], _ output: inout Output) throws(Failure) -> ExitCode {
        try output.flush()
        let thread = try PrintingThread(printing)
        var code = ExitCode.done
        do {
            for path in paths {
                do {
                    try decode(path, thread)
                } catch .input(let name, let message) {
                    thread.waitUntilWritten()
                    Diagnostics.report("\(name): \(message)")
                    code = .unusable
                }
            }
        } catch {
            try thread.finish()
            throw error
        }
        try thread.finish()
        return code
    }

    private mutating func decode(_ path: String, _ thread: PrintingThread) throws(Failure) {
        var file = try InputFile(path)
        let name = file.name
        files += 1
        // The name of a file can tell as much as what is in it.
        thread.begin(file: namesFiles ? (printing.isRedacting ? "file \(files)" : name) : nil)
        var decoder = TrafficDecoder(lastChange: file.lastChange, secrets: secrets)
        var content = InputContent()
        try file.forEachChunk(whenDry: thread.flush) { (bytes) throws(Failure) in
            content.receive(bytes)
            decoder.receive(bytes)
            try print(&decoder, of: name, thread, &content)
        }
        decoder.finish()
        try print(&decoder, of: name, thread, &content)
        // What is redacted is without them, unless it is printed as decode does.
        if printing.isRedacting { Diagnostics.report(decoder.fileNotes, about: name) }
        try content.requireTraffic(of: name)
    }

    /// Hands on what the decoder has, also if that ends with an error, and notes it.
    private func print(
        _ decoder: inout TrafficDecoder, of name: String, _ thread: PrintingThread, _ content: inout InputContent
    ) throws(Failure) {
        var batch: [TrafficRecord] = []
        var bytes = 0
        while true {
            let record: TrafficRecord?
            do {
                record = try decoder.next()
            } catch {
                try thread.print(batch, bytes: bytes)
                throw .input(name: name, error.description)
            }
            guard let record else { break }
            content.isRecordLog = decoder.isRecordLog
            content.note(record)
            batch.append(record)
            bytes += record.estimatedBytes
            guard bytes >= PrintingThread.batchBytes else { continue }
            try thread.print(batch, bytes: bytes)
            (batch, bytes) = ([], 0)
        }
        if !batch.isEmpty { try thread.print(batch, bytes: bytes) }
    }
}

extension TrafficRecord {
    /// About how much memory it takes, in bytes.
    fileprivate var estimatedBytes: Int { 256 + 2 * max(byteCount ?? 0, 0) }
}
