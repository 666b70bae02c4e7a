import XMPPCapture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `stanzactl redact`: prints what captures and logs say, without who said it about whom.
enum RedactCommand: Subcommand {
    /// How records are printed.
    enum Format: String, CaseIterable {
        case log, jsonl
    }

    static let format = Option<Format>.choice(
        "format",
        help: """
            log (unless told otherwise): one line a record, which stanzactl reads
            again; jsonl: as decode prints (see stanzactl help jsonl).
            """
    )
    static let key = Option<String>(
        name: "key", placeholder: "TEXT",
        help: """
            Make the pseudonyms out of this text, so that every run has the same
            ones; whoever knows it can test guesses. Without it, they are made
            at random, anew in each run.
            """,
        expectation: "a text of at least 8 bytes"
    ) { $0.utf8.count >= 8 ? $0 : nil }

    static let syntax = CommandSyntax(
        name: "redact",
        summary: "Print traffic with pseudonyms for whatever is private, to be shown to others.",
        operands: .files,
        options: [format, key, DecodeCommand.keyLog, DecodeCommand.privateKey] + SelectionOptions.all,
        details: """
            FILE is what stanzactl decode reads. Only what XMPP itself brings stays: names
            of elements and attributes, namespaces, types, conditions, counters, times, the
            order of everything. Addresses, text, identifiers, tokens, hosts, file names and
            whatever is not known to be harmless are replaced: the same by the same, with
            the length rounded up to 16, 32, 64 … bytes. Names and namespaces that are in no
            RFC or XEP are replaced too.

              stanzactl redact capture.pcapng > for-the-bug-report.log
              stanzactl decode --format html for-the-bug-report.log > report.html

            \(SelectionOptions.details)
            """
    )

    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode {
        if arguments.operands.isEmpty && InputFile.standardInputIsTerminal {
            throw .usage("redact: no file given", help: "stanzactl redact --help")
        }
        try SelectionOptions.check(arguments, of: "redact")
        let paths = arguments.operands.isEmpty ? ["-"] : arguments.operands
        let key = arguments[key].map { Array($0.utf8) }
        let printer: any RecordPrinter = arguments[format] == .jsonl ? JSONLFormat() : LogFormat()
        let printing = RecordPrinting(arguments, redactor: Redactor(key: key ?? randomKey()), printer: printer)
        var run = DecodeRun(printing, secrets: try DecodeCommand.secrets(arguments), namesFiles: paths.count > 1)
        return try run.decode(paths, &output)
    }

    private static func randomKey() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
