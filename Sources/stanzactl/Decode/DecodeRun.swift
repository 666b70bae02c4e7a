import XMPPCapture

/// One run of `stanzactl decode` over its files.
struct DecodeRun {
    private let mask: SecretMask?
    private let streams: Set<Int>
    private let secrets: TLSSecrets
    private let namesFiles: Bool
    private var printer: any RecordPrinter
    /// The number of the record that came last; numbers go on from file to file.
    private var number = 0

    init(_ arguments: ParsedArguments, secrets: TLSSecrets, namesFiles: Bool) {
        self.secrets = secrets
        mask = arguments[DecodeCommand.showSecrets] == true ? nil : SecretMask()
        streams = Set(arguments.all(DecodeCommand.stream))
        self.namesFiles = namesFiles
        let palette = Palette(isColored: (arguments[DecodeCommand.color] ?? .auto).isEnabled)
        printer =
            switch arguments[DecodeCommand.format] ?? .summary {
            case .summary: SummaryFormat(palette: palette)
            case .pretty: PrettyFormat(palette: palette)
            case .xml: XMLFormat()
            case .jsonl: JSONLFormat()
            }
    }

    /// Prints a file.
    mutating func decode(_ path: String, _ output: inout Output) throws(Failure) {
        var file = try InputFile(path)
        let name = file.name
        let numberBefore = number
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
        while let record = try next(&decoder, of: name) {
            number += 1
            guard streams.isEmpty || record.stream.map(streams.contains) ?? false else { continue }
            let place = RecordPlace(number: number, file: namesFiles ? name : nil)
            printer.print(mask.map { $0.masked(record) } ?? record, at: place, to: &output.bytes)
            try output.flushIfFull()
        }
    }

    private func next(_ decoder: inout TrafficDecoder, of name: String) throws(Failure) -> TrafficRecord? {
        do {
            return try decoder.next()
        } catch {
            throw .input(name: name, error.description)
        }
    }
}
