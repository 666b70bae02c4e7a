import XMPPCapture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `stanzactl decode`: prints what captures and logs say, record by record.
enum DecodeCommand: Subcommand {
    /// How records are printed.
    enum Format: String, CaseIterable {
        case summary, pretty, xml, jsonl, html
    }

    static let format = Option<Format>.choice(
        "format",
        help: """
            summary (unless told otherwise): one line a record;
            pretty: that line and the element, indented;
            xml: one namespace-complete element a line;
            jsonl: one JSON object a line (see stanzactl help jsonl);
            html: one page with a sequence diagram, for any browser; it holds
            100,000 records at most, and says how many are left out.
            """
    )
    static let showSecrets = Option.flag(
        "show-secrets", help: "Print passwords, tokens and SASL messages, instead of *** in their place.")
    static let color = Option<ColorChoice>.choice(
        "color",
        help: """
            Whether summary and pretty use colours; auto (unless told otherwise)
            means on a terminal, unless NO_COLOR is set or TERM is dumb.
            """
    )
    static let keyLog = Option.file(
        "keylog",
        help: """
            Decrypt TLS with the secrets in this key log (NSS format), such as
            SSLKEYLOGFILE has programs write, or in this capture, whose own
            secrets are used only for what comes behind them otherwise; without
            this option, that variable is read. What programs add to a key log
            while it is in use is read as well, for sessions that wait for it.
            """
    )
    static let privateKey = Option.file(
        "private-key",
        help: "Decrypt TLS whose keys were exchanged with this RSA key (PEM)."
    )

    static let syntax = CommandSyntax(
        name: "decode",
        summary: "Print the XMPP in captures, logs and streams, stanza by stanza.",
        operands: .files,
        options: [format, showSecrets, color, keyLog, privateKey] + SelectionOptions.all,
        details: """
            FILE is a pcap or pcapng capture (also gzipped), the debug log of a client or
            server, or XML as streams carry it; which one shows in its first bytes. - is
            standard input, which is also read if no FILE is given; what a growing input
            brings is printed at once:

              tcpdump -U -w - port 5222 | stanzactl decode -

            With --keylog, sessions are decrypted as soon as the program has written their
            keys; of one that waits for them a note says so. With standard input, the key log
            need not be there yet. Files are read one after the
            other, each as a capture of its own: those that one recording was split into
            (tcpdump -C or -G) are joined by mergecap -w all.pcapng FILE …

            \(SelectionOptions.details)

            Values that their specification does not allow are told with each record, with
            the path to them: message/delay: attribute 'stamp' is "now", which is not …

            With --format xml, gaps, violations, notes and wrong values go to standard
            error. Packets are taken in the order of the file, whatever their times.

            Exit code 0 if all was read, whatever is wrong with it: that is printed, and lint
            says it with its exit code. 2 if a FILE cannot be read to its end, with what was
            read until there printed, is none of what is named above, or is markup of which
            nothing can be read. A capture that ends within a packet, as one does that is
            still being written, is no error: a note says so.
            """
    )

    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode {
        if arguments.operands.isEmpty && InputFile.standardInputIsTerminal {
            throw .usage("decode: no file given", help: "stanzactl decode --help")
        }
        try SelectionOptions.check(arguments, of: "decode")
        let paths = arguments.operands.isEmpty ? ["-"] : arguments.operands
        let printing = RecordPrinting(
            arguments, mask: arguments[showSecrets] == true ? nil : SecretMask(), printer: printer(arguments))
        var run = DecodeRun(printing, keys: try DecryptionKeys(arguments), namesFiles: paths.count > 1)
        return try run.decode(paths, &output)
    }

    private static func printer(_ arguments: ParsedArguments) -> any RecordPrinter {
        let palette = Palette(isColored: (arguments[color] ?? .auto).isEnabled)
        switch arguments[format] ?? .summary {
        case .summary: return SummaryFormat(palette: palette)
        case .pretty: return PrettyFormat(palette: palette)
        case .xml: return XMLFormat()
        case .jsonl: return JSONLFormat()
        case .html: return ReportFormat()
        }
    }
}

/// When colours are used.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether what is written to standard output has colours (no-color.org: set and not empty forbids them).
    var isEnabled: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Output.isTerminal && !Self.isForbidden
        }
    }

    private static var isForbidden: Bool {
        getenv("NO_COLOR").map { $0.pointee != 0 } ?? false || getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? false
    }
}
