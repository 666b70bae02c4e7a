/// Finds the end of one tag or reference in bytes that come in pieces, looking at every byte once.
///
/// Expat looks at an unfinished token again from its start whenever it gets more bytes, so a tag that trickles in
/// would cost the square of its length; with its remedy, reparse deferral, it withholds complete tags instead. So
/// an unfinished token is held back and scanned here, and given to expat when it is complete, or at the very byte
/// at which expat would refuse it: the grammar here is that of expat's tokenizer, state by state.
struct TokenScanner: Sendable {
    enum Outcome: Hashable {
        /// The token goes on after the last byte that was looked at.
        case unfinished
        /// The token is complete, or is one that expat refuses: everything so far can be given to it.
        case decided
        /// A limit was exceeded by the last byte that was looked at.
        case exceeded(Excess)
    }

    enum Excess: Hashable {
        case attributes, nameBytes, tokenBytes
    }

    private enum State: UInt8 {
        case start, opened
        case tagName, afterTagName, attributeName, beforeEquals, beforeValue
        case apostropheValue, quoteValue, afterValue, emptyTagSlash
        case endTagStart, endTagName, afterEndTagName
        case referenceStart, referenceName, characterReferenceStart, decimalStart, decimal, hexadecimalStart,
            hexadecimal
    }

    /// The bytes of the token that have been looked at.
    private(set) var length = 0
    /// Where in the token its last name begins.
    private var nameStart = 0
    private var attributeCount: Int32 = 0
    private var state = State.start
    /// The state to return to after a reference within an attribute value; `.start` when the reference is the token.
    private var stateAfterReference = State.start
    /// The bytes so far of a character beyond ASCII, and how many it has in all.
    private var character: UInt32 = 0
    private var characterLength: UInt8 = 0
    private var characterSeen: UInt8 = 0

    /// Looks at bytes from `position` on and moves it past those that it looked at.
    mutating func scan(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from position: inout Int,
        limits: XMLStreamLimits
    ) -> Outcome {
        while position < bytes.count {
            if state == .apostropheValue || state == .quoteValue, characterLength == 0 {
                skipPlainValue(bytes, from: &position, limit: limits.tokenBytes)
                if position == bytes.count { break }
            }
            let byte = bytes[position]
            position += 1
            length += 1
            if length > limits.tokenBytes { return .exceeded(.tokenBytes) }
            switch step(byte, limits) {
            case .unfinished: continue
            case let outcome: return outcome
            }
        }
        return .unfinished
    }

    /// Values are most of what long tags are made of: runs of plain ASCII need none of the states.
    private mutating func skipPlainValue(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from position: inout Int,
        limit: Int
    ) {
        let quote: UInt8 = state == .apostropheValue ? 0x27 : 0x22
        let end = min(bytes.count, position + max(0, limit - length))
        let first = position
        while position < end {
            let byte = bytes[position]
            if byte == quote || byte == 0x26 || byte == 0x3C || byte < 0x20 || byte >= 0x80 { break }
            position += 1
        }
        length += position - first
    }

    private mutating func step(_ byte: UInt8, _ limits: XMLStreamLimits) -> Outcome {
        if byte >= 0x80 || characterLength > 0 { return stepBeyondASCII(byte, limits) }
        switch state {
        case .start: return begin(byte)
        case .opened: return open(byte)
        case .tagName, .endTagName, .attributeName: return continueName(byte, limits)
        case .afterTagName, .afterValue: return betweenAttributes(byte, limits)
        case .beforeEquals: return beforeEquals(byte)
        case .beforeValue: return beforeValue(byte)
        case .apostropheValue, .quoteValue: return insideValue(byte)
        case .emptyTagSlash: return .decided
        case .endTagStart: return beginName(byte, .endTagName, limits)
        case .afterEndTagName: return XMLCharacters.isWhitespace(byte) ? .unfinished : .decided
        case .referenceStart, .referenceName, .characterReferenceStart, .decimalStart, .decimal, .hexadecimalStart,
            .hexadecimal:
            return stepReference(byte, limits)
        }
    }

    private mutating func begin(_ byte: UInt8) -> Outcome {
        switch byte {
        case 0x3C: state = .opened
        case 0x26: state = .referenceStart
        default: return .decided
        }
        return .unfinished
    }

    private mutating func open(_ byte: UInt8) -> Outcome {
        if byte == 0x2F {
            state = .endTagStart
            return .unfinished
        }
        guard XMLCharacters.isNameStart(ascii: byte) else { return .decided }
        state = .tagName
        nameStart = length - 1
        return .unfinished
    }

    private mutating func beginName(_ byte: UInt8, _ next: State, _ limits: XMLStreamLimits) -> Outcome {
        guard XMLCharacters.isNameStart(ascii: byte) else { return .decided }
        return startName(next, limits)
    }

    private mutating func startName(_ next: State, _ limits: XMLStreamLimits) -> Outcome {
        state = next
        nameStart = length - 1
        if next == .attributeName {
            attributeCount += 1
            if attributeCount > limits.attributes { return .exceeded(.attributes) }
        }
        return .unfinished
    }

    private mutating func continueName(_ byte: UInt8, _ limits: XMLStreamLimits) -> Outcome {
        if XMLCharacters.isName(ascii: byte) { return checkName(limits) }
        switch (state, byte) {
        case (.tagName, 0x2F): state = .emptyTagSlash
        case (.tagName, _) where XMLCharacters.isWhitespace(byte): state = .afterTagName
        case (.endTagName, _) where XMLCharacters.isWhitespace(byte): state = .afterEndTagName
        case (.attributeName, 0x3D): state = .beforeValue
        case (.attributeName, _) where XMLCharacters.isWhitespace(byte): state = .beforeEquals
        default: return .decided
        }
        return .unfinished
    }

    private func checkName(_ limits: XMLStreamLimits) -> Outcome {
        length - nameStart > limits.nameBytes ? .exceeded(.nameBytes) : .unfinished
    }

    private mutating func betweenAttributes(_ byte: UInt8, _ limits: XMLStreamLimits) -> Outcome {
        if XMLCharacters.isWhitespace(byte) {
            state = .afterTagName
            return .unfinished
        }
        if byte == 0x2F {
            state = .emptyTagSlash
            return .unfinished
        }
        return state == .afterTagName ? beginName(byte, .attributeName, limits) : .decided
    }

    private mutating func beforeEquals(_ byte: UInt8) -> Outcome {
        if byte == 0x3D {
            state = .beforeValue
            return .unfinished
        }
        return XMLCharacters.isWhitespace(byte) ? .unfinished : .decided
    }

    private mutating func beforeValue(_ byte: UInt8) -> Outcome {
        switch byte {
        case 0x27: state = .apostropheValue
        case 0x22: state = .quoteValue
        default: return XMLCharacters.isWhitespace(byte) ? .unfinished : .decided
        }
        return .unfinished
    }

    private mutating func insideValue(_ byte: UInt8) -> Outcome {
        switch byte {
        case 0x27 where state == .apostropheValue, 0x22 where state == .quoteValue:
            state = .afterValue
        case 0x26:
            stateAfterReference = state
            state = .referenceStart
        case 0x3C:
            return .decided
        case 0..<0x20 where !XMLCharacters.isWhitespace(byte):
            return .decided
        default: break
        }
        return .unfinished
    }

    private mutating func stepReference(_ byte: UInt8, _ limits: XMLStreamLimits) -> Outcome {
        switch state {
        case .referenceStart where byte == 0x23:
            state = .characterReferenceStart
        case .referenceStart:
            return beginName(byte, .referenceName, limits)
        case .referenceName where XMLCharacters.isName(ascii: byte):
            return checkName(limits)
        case .characterReferenceStart where byte == 0x78:
            state = .hexadecimalStart
        case .characterReferenceStart where isDigit(byte), .decimalStart where isDigit(byte):
            state = .decimal
        case .decimal where isDigit(byte), .hexadecimal where isHexadecimal(byte):
            break
        case .hexadecimalStart where isHexadecimal(byte):
            state = .hexadecimal
        case .referenceName where byte == 0x3B, .decimal where byte == 0x3B, .hexadecimal where byte == 0x3B:
            guard stateAfterReference != .start else { return .decided }
            state = stateAfterReference
        default:
            return .decided
        }
        return .unfinished
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
    }

    /// Expat judges a character beyond ASCII when all the bytes that its first one announces are there.
    private mutating func stepBeyondASCII(_ byte: UInt8, _ limits: XMLStreamLimits) -> Outcome {
        if characterLength == 0 {
            guard takesCharactersBeyondASCII else { return .decided }
            let announced = UTF8Sequence.length(startingWith: byte)
            guard announced > 1 else { return .decided }
            characterLength = UInt8(announced)
            character = UInt32(byte)
            characterSeen = 1
            return .unfinished
        }
        character = character << 8 | UInt32(byte)
        characterSeen += 1
        guard characterSeen == characterLength else { return .unfinished }
        let decoded = UTF8Sequence.decode(character, length: characterLength)
        let width = Int(characterLength)
        characterLength = 0
        guard let scalar = decoded, XMLCharacters.isCarried(scalar) else { return .decided }
        switch state {
        case .apostropheValue, .quoteValue:
            return .unfinished
        case .tagName, .endTagName, .attributeName, .referenceName:
            return XMLCharacters.isName(scalar) ? checkName(limits) : .decided
        case .opened, .endTagStart, .afterTagName, .referenceStart:
            return XMLCharacters.isNameStart(scalar) ? startWideName(width, limits) : .decided
        default:
            return .decided
        }
    }

    private var takesCharactersBeyondASCII: Bool {
        switch state {
        case .apostropheValue, .quoteValue, .tagName, .endTagName, .attributeName, .referenceName, .opened,
            .endTagStart, .afterTagName, .referenceStart:
            true
        default: false
        }
    }

    private mutating func startWideName(_ width: Int, _ limits: XMLStreamLimits) -> Outcome {
        let next: State
        switch state {
        case .opened: next = .tagName
        case .endTagStart: next = .endTagName
        case .afterTagName: next = .attributeName
        default: next = .referenceName
        }
        let outcome = startName(next, limits)
        nameStart = length - width
        return outcome
    }
}
