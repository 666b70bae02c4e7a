import XMLStream

/// Prints elements indented, wherever that cannot change what they say.
///
/// The library's writer writes the element; this walks over its output and the element side by side, and puts line
/// feeds and colours between.
struct PrettyXML: Sendable {
    let palette: Palette

    /// Appends an element and a line feed.
    func append(_ element: Element, depth: Int, in scope: XMLWriter.Scope, to output: inout [UInt8]) {
        var xml: [UInt8] = []
        do {
            try XMLWriter(in: scope, invalidCharacters: .replace).write(element, to: &xml)
        } catch {
            // Names that XML cannot carry do not come out of a parser.
            xml = Array("<!-- \(error) -->".utf8)
            output.append(contentsOf: xml)
            return
        }
        var walk = Walk(xml: xml, palette: palette, output: output)
        output = []
        walk.indent(depth)
        walk.copy(element, depth: depth, isInline: false)
        output = walk.output
        output.append(0x0A)
    }

    /// Appends a stream header, as a start tag or an element of its own, and a line feed.
    func appendHeader(_ opening: StreamOpening, isEmpty: Bool, depth: Int, to output: inout [UInt8]) {
        var xml: [UInt8] = []
        let writer = XMLWriter(in: .anywhere, invalidCharacters: .replace)
        do {
            if isEmpty {
                try writer.writeEmpty(opening, to: &xml)
            } else {
                try writer.writeStart(of: opening, to: &xml)
            }
        } catch {
            xml = Array("<!-- \(error) -->".utf8)
        }
        var walk = Walk(xml: xml, palette: palette, output: output)
        output = []
        walk.indent(depth)
        walk.copyTag()
        output = walk.output
        output.append(0x0A)
    }
}

/// The way through written XML, next to the element it was written from.
private struct Walk {
    let xml: [UInt8]
    let palette: Palette
    var output: [UInt8]
    private var position = 0

    init(xml: [UInt8], palette: Palette, output: [UInt8]) {
        self.xml = xml
        self.palette = palette
        self.output = output
    }

    /// Deeper than this, elements are indented no further: else a small element could make a very large output.
    private static let deepestIndentation = 16
    /// How much the lines of one element may be indented, in bytes: more than one of a megabyte takes.
    private var indentationLeft = 8 << 20

    mutating func indent(_ depth: Int) {
        let width = min(2 * min(depth, Self.deepestIndentation), indentationLeft)
        indentationLeft -= width
        output.append(contentsOf: repeatElement(0x20, count: width))
    }

    mutating func copy(_ element: Element, depth: Int, isInline: Bool) {
        if copyTag() { return }
        let isInline = isInline || !element.canBeIndented
        for node in element.nodes {
            switch node {
            case .text:
                let text = takeText()
                if isInline { XMLText.append(text, to: &output, isOneLine: false) }
            case .element(let child):
                if !isInline { breakLine(depth + 1) }
                copy(child, depth: depth + 1, isInline: isInline)
            }
        }
        if !isInline { breakLine(depth) }
        copyTag()
    }

    private mutating func breakLine(_ depth: Int) {
        output.append(0x0A)
        indent(depth)
    }

    private mutating func takeText() -> ArraySlice<UInt8> {
        let start = position
        while position < xml.count, xml[position] != 0x3C { position += 1 }
        return xml[start..<position]
    }

    /// Copies a tag, in which the writer lets no other `>` stand; returns whether it is that of an empty element.
    @discardableResult
    mutating func copyTag() -> Bool {
        let start = position
        while position < xml.count, xml[position] != 0x3E { position += 1 }
        position = min(position + 1, xml.count)
        let tag = xml[start..<position]
        if palette.isColored {
            paint(tag)
        } else {
            XMLText.append(tag, to: &output, isOneLine: false)
        }
        return tag.dropLast().last == 0x2F
    }

    /// Copies a tag with its name, the names of its attributes, and their values in colours.
    private mutating func paint(_ tag: ArraySlice<UInt8>) {
        var rest = tag
        func take(_ isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            let part = rest.prefix(while: isPart)
            rest = rest.dropFirst(part.count)
            return part
        }
        paint(take { $0 != 0x20 }, .tag)
        while !rest.isEmpty {
            paint(take { $0 != 0x3D }, .attributeName)
            guard rest.count > 1 else { break }
            let opening = rest.prefix(2)
            rest = rest.dropFirst(2)
            let value = opening + take { $0 != 0x27 } + rest.prefix(1)
            rest = rest.dropFirst(1)
            paint(value, .attributeValue)
            paint(take { $0 == 0x2F || $0 == 0x3E }, .tag)
        }
    }

    private mutating func paint(_ bytes: ArraySlice<UInt8>, _ ink: Palette.Ink) {
        guard !bytes.isEmpty else { return }
        palette.begin(ink, &output)
        XMLText.append(bytes, to: &output, isOneLine: false)
        palette.end(&output)
    }
}

extension Element {
    private static let xhtml: Namespace = "http://www.w3.org/1999/xhtml"
    private static let space = Name("space", in: .xml)

    /// Whether line feeds and spaces between its children change nothing: it has children but no text, or none beside
    /// such indentation, and is not of a kind that wants white space kept (XML 1.0 §2.10, XHTML).
    fileprivate var canBeIndented: Bool {
        guard !isIn(Self.xhtml), attribute(Self.space) != "preserve" else { return false }
        var hasChild = false
        for node in nodes {
            switch node {
            case .element: hasChild = true
            case .text(let text): guard text.isIndentation else { return false }
            }
        }
        return hasChild
    }
}

extension String {
    /// White space with a line feed in it, as indenting inserts.
    fileprivate var isIndentation: Bool {
        utf8.contains(0x0A) && utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
    }
}
