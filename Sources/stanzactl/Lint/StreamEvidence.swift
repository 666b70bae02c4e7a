/// Looks at the first line of a text for what no log begins with, so that a stream that begins with something else than
/// its header is told from a log before the text is over.
struct StreamEvidence {
    private var line: [UInt8]? = []
    /// Whether there is markup at the beginning, or a stream header in the first line.
    private(set) var hasMarkup = false

    /// How much of the line is looked at, in bytes.
    private static let limit = 4096

    /// Takes the next bytes; returns whether no log begins like this.
    mutating func receive(_ bytes: [UInt8]) -> Bool {
        guard var line else { return false }
        if line.isEmpty, bytes.first.map(Self.beginsNoText) == true { return true }
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
        line += bytes[..<end].prefix(Self.limit - line.count)
        hasMarkup = hasMarkup || Self.beginsWithMarkup(line) || Self.hasHeader(line)
        let isComplete = end < bytes.endIndex || line.count >= Self.limit
        self.line = isComplete ? nil : line
        // Of a log, it would have been read by now.
        return line.contains(where: Self.isControl) || isComplete && Self.hasHeader(line)
    }

    /// Whether the first thing behind a byte order mark and white space is `<`.
    private static func beginsWithMarkup(_ line: [UInt8]) -> Bool {
        let text = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line[...]
        return text.first { !$0.isXMLSpace } == UInt8(ascii: "<")
    }

    /// UTF-16 and TLS among others. What a log was cut off by when it was copied reads as NUL.
    private static func beginsNoText(_ byte: UInt8) -> Bool { (0x80..<0xC2).contains(byte) || byte > 0xF4 }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && ![0x00, 0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains(byte)
    }

    /// Whether all of a stream header, or of an XML declaration, is in the line.
    private static func hasHeader(_ line: [UInt8]) -> Bool {
        let text = String(decoding: line, as: UTF8.self)
        guard let start = text.firstRange(of: "<stream:stream ") ?? text.firstRange(of: "<?xml ") else { return false }
        return text[start.upperBound...].contains(">")
    }
}
