import XMLStream

/// `stanzactl fmt`: prints XML in another form that says the same.
enum FormatCommand: Subcommand {
    /// How XML is printed.
    enum Format: String, CaseIterable {
        case pretty, xml, canonical
    }

    static let format = Option<Format>.choice(
        "format",
        help: """
            pretty (unless told otherwise): indented, though never where that
            could change text: not among text, in XHTML, or where xml:space
            says preserve;
            xml: one namespace-complete element a line, with &#10; for line
            feeds in text; a stream header is its start tag as an empty element,
            and its end tag is left out;
            canonical: Exclusive XML Canonicalization 1.0 of each element,
            followed by a line feed; line feeds in text stay as they are, and
            streams are as with xml.
            """
    )
    static let color = Option<ColorChoice>.choice(
        "color",
        help: """
            Whether pretty uses colours; auto (unless told otherwise) means on a
            terminal, unless NO_COLOR is set or TERM is dumb.
            """
    )

    static let syntax = CommandSyntax(
        name: "fmt",
        summary: "Print XML indented, one element a line, or in canonical form.",
        operands: .file,
        options: [format, color],
        details: """
            The input is a stream, a document, or a sequence of elements out of a stream;
            without FILE, or with -, standard input. Elements without a namespace are taken
            to be in jabber:client, and the prefixes stream and db to be bound as usual,
            where nothing else is declared. Names, attributes, text and their order are
            kept; prefixes, the spelling of references and CDATA sections, the XML
            declaration and white space between the elements of a stream are not. Formatting
            what was formatted changes nothing. Comments, processing instructions and DTDs
            cannot be in XMPP (RFC 6120 §11.1); they are refused rather than lost.

            The canonical form also does away with the choice of prefixes, so that whatever
            says the same is the same: elements declare their namespace as the default one,
            but stream for that of streams; attributes have n1, n2, … in the order in which
            their namespaces first occur in the element. Of a stream header, all
            declarations are kept; an element in no namespace has xmlns="". On a terminal
            alone, characters that could control it are written as references.

            Exit code 0 if all was printed; 2 if the input is empty, or not well formed: what
            comes before is printed, and standard error names the byte and the line.
            """
    )

    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode {
        var file = try InputFile(arguments.operands.first ?? "-")
        let palette = Palette(isColored: (arguments[color] ?? .auto).isEnabled)
        var formatter = StreamFormatter(
            name: file.name, arguments[format] ?? .pretty, palette, isForTerminal: Output.isTerminal)
        var content = InputContent()
        try file.forEachChunk(&output) { (bytes, output) throws(Failure) in
            content.receive(bytes)
            try formatter.receive(bytes, &output)
        }
        try formatter.finish(&output)
        try content.requireAnything(of: file.name)
        return .done
    }
}
