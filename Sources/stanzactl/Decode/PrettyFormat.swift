import XMLStream
import XMPPCapture

/// The line of ``SummaryFormat`` and under it the element, indented; namespaces appear where they change, those of
/// stanzas and the prefix `stream` being taken for granted.
struct PrettyFormat: RecordPrinter {
    private var summary: SummaryFormat
    private let printer: PrettyXML

    init(palette: Palette) {
        summary = SummaryFormat(palette: palette, isBounded: false)
        printer = PrettyXML(palette: palette)
    }

    mutating func print(_ record: TrafficRecord, at place: RecordPlace, to output: inout [UInt8]) {
        summary.print(record, at: place, to: &output)
        if case .streamOpen(let opening) = record.content {
            printer.appendHeader(opening, isEmpty: false, depth: 1, to: &output)
        } else if let element = record.element {
            printer.append(element, depth: 1, in: Self.scope(of: element), to: &output)
        }
        output.append(0x0A)
    }

    private static let contentNamespaces: [Namespace] = [.client, .server, "jabber:component:accept"]

    private static func scope(of element: Element) -> XMLWriter.Scope {
        let namespace = element.namespace
        let prefixes = XMLWriter.Scope.server.prefixes
        let isContent = contentNamespaces.contains(namespace)
        return XMLWriter.Scope(defaultNamespace: isContent ? namespace : nil, prefixes: prefixes)
    }
}
