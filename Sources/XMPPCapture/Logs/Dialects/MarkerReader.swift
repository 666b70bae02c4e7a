import XMPPPrimitives

/// Reads a log line backwards from where its XML starts, to find the word or arrow that says the direction.
struct MarkerReader {
    private let bytes: [UInt8]
    private var end: Int
    /// Whether punctuation, or the gap between two columns, stood between the direction and the XML.
    private(set) var isPunctuated = false

    init(_ bytes: [UInt8], before end: Int) {
        self.bytes = bytes
        self.end = end
    }

    /// Whether nothing but white space stands before what has been read.
    var isAlone: Bool { bytes[..<end].allSatisfy(\.isXMLSpace) }

    /// Whether at most a time stands before what has been read.
    var isBare: Bool {
        let start = TimestampScanner(bytes, upTo: min(end, 60)).leadingTimeEnd ?? 0
        return !bytes[min(start, end)..<end].contains(where: \.isLetter)
    }

    /// Passes over a quote that opens right before the XML, and returns where it is.
    mutating func openingQuote() -> Int? {
        guard let last, last == UInt8(ascii: "\"") || last == UInt8(ascii: "'") || last == UInt8(ascii: "`") else {
            return nil
        }
        end -= 1
        return end
    }

    /// The direction, if only punctuation, bracketed remarks and a few words like "XML" stand behind it.
    mutating func direction() -> Bool? {
        for _ in 0..<8 {
            skipSpace()
            if let isSent = arrow() { return isSent }
            if skipPunctuation() { continue }
            if let content = bracketed() {
                if let word = DirectionWord(content) { return word.isSent }
                continue
            }
            let word = bytes[..<end].suffix(while: { $0.isLetter || $0.isDigit })
            guard !word.isEmpty else { return nil }
            if let direction = DirectionWord(word) { return accept(direction, spelled: word) }
            guard DirectionWord.isFiller(word) || word.allSatisfy(\.isDigit) else { return nil }
            end = word.startIndex
        }
        return nil
    }

    private mutating func accept(_ direction: DirectionWord, spelled word: ArraySlice<UInt8>) -> Bool? {
        end = word.startIndex
        let isUppercase = word.allSatisfy { $0 & 0x20 == 0 }
        return direction.isWeak && !isUppercase && !isPunctuated && !isAlone ? nil : direction.isSent
    }

    private var last: UInt8? { end > 0 ? bytes[end - 1] : nil }

    private mutating func skipSpace() {
        let start = end
        while let last, last.isXMLSpace { end -= 1 }
        if start - end >= 2 { isPunctuated = true }
    }

    private mutating func skipPunctuation() -> Bool {
        guard let last, last == UInt8(ascii: ":") || last == UInt8(ascii: "=") || last == UInt8(ascii: "|") else {
            return false
        }
        end -= 1
        isPunctuated = true
        return true
    }

    /// What stands in the brackets that close here, without them.
    private mutating func bracketed() -> ArraySlice<UInt8>? {
        let opening: UInt8
        switch last {
        case UInt8(ascii: ")"): opening = UInt8(ascii: "(")
        case UInt8(ascii: "]"): opening = UInt8(ascii: "[")
        default: return nil
        }
        guard let start = bytes[..<(end - 1)].lastIndex(of: opening) else { return nil }
        let content = bytes[(start + 1)..<(end - 1)]
        end = start
        isPunctuated = true
        return content
    }

    /// `>>`, `->`, `-->`, `=>`, `→` and their mirror images.
    private mutating func arrow() -> Bool? {
        if bytes[..<end].ends(with: "→") || bytes[..<end].ends(with: "←") {
            end -= 3
            return bytes[end + 2] == 0x92
        }
        let run = bytes[..<end].suffix(while: Self.isArrowPart)
        guard run.count >= 2, run.count <= 5, let first = run.first, let last = run.last else { return nil }
        let pointsRight = last == UInt8(ascii: ">") && first != UInt8(ascii: "<")
        let pointsLeft = first == UInt8(ascii: "<") && last != UInt8(ascii: ">")
        guard pointsRight != pointsLeft else { return nil }
        end = run.startIndex
        isPunctuated = true
        return pointsRight
    }

    private static func isArrowPart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=")
    }
}
