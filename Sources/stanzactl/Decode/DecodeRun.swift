import XMPPCapture

/// One run over files, whose records are selected, changed and printed.
struct DecodeRun {
    private let mask: SecretMask?
    private var selection: Selection
    private let secrets: TLSSecrets
    private let namesFiles: Bool
    private var printer: any RecordPrinter
    /// What makes records anonymous; nil if they are printed as they are.
    private var redactor: Redactor?
    /// The number of the record that came last; numbers go on from file to file.
    private var number = 0
    private var files = 0

    init(
        _ arguments: ParsedArguments, secrets: TLSSecrets, namesFiles: Bool, mask: SecretMask? = nil,
        redactor: Redactor? = nil, printer: any RecordPrinter
    ) {
        self.secrets = secrets
        self.mask = mask
        self.redactor = redactor
        self.namesFiles = namesFiles
        self.printer = printer
        selection = Selection(arguments)
        ValueDiagnosis.prepare()
    }

    /// Prints files one after the other; what cannot be read is reported, and the next one is tried.
    mutating func decode(_ paths: [String], _ output: inout Output) throws(Failure) -> ExitCode {
        var code = ExitCode.done
        printer.begin(to: &output.bytes)
        for path in paths {
            do {
                try decode(path, &output)
            } catch .input(let name, let message) {
                try output.flush()
                Diagnostics.report("\(name): \(message)")
                code = .unusable
            }
        }
        printer.finish(to: &output.bytes)
        return code
    }

    private mutating func decode(_ path: String, _ output: inout Output) throws(Failure) {
        var file = try InputFile(path)
        let name = file.name
        let numberBefore = number
        files += 1
        selection.beginFile()
        var decoder = TrafficDecoder(year: file.yearOfChange, secrets: secrets)
        var head: [UInt8] = []
        try file.forEachChunk(&output) { (bytes, output) throws(Failure) in
            head += bytes.prefix(CaptureFormat.prefixLength - head.count)
            decoder.receive(bytes)
            try print(&decoder, of: name, &output)
        }
        decoder.finish()
        try print(&decoder, of: name, &output)
        if number == numberBefore, CaptureFormat.detect(head) == nil {
            let message = head.isEmpty ? "is empty" : "is neither a capture nor a text with XMPP in it"
            throw .input(name: name, message)
        }
    }

    private mutating func print(
        _ decoder: inout TrafficDecoder, of name: String, _ output: inout Output
    ) throws(Failure) {
        // The name of a file can tell as much as what is in it.
        let shownName = namesFiles ? (redactor == nil ? name : "file \(files)") : nil
        while var found = try next(&decoder, of: name) {
            number += 1
            let wrongValues = ValueDiagnosis.sentences(about: found) { showsValues(of: found) }
            found.diagnostics += wrongValues
            let isSelected = selection.includes(found)
            // Redacted they would say little, and whoever decodes what is printed is told them anew.
            if redactor != nil { found.diagnostics.removeLast(wrongValues.count) }
            let place = RecordPlace(number: number, file: shownName)
            guard isSelected || printer.observesAll else { continue }
            let record = changed(found)
            printer.observe(record, at: place)
            guard isSelected else { continue }
            printer.print(record, at: place, to: &output.bytes)
            try output.flushIfFull()
        }
    }

    /// Whether what a record says may be told as it is.
    private func showsValues(of record: TrafficRecord) -> Bool {
        guard let mask, let element = record.element else { return true }
        return mask.masked(element) == element
    }

    private mutating func changed(_ record: TrafficRecord) -> TrafficRecord {
        let masked = mask.map { $0.masked(record) } ?? record
        return redactor?.redacted(masked) ?? masked
    }

    private func next(_ decoder: inout TrafficDecoder, of name: String) throws(Failure) -> TrafficRecord? {
        do {
            return try decoder.next()
        } catch {
            throw .input(name: name, error.description)
        }
    }
}
