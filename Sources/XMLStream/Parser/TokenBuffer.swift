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

    /// A rule that only looking at single bytes shows to be broken, where, and the byte that makes it certain; and where
    /// the tag or reference begins that is refused for its size.
    typealias Finding = (violation: Violation, offset: Int, detected: Int, refused: Int?)

    /// The first such rule, if the byte that makes it certain does not come after `last`.
    func firstViolation(upTo last: Int, limits: XMLStreamLimits) -> Finding? {
        let end = min(bytes.count, last - offset + 1)
        var position = startsInCDATA ? endOfCDATA(from: 0) : 0
        while position < end {
            switch bytes[position] {
            case 0x3C where starts(with: "<?", at: position):
                return finding(.processingInstruction, at: position, length: 2, end)
            case 0x3C where starts(with: "<!--", at: position):
                return finding(.comment, at: position, length: 4, end)
            case 0x3C where starts(with: "<![CDATA[", at: position):
                position = endOfCDATA(from: position + 9)
            case 0x3C where starts(with: "<!", at: position):
                guard position + 2 < end, (0x41...0x5A).contains(bytes[position + 2]) else { return nil }
                return finding(.documentType, at: position, length: 3, end)
            case 0x3C, 0x26:
                if let excess = passToken(&position, end, limits) { return excess }
            default:
                position += 1
            }
        }
        return nil
    }

    private func finding(_ violation: Violation, at position: Int, length: Int, _ end: Int) -> Finding? {
        position + length <= end ? (violation, offset + position, offset + position + length - 1, nil) : nil
    }

    private func passToken(_ position: inout Int, _ end: Int, _ limits: XMLStreamLimits) -> Finding? {
        var scanner = TokenScanner()
        let start = offset + position
        let outcome = bytes.withUnsafeBufferPointer { bytes in
            scanner.scan(UnsafeBufferPointer(rebasing: bytes[..<end]), from: &position, limits: limits)
        }
        guard case .exceeded(let excess) = outcome else { return nil }
        return (Violation(excess), offset + position - 1, offset + position - 1, start)
    }

    /// The byte with which expat can judge what is wrong at `place`: the one that ends, or spoils, the tag or
    /// reference which that lies in; in text, the last one of the character, and behind a bracket the one that
    /// shows that it does not begin `]]>`.
    func judgement(of place: Int, limits: XMLStreamLimits) -> Int {
        var position = startsInCDATA ? endOfCDATA(from: 0) : 0
        while position < bytes.count, offset + position <= place {
            if starts(with: "<![CDATA[", at: position) {
                position = endOfCDATA(from: position + 9)
            } else if starts(with: "<!", at: position) {
                return place
            } else if bytes[position] == 0x3C || bytes[position] == 0x26 {
                _ = passToken(&position, bytes.count, limits)
                if offset + position > place { return offset + position - 1 }
            } else {
                position += 1
            }
        }
        guard let first = self[place] else { return place }
        if first == 0x5D { return self[place + 1] == 0x5D ? place + 2 : place + 1 }
        return place + UTF8Sequence.length(startingWith: first) - 1
    }

    /// The first reference, from `place` on, to an entity other than the five that XML predefines.
    func entityReference(from place: Int) -> Int? {
        let predefined: [StaticString] = ["&#", "&lt;", "&gt;", "&amp;", "&apos;", "&quot;"]
        let start = max(0, place - offset)
        let found = bytes.indices.dropFirst(start).first { position in
            bytes[position] == 0x26 && !predefined.contains { starts(with: $0, at: position) }
        }
        return found.map { offset + $0 }
    }

    /// The first byte of text, up to a tag, that is neither white space nor part of a reference or CDATA section.
    func firstText(in range: Range<Int>, limits: XMLStreamLimits) -> Int? {
        var position = max(0, range.lowerBound - offset)
        if position == 0 && startsInCDATA { position = endOfCDATA(from: 0) }
        while position < range.upperBound - offset {
            if bytes[position] == 0x3C, !starts(with: "<![CDATA[", at: position) { return nil }
            if starts(with: "<![CDATA[", at: position) {
                position = endOfCDATA(from: position + 9)
            } else if bytes[position] == 0x26 {
                _ = passToken(&position, bytes.count, limits)
            } else if XMLCharacters.isWhitespace(bytes[position]) {
                position += 1
            } else {
                return offset + position
            }
        }
        return nil
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
