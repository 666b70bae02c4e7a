// MARK: - Before the header

extension XMLStreamParser {
    /// The longest XML declaration that makes sense, with room for white space, in bytes.
    private static let declarationLimit = 256

    mutating func advanceProlog() -> Bool {
        if held.isEmpty {
            skipWhitespace()
            guard inputPosition < input.count else { return true }
            let byte = input[inputPosition]
            guard byte == 0x3C else { return failInProlog(byte) }
            held = [byte]
            heldOffset = inputOffset + inputPosition
            inputPosition += 1
            return true
        }
        switch input[inputPosition] {
        case 0x3F where heldOffset == startOffset:
            phase = .declaration
        case 0x3F:
            fail(.processingInstruction, at: heldOffset)
        case 0x21:
            fail(.markupDeclaration, at: heldOffset)
        case 0x00:
            fail(.wrongEncoding, at: heldOffset)
        default:
            beginContent()
        }
        return true
    }

    /// Hands the `<` that is held over to the parsing of content.
    private mutating func beginContent() {
        phase = .content
        heldGiven = 0
        isHolding = true
        scanner = TokenScanner()
        var position = 0
        let limits = limits
        _ = held.withUnsafeBufferPointer { scanner.scan($0, from: &position, limits: limits) }
    }

    private mutating func skipWhitespace() {
        while inputPosition < input.count, XMLCharacters.isWhitespace(input[inputPosition]) {
            inputPosition += 1
        }
    }

    private mutating func failInProlog(_ byte: UInt8) -> Bool {
        let offset = inputOffset + inputPosition
        switch byte {
        case 0x00 where offset == startOffset, 0xFE where offset == startOffset, 0xFF where offset == startOffset:
            fail(.wrongEncoding, at: offset)
        case 0xEF where offset == startOffset: fail(.byteOrderMark, at: offset)
        case 0x16 where offset == startOffset: fail(.tlsRecord, at: offset)
        default: fail(.textBeforeHeader, at: offset)
        }
        return true
    }

    // MARK: The XML declaration

    mutating func advanceDeclaration() -> Bool {
        while inputPosition < input.count {
            let byte = input[inputPosition]
            inputPosition += 1
            held.append(byte)
            if held.count <= 6 {
                guard XMLDeclaration.begins(held) else {
                    fail(.processingInstruction, at: heldOffset, detected: heldOffset + held.count - 1)
                    return true
                }
            } else if byte == 0x3E, held[held.count - 2] == 0x3F {
                finishDeclaration()
                return true
            } else if held.count > Self.declarationLimit {
                fail(.declarationTooLong, at: heldOffset + Self.declarationLimit)
                return true
            }
        }
        return true
    }

    private mutating func finishDeclaration() {
        guard let declaration = XMLDeclaration(held), declaration.version.hasPrefix("1.") else {
            return fail(.malformedDeclaration, at: heldOffset, detected: heldOffset + held.count - 1)
        }
        if let encoding = declaration.encoding, encoding.lowercased() != "utf-8" {
            return fail(.wrongEncoding, at: heldOffset, detected: heldOffset + held.count - 1)
        }
        letGoOfHeld()
        phase = framing == .fragments ? .content : .prolog
    }
}

/// `<?xml version='1.0' encoding='UTF-8' standalone='yes'?>` (XML 1.0 §2.8).
struct XMLDeclaration {
    let version: String
    let encoding: String?

    /// Whether up to six bytes can be the beginning of a declaration rather than of a processing instruction.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let start: [UInt8] = [0x3C, 0x3F, 0x78, 0x6D, 0x6C]
        if bytes.count > start.count, !XMLCharacters.isWhitespace(bytes[start.count]) { return false }
        return zip(bytes, start).allSatisfy { $0 == $1 }
    }

    /// Reads a declaration from `<?` to `?>`, or returns nil if it is malformed.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 7, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var rest = bytes[5..<bytes.count - 2]
        var values: [(name: String, value: String)] = []
        while true {
            let before = rest.count
            rest = rest.drop(while: XMLCharacters.isWhitespace)
            if rest.isEmpty { break }
            guard rest.count < before, let pair = Self.takePair(&rest) else { return nil }
            values.append(pair)
        }
        guard let first = values.first, first.name == "version", Self.isVersion(first.value) else { return nil }
        version = first.value
        values.removeFirst()
        if let next = values.first, next.name == "encoding" {
            guard Self.isEncodingName(next.value) else { return nil }
            encoding = next.value
            values.removeFirst()
        } else {
            encoding = nil
        }
        if let next = values.first, next.name == "standalone" {
            guard next.value == "yes" || next.value == "no" else { return nil }
            values.removeFirst()
        }
        guard values.isEmpty else { return nil }
    }

    private static func takePair(_ rest: inout ArraySlice<UInt8>) -> (String, String)? {
        let name = rest.prefix { $0 >= 0x61 && $0 <= 0x7A }
        rest = rest.dropFirst(name.count).drop(while: XMLCharacters.isWhitespace)
        guard rest.popFirst() == 0x3D else { return nil }
        rest = rest.drop(while: XMLCharacters.isWhitespace)
        guard let quote = rest.popFirst(), quote == 0x27 || quote == 0x22 else { return nil }
        let value = rest.prefix { $0 != quote }
        rest = rest.dropFirst(value.count)
        guard rest.popFirst() == quote else { return nil }
        return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    private static func isVersion(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
    }

    private static func isEncodingName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != 0x5F, XMLCharacters.isNameStart(ascii: first) else { return false }
        return text.utf8.allSatisfy { XMLCharacters.isName(ascii: $0) && $0 != 0x3A }
    }
}
