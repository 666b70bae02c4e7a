extension XMLStreamEvent: CustomStringConvertible {
    /// What was found, for logs: elements as XML on their own.
    public var description: String {
        switch self {
        case .streamOpen(let opening): "stream opened: \(opening)"
        case .element(let element): element.description
        case .streamClose(let element?): "stream closed: \(element)"
        case .streamClose(nil): "stream closed"
        case .skipped(let count): "skipped \(count) bytes"
        case .endOfInput(.outsideStream): "end of input"
        case .endOfInput(.betweenElements): "end of input, within the stream"
        case .endOfInput(.withinElement(let offset)): "end of input, within what began at byte \(offset)"
        }
    }
}

extension StreamOpening: CustomStringConvertible {
    /// The start tag with its declarations, with U+FFFD for characters that XML cannot carry.
    public var description: String {
        var bytes: [UInt8] = []
        do throws(XMLWritingError) {
            try XMLWriter(invalidCharacters: .replace).writeStart(of: self, to: &bytes)
        } catch {
            return "<\(element.localName)> (\(error))"
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
