import XMLStream

/// `stanzactl lint`: says where a stream breaks RFC 6120.
enum LintCommand: Subcommand {
    /// How violations are printed.
    enum Format: String, CaseIterable {
        case text, jsonl
    }

    static let format = Option<Format>.choice(
        "format",
        help: """
            text (unless told otherwise): one line a violation;
            jsonl: one JSON object a line, with offset (in bytes, from 0),
            line (from 1), condition (RFC 6120 §4.9.3), message and rule.
            """
    )

    static let syntax = CommandSyntax(
        name: "lint",
        summary: "Find where a stream breaks the rules of RFC 6120.",
        operands: .file,
        options: [format],
        details: """
            The input is one direction of one stream as it is on the wire, from its header
            on; without FILE, or with -, standard input. It is held to what RFC 6120 §4.9.3
            and §11 demand, and to the limits that this library has by default. After
            <proceed/>, <success/> or <compressed/> a new header is expected, as the stream
            restarts there (RFC 6120 §5.4.3.3, §6.4.6; XEP-0138 §3).

            A violation ends a stream for good (RFC 6120 §4.9.1.1), so that one is all a
            stream can have. A stream that is not closed breaks no rule; if the input ends
            within an element, standard error says so.

            Exit code 1 if there is a violation, 0 if there is none.
            """
    )

    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode {
        var file = try InputFile(arguments.operands.first ?? "-")
        let name = file.name
        var linter = StreamLinter()
        var violation: XMLStreamError?
        while violation == nil {
            if !file.isReady { try output.flush() }
            let bytes = try file.read()
            if bytes.isEmpty { break }
            violation = linter.receive(bytes)
        }
        guard let violation else {
            if let end = linter.finish() { Diagnostics.report("\(name): \(end)") }
            return .done
        }
        print(violation, in: name, arguments[format] ?? .text, &output)
        return .foundWrong
    }

    private static func print(_ violation: XMLStreamError, in name: String, _ format: Format, _ output: inout Output) {
        switch format {
        case .text:
            output.write("\(name.visible): \(violation)\n")
        case .jsonl:
            var object = JSONObjectWriter()
            object.add("offset", violation.offset)
            object.add("line", violation.line)
            object.add("condition", violation.condition.rawValue)
            object.add("message", violation.message)
            object.add("rule", violation.rule)
            object.finish()
            output.bytes.append(contentsOf: object.bytes)
        }
    }
}
