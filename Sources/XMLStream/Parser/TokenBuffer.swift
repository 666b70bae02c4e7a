/// The bytes around a failure, from the beginning of the token or text in which expat was given them.
///
/// Expat and its callbacks see whole tokens, or as much of one as happens to be there; which rule is broken first
/// must not depend on that. So when something is wrong, these bytes are gone through once more, one by one.
struct TokenBuffer {
    let bytes: [UInt8]
    /// The offset of the first byte in the stream.
    let offset: Int
    /// Whether the first byte lies in a CDATA section.
    let startsInCDATA: Bool

    subscript(position: Int) -> UInt8? {
        let index = position - offset
        return bytes.indices.contains(index) ? bytes[index] : nil
    }

    /// The first rule that only looking at single bytes shows to be broken, if the byte that breaks it does not
    /// come after `last`; and where.
    func firstViolation(upTo last: Int, limits: XMLStreamLimits) -> (Violation, offset: Int)? {
        let end = min(bytes.count, last - offset + 1)
        var position = startsInCDATA ? endOfCDATA(from: 0) : 0
        while position < end {
            switch bytes[position] {
            case 0x3C where starts(with: "<?", at: position):
                return position + 1 < end ? (.processingInstruction, offset + position) : nil
            case 0x3C where starts(with: "<!--", at: position):
                return position + 3 < end ? (.comment, offset + position) : nil
            case 0x3C where starts(with: "<![CDATA[", at: position):
                position = endOfCDATA(from: position + 9)
            case 0x3C where starts(with: "<!", at: position):
                guard position + 2 < end, (0x41...0x5A).contains(bytes[position + 2]) else { return nil }
                return (.documentType, offset + position)
            case 0x3C, 0x26:
                if let excess = passToken(&position, end, limits) { return excess }
            default:
                position += 1
            }
        }
        return nil
    }

    private func passToken(_ position: inout Int, _ end: Int, _ limits: XMLStreamLimits) -> (Violation, offset: Int)? {
        var scanner = TokenScanner()
        let outcome = bytes.withUnsafeBufferPointer { bytes in
            scanner.scan(UnsafeBufferPointer(rebasing: bytes[..<end]), from: &position, limits: limits)
        }
        guard case .exceeded(let excess) = outcome else { return nil }
        return (Violation(excess), offset + position - 1)
    }

    /// The last byte of the character that begins at `position`, which expat waits for before it judges.
    func endOfCharacter(at position: Int) -> Int {
        let length: Int
        switch self[position] ?? 0 {
        case 0xC0...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: length = 1
        }
        return position + length - 1
    }

    private func starts(with text: StaticString, at position: Int) -> Bool {
        text.withUTF8Buffer {
            bytes.count - position >= $0.count && bytes[position..<position + $0.count].elementsEqual($0)
        }
    }

    private func endOfCDATA(from start: Int) -> Int {
        var position = start
        while position < bytes.count {
            if starts(with: "]]>", at: position) { return position + 3 }
            position += 1
        }
        return bytes.count
    }
}
