import XMLStream

/// Prints a stream indented: its header, its elements within, its end.
struct PrettyStream {
    private let printer: PrettyXML
    private let palette: Palette
    /// The header of the stream that is open.
    private var open: StreamOpening?

    init(palette: Palette) {
        printer = PrettyXML(palette: palette)
        self.palette = palette
    }

    mutating func print(_ event: XMLStreamEvent, to output: inout [UInt8]) {
        switch event {
        case .streamOpen(let opening):
            printer.appendHeader(opening, isEmpty: false, depth: 0, to: &output)
            open = opening
        case .element(let element):
            printer.append(element, depth: open == nil ? 0 : 1, in: scope, to: &output)
        case .streamClose:
            close(&output)
        case .skipped, .endOfInput:
            break
        }
    }

    private var scope: XMLWriter.Scope {
        guard let open else { return .anywhere }
        return XMLWriter.Scope(defaultNamespace: open.contentNamespace ?? Namespace.none, prefixes: open.prefixes)
    }

    private mutating func close(_ output: inout [UInt8]) {
        // Among fragments, the end of a stream may come without its beginning.
        var name = "stream:stream"
        if let open {
            let prefix = open.prefixes.last { $0.namespace == open.element.namespace }?.prefix
            name = (prefix.map { $0 + ":" } ?? "") + open.element.localName
        }
        palette.begin(.tag, &output)
        output.append(contentsOf: "</\(name)>".utf8)
        palette.end(&output)
        output.append(0x0A)
        open = nil
    }
}
