import XMLStream
import XMPPPrimitives

/// A `<body/>` of BOSH (XEP-0124 §6), and where in its text its children stand.
struct BOSHBody {
    enum Reading {
        /// The text is something else.
        case other
        /// It is meant to be a `<body/>` and cannot be read; the offset is that of the violation.
        case broken(String, offset: Int)
        case body(BOSHBody)
    }

    /// How many bytes at its beginning are looked at to tell whether a text is a `<body/>`.
    static let headLimit = 8192
    static let namespace: Namespace = "http://jabber.org/protocol/httpbind"

    let element: Element
    let range: Range<Int>
    /// The ranges of the child elements, in order.
    let childRanges: [Range<Int>]

    /// The element without its content.
    var head: Element { Element(element.name, attributes: element.attributes) }

    /// Whether there is text among the children, which XEP-0124 does not know.
    var hasText: Bool {
        element.nodes.contains { node in
            if case .text(let text) = node { return !text.utf8.allSatisfy(\.isXMLSpace) }
            return false
        }
    }

    func attribute(_ name: String) -> String? { element.attribute(Name(name)) }

    /// Reads a whole text.
    static func read(_ text: [UInt8]) -> Reading {
        guard seemsToBegin(text) else { return .other }
        var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
        parser.receive(text)
        do {
            guard case .element(let element) = try parser.next() else {
                let place = parser.openElementOffset ?? 0
                return .broken("The element that begins here has no end.", offset: place)
            }
            guard element.has(Name("body", in: namespace)) else { return .other }
            let range = parser.eventRange
            if let rest = text[range.upperBound...].firstIndex(where: { !$0.isXMLSpace }) {
                return .broken("Something follows the body element. (XEP-0124 §6)", offset: rest)
            }
            return .body(BOSHBody(element: element, range: range, childRanges: children(in: text, range)))
        } catch {
            return .broken(error.sentence, offset: error.offset)
        }
    }

    /// Whether a text, perhaps not all of it, has a `<body/>` of BOSH as its root.
    static func seemsToBegin(_ text: [UInt8]) -> Bool {
        var rest = text.prefix(headLimit).drop(while: \.isXMLSpace)
        if rest.starts(with: "<?".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
            rest = rest[(end + 1)...].drop(while: \.isXMLSpace)
        }
        guard rest.first == UInt8(ascii: "<") else { return false }
        let name = rest.dropFirst().prefix { !$0.isXMLSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        let localName = name.split(separator: UInt8(ascii: ":")).last ?? []
        return localName.elementsEqual("body".utf8) && Array(rest).find("http://jabber.org/protocol/httpbind") != nil
    }

    /// The ranges of the elements inside the root that `range` holds.
    private static func children(in text: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        guard var offset = endOfTag(in: text[range]) else { return [] }
        var ranges: [Range<Int>] = []
        var extent = XMLExtent()
        var start = offset
        while let event = extent.next(in: text, from: &offset) {
            guard case .item(let end, _) = event else { continue }
            let first = text[start..<end].firstIndex(of: UInt8(ascii: "<")) ?? start
            ranges.append(first..<end)
            start = end
        }
        return ranges
    }

    private static func endOfTag(in text: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        for (index, byte) in zip(text.indices, text) {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }
}
