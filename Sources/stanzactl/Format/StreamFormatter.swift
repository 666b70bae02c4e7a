import XMLStream

/// Prints what a parser finds, in one of the formats of `fmt`.
struct StreamFormatter: ~Copyable {
    private let name: String
    private var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
    private var openLine = ElementLine()
    private var form: Form
    private var start = ByteOrderMark()

    /// One format, with what it has to know about the stream so far.
    private enum Form {
        case pretty(PrettyStream)
        case xml
        case canonical(isForTerminal: Bool)
    }

    init(name: String, _ format: FormatCommand.Format, _ palette: Palette, isForTerminal: Bool = false) {
        self.name = name
        form =
            switch format {
            case .pretty: .pretty(PrettyStream(palette: palette))
            case .xml: .xml
            case .canonical: .canonical(isForTerminal: isForTerminal)
            }
    }

    mutating func receive(_ bytes: [UInt8], _ output: inout Output) throws(Failure) {
        try parse(start.blanked(bytes), &output)
    }

    mutating func finish(_ output: inout Output) throws(Failure) {
        try parse(start.rest(), &output)
        parser.finish()
        try printEvents(&output)
    }

    private mutating func parse(_ bytes: [UInt8], _ output: inout Output) throws(Failure) {
        parser.receive(bytes)
        try printEvents(&output)
        openLine.pass(bytes, openAt: parser.openElementOffset)
    }

    private mutating func printEvents(_ output: inout Output) throws(Failure) {
        while let event = try nextEvent() {
            if case .endOfInput(.withinElement(let offset)) = event {
                let message = "the input ends within the element that begins there"
                throw .input(name: name, "byte \(offset), line \(openLine.openElement): \(message)")
            }
            try print(event, &output)
            try output.flushIfFull()
        }
    }

    private mutating func nextEvent() throws(Failure) -> XMLStreamEvent? {
        do {
            return try parser.next()
        } catch {
            throw .input(name: name, error.description)
        }
    }

    private mutating func print(_ event: XMLStreamEvent, _ output: inout Output) throws(Failure) {
        switch form {
        case .pretty(var stream):
            stream.print(event, to: &output.bytes)
            form = .pretty(stream)
        case .xml:
            printLine(event, &output)
        case .canonical(let isForTerminal):
            switch event {
            case .streamOpen(let opening):
                try CanonicalXML.write(opening, isForTerminal: isForTerminal, &output)
            case .element(let element):
                try CanonicalXML.write(element, isForTerminal: isForTerminal, &output)
            case .streamClose, .skipped, .endOfInput: return
            }
            output.bytes.append(0x0A)
        }
    }

    private func printLine(_ event: XMLStreamEvent, _ output: inout Output) {
        let writer = XMLWriter(in: .anywhere, invalidCharacters: .replace)
        var xml: [UInt8] = []
        do {
            switch event {
            case .streamOpen(let opening): try writer.writeEmpty(opening, to: &xml)
            case .element(let element): try writer.write(element, to: &xml)
            case .streamClose, .skipped, .endOfInput: return
            }
        } catch {
            // Names that XML cannot carry do not come out of a parser.
            xml = Array("<!-- \(error) -->".utf8)
        }
        XMLText.append(xml[...], to: &output.bytes, isOneLine: true)
        output.bytes.append(0x0A)
    }
}
