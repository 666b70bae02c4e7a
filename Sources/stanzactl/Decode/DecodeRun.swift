import XMPPCapture

/// One run over files, whose records are printed.
struct DecodeRun {
    private let printing: RecordPrinting
    private var keys: DecryptionKeys
    private let namesFiles: Bool
    private var files = 0

    init(_ printing: RecordPrinting, keys: DecryptionKeys, namesFiles: Bool) {
        self.printing = printing
        self.keys = keys
        self.namesFiles = namesFiles
        ValueDiagnosis.prepare()
    }

    /// Prints files one after the other; what cannot be read is reported, and the next one is tried.
    mutating func decode(_ paths: [String], _ output: inout Output) throws(Failure) -> ExitCode {
        try output.flush()
        let thread = try DecodingThread(printing)
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

    private mutating func decode(_ path: String, _ thread: DecodingThread) throws(Failure) {
        var file = try InputFile(path)
        let name = file.name
        files += 1
        // The name of a file can tell as much as what is in it.
        let shownName = namesFiles ? (printing.isRedacting ? "file \(files)" : name) : nil
        var secrets = keys.secrets
        secrets.areFollowed = file.length == nil
        thread.begin(file: shownName, lastChange: file.lastChange, secrets: secrets)
        var intake = TrafficIntake()
        var content = InputContent()
        try file.forEachChunk(whenDry: thread.flush) { (bytes) throws(Failure) in
            content.receive(bytes)
            intake.receive(bytes)
            keys.forEachAddition(thread.add)
            try decode(&intake, of: name, thread)
        }
        intake.finish()
        keys.forEachAddition(atEnd: true, thread.add)
        try decode(&intake, of: name, thread)
        let outcome = try thread.endFile()
        // What is redacted is without them, unless it is printed as decode does.
        if printing.isRedacting { Diagnostics.report(outcome.notes, about: name) }
        content.note(outcome.content)
        try content.requireTraffic(of: name)
    }

    private func decode(_ intake: inout TrafficIntake, of name: String, _ thread: DecodingThread) throws(Failure) {
        while true {
            let part: TrafficIntake.Part?
            do {
                part = try intake.next()
            } catch {
                throw .input(name: name, error.description)
            }
            guard let part else { return }
            try thread.decode(part)
        }
    }
}
