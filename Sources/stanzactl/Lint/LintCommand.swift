import XMLStream
import XMPPCapture

/// `stanzactl lint`: says where a stream breaks RFC 6120, and what is wrong in recorded traffic.
enum LintCommand: Subcommand {
    /// How violations and findings are printed.
    enum Format: String, CaseIterable {
        case text, jsonl
    }

    static let format = Option<Format>.choice(
        "format",
        help: """
            text (unless told otherwise): one line a violation or finding;
            jsonl: one JSON object a line. A violation has offset (in bytes, from
            0), line (from 1), condition (RFC 6120 §4.9.3), message and rule; a
            finding has rule, severity, message and reference, the condition of
            the error that would answer it if there is one (RFC 6120 §4.9.3,
            §8.3.3), and where it is: n, time, stream and dir as in decode's jsonl,
            session (the beginning of a BOSH session's name), packet (the last),
            offset and line.
            """
    )
    static let severity = Option<Finding.Severity>.choice(
        "severity",
        help: """
            The least severity of findings that are printed, and end with exit
            code 1: warning unless told otherwise.
            """
    )

    static let syntax = CommandSyntax(
        name: "lint",
        summary: "Find where a stream breaks RFC 6120, and what is wrong in captures and logs.",
        operands: .files,
        options: [format, severity, DecodeCommand.keyLog, DecodeCommand.privateKey],
        details: """
            A FILE is one direction of one stream as it is on the wire, or a capture or log
            as decode reads them; which one shows in its first bytes. Without FILE, or with
            -, it is standard input. Each line of text begins with the name of its file; of
            several files, jsonl has file.

            A stream, from its header on, is held to what RFC 6120 §4.9.3 and §11 demand,
            and to the limits that this library has by default. After <proceed/>, <success/>
            or <compressed/> a new header is expected, as the stream restarts there (RFC
            6120 §5.4.3.3, §6.4.6; XEP-0138 §3); after what asks for them there may be one.
            A violation ends a stream for good (RFC 6120 §4.9.1.1), so that one is all a
            stream can have. A stream that is not closed breaks no rule; if the input ends
            within an element, standard error says so. A text whose beginning may be that of
            a log is judged when it shows not to be one, at its end at the latest.

            In captures and logs it looks for findings of these severities and rules, and in
            a stream for those that one direction is enough for:

              error    against a requirement, or a hole in security
              warning  against a recommendation, risky, or wrong only if the recording has
                       everything
              info     worth knowing; nothing need be wrong

              security    plaintext-authentication weak-mechanism starttls-not-used
                          spoofed-carbon spoofed-roster-push
              streams     stream-header stream-restart early-stanza stream-error
                          stream-management stanza-namespace content-after-end
                          unreadable diagnostic
              requests    missing-id duplicate-id unmatched-reply unanswered-request
                          iq-payload
              values      invalid-address missing-address presence-value message-type
                          delay-stamp
              limit       something was not followed, because too much was open at a time

            What TLS protects without keys is not looked at, nor what is no XMPP: standard
            error says so, but it is no finding.

            Exit code 1 if there is a violation, or a finding of the severity that --severity
            names or a higher one; 0 if there is none; 2, also when something was found in
            other files, if one cannot be read or is none: empty, or neither a capture nor a
            log, with no markup at its beginning and no stream header in its first line.
            Markup of which nothing can be read is a violation, and so 1, where decode, which
            has nothing to print of it, ends with 2.
            """
    )

    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode {
        let paths = arguments.operands.isEmpty ? ["-"] : arguments.operands
        var keys = try DecryptionKeys(arguments)
        var code = ExitCode.done
        for path in paths {
            do throws(Failure) {
                let found = try lint(path, isNamed: paths.count > 1, arguments, &keys, &output)
                if code == .done { code = found }
            } catch {
                guard paths.count > 1, case .input = error else { throw error }
                Diagnostics.report(error.description)
                code = .unusable
            }
        }
        return code
    }

    private static func lint(
        _ path: String, isNamed: Bool, _ arguments: ParsedArguments, _ keys: inout DecryptionKeys,
        _ output: inout Output
    ) throws(Failure) -> ExitCode {
        var file = try InputFile(path)
        let printer = FindingPrinter(
            name: file.name, isNamed: isNamed, format: arguments[format] ?? .text,
            least: arguments[severity] ?? .warning)
        var input = LintInput(
            printer: printer, decoder: TrafficDecoder(lastChange: file.lastChange, secrets: keys.secrets))
        while !input.isOver {
            if !file.isReady { try output.flush() }
            let bytes = try file.read()
            keys.forEachAddition(atEnd: bytes.isEmpty) { input.receive(keyLog: $0) }
            if bytes.isEmpty { break }
            try input.receive(bytes, &output)
            try output.flushIfFull()
        }
        return try input.finish(&output)
    }
}
