import Foundation
import XMLStream
import XMPPCapture

/// How the bytes of a text are divided when they are pushed into a reader.
enum Chunking: CaseIterable {
    case whole, byteByByte, sevens, kilobytes

    var size: Int {
        switch self {
        case .whole: .max
        case .byteByByte: 1
        case .sevens: 7
        case .kilobytes: 1000
        }
    }
}

func units(
    of text: some Sequence<UInt8>,
    _ chunking: Chunking = .whole,
    itemLimit: Int = LogReader.defaultItemLimit,
    lastChange: Timestamp? = nil
) -> [LogUnit] {
    var reader = LogReader(itemLimit: itemLimit, lastChange: lastChange)
    var units: [LogUnit] = []
    var rest = Array(text)[...]
    while !rest.isEmpty {
        reader.receive(rest.prefix(chunking.size))
        rest = rest.dropFirst(chunking.size)
        while let unit = reader.next() { units.append(unit) }
    }
    reader.finish()
    while let unit = reader.next() { units.append(unit) }
    return units
}

func units(of text: String, _ chunking: Chunking = .whole) -> [LogUnit] { units(of: text.utf8, chunking) }

extension LogUnit {
    var text: String { String(decoding: xml, as: UTF8.self) }
    /// `c2s 0 <r/>`, with a mark for what is cut.
    var summary: String {
        "\(direction?.rawValue ?? "-") \(connection.map(String.init) ?? "-") \(text)\(isCut ? " CUT" : "")"
    }
}

func fixture(_ name: String) throws -> Data {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: tests.appendingPathComponent("Fixtures/logs/\(name)"))
}

struct TruthUnit: Decodable {
    var dir: String
    var xml: String
    var captured: Bool?
}

func truth(_ name: String) throws -> [TruthUnit] {
    try fixture(name + ".truth.jsonl").split(separator: 0x0A).map { try JSONDecoder().decode(TruthUnit.self, from: $0) }
}

/// The meaning of a stream item in one line: expanded names, attributes in order of name, text.
///
/// White space between elements is left out (consoles indent), and a language that the stream has set already.
///
/// `header` is the stream header that the item came behind, whose declarations hold for it.
func canonical(_ item: String, within header: String? = nil) -> String {
    var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
    if let header, header != item {
        parser.receive(Array(header.utf8))
        _ = try? parser.next()
    }
    parser.receive(Array(item.utf8))
    parser.finish()
    var result = ""
    do {
        while let event = try parser.next() {
            switch event {
            case .streamOpen(let opening):
                result += canonical(opening.element) + " stanzas in \(opening.contentNamespace?.rawValue ?? "nothing")"
            case .element(let element): result += canonical(element)
            case .streamClose: result += "</stream:stream>"
            case .skipped, .endOfInput(.withinElement): return "not well formed: \(item)"
            case .endOfInput: return result
            }
        }
    } catch {
        return "not well formed: \(error): \(item)"
    }
    return result
}

private func canonical(_ element: Element) -> String {
    let attributes = element.attributes.filter { !($0.name == .xmlLang && $0.value == "en") }
        .map { " \($0.name)=\($0.value.debugDescription)" }
    let nodes = Array(element.nodes)
    let isLeaf = element.children.isEmpty
    let content = nodes.map { node in
        switch node {
        case .element(let child): canonical(child)
        case .text(let text): !isLeaf && text.allSatisfy(\.isWhitespace) ? "" : text.debugDescription
        }
    }
    return "<\(element.name)\(attributes.sorted().joined())>\(content.joined())</>"
}
