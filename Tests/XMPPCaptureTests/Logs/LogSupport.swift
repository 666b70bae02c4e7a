import Foundation
import XMPPCapture

#if canImport(FoundationXML)
    import FoundationXML
#endif

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
    year: Int? = nil
) -> [LogUnit] {
    var reader = LogReader(itemLimit: itemLimit, year: year)
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
    let url = Bundle.module.url(forResource: "Fixtures/logs/\(name)", withExtension: nil)
    return try Data(contentsOf: url ?? URL(fileURLWithPath: name))
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
func canonical(_ item: String) -> String {
    var xml = item
    if xml.hasPrefix("<?xml"), let end = xml.range(of: "?>") { xml.removeSubrange(..<end.upperBound) }
    if xml.hasPrefix("</") { return xml }
    if xml.hasPrefix("<stream:stream"), !xml.hasSuffix("/>") { xml += "</stream:stream>" }
    let reader = CanonicalReader()
    let root = "<root xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' xml:lang='en'>"
    let document =
        (xml.hasPrefix("<stream:stream") ? "" : root) + xml + (xml.hasPrefix("<stream:stream") ? "" : "</root>")
    let parser = XMLParser(data: Data(document.utf8))
    parser.shouldProcessNamespaces = true
    parser.delegate = reader
    return parser.parse() ? reader.result : "not well formed: \(item)"
}

private final class CanonicalReader: NSObject, XMLParserDelegate {
    var result = ""
    private var text = ""
    private var depth = 0

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        flush(betweenElements: true)
        depth += 1
        let kept = attributes.filter { !$0.key.hasPrefix("xmlns") && !($0.key.hasSuffix("lang") && $0.value == "en") }
        let written = kept.map { " \($0.key)=\($0.value.debugDescription)" }.sorted().joined()
        let local = name.split(separator: ":").last.map(String.init) ?? name
        if local != "root" { result += "<{\(namespaceURI ?? "")}\(local)\(written)>" }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        flush(betweenElements: result.hasSuffix("</>"))
        depth -= 1
        if name != "root" { result += "</>" }
    }

    private func flush(betweenElements: Bool) {
        let isSpace = text.allSatisfy(\.isWhitespace)
        if !(betweenElements && isSpace) { result += text.debugDescription }
        text = ""
    }
}
