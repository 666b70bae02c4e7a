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
            again without loss (see stanzactl help log);
            jsonl: as decode prints (see stanzactl help jsonl).
            """
    )
    static let key = Option<String>(
        name: "key", placeholder: "TEXT",
        help: """
            Make the pseudonyms out of this text of at least 8 bytes, so that every
            run has the same ones; whoever knows it can test guesses. Without it,
            they are made at random, anew in each run.
            """,
        expectation: "a text of at least 8 bytes"
    ) { $0.utf8.count >= 8 ? $0 : nil }

    static let syntax = CommandSyntax(
        name: "redact",
        summary: "Print traffic with pseudonyms for whatever is private, to be shown to others.",
        operands: .files,
        options: [format, key, DecodeCommand.keyLog, DecodeCommand.privateKey] + SelectionOptions.all,
        details: """
            FILE is what stanzactl decode reads. What stays is what XMPP itself brings:
              names of elements, attributes and form fields, namespaces, nodes and features
                that are in an RFC or XEP; other ones are replaced
              values that schemas list, as types, conditions, mechanisms and algorithms, in the
                attributes, elements and form fields that have them; of form fields of the
                protocol also numbers of up to 2 digits
              counters and other numbers of the protocol, as h, max, port and priority, and
                the code of errors
              times, with their fractions, in UTC, also those in the content where the protocol
                has them; an offset that stands alone becomes Z, as it tells where somebody is
              the language without its region; versions of two numbers, as 1.0
              the connections, directions, packet numbers and layers; TLS versions, suites
                and the ALPN names of XMPP and HTTP; the order of everything
              the number of bytes of gaps, and numbers in sentences
            All else is replaced, the same by the same: addresses (part by part, and what is
            no address by what is none), hosts, IP addresses, text, identifiers, tokens, keys,
            URLs part by part, names of files, hashes, comments, numbers by numbers, dates by
            dates. Of lengths only the class stays, which is the next of 16, 32, 64 … bytes,
            and of sizes that of 15, 31, 63 …; text shows besides whether it had line feeds,
            markup, or characters beyond ASCII. A number keeps how many digits it has; one
            with a sign or a point keeps the sign and how many digits are behind the point, and
            gets no farther from 0. The numbers of BOSH requests are all moved by
            as much. Values that decode would diagnose keep that they are wrong, but not what
            they are.

              stanzactl redact capture.pcapng > for-the-bug-report.log
              stanzactl decode --format html for-the-bug-report.log > report.html

            \(SelectionOptions.details)

            Exit code 0 or 2, as with decode.
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
        var run = DecodeRun(printing, keys: try DecryptionKeys(arguments), namesFiles: paths.count > 1)
        return try run.decode(paths, &output)
    }

    private static func randomKey() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
