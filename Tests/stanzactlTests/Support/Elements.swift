import XMLStream

/// A text that ends within an element.
struct Unfinished: Error {
    let offset: Int
}

/// The elements in a text, read as fragments of a stream.
func elements(_ xml: String) throws -> [Element] {
    var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
    parser.receive(Array(xml.utf8))
    parser.finish()
    var elements: [Element] = []
    while let event = try parser.next() {
        switch event {
        case .element(let element): elements.append(element)
        case .streamOpen(let opening): elements.append(opening.element)
        case .endOfInput(.withinElement(let offset)): throw Unfinished(offset: offset)
        case .streamClose, .skipped, .endOfInput: break
        }
    }
    return elements
}
