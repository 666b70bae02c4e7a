import XMPPPrimitives

/// Looks at the first line of a text for what no log begins with, so that a stream that begins with something else than
/// its header is told from a log before the text is over.
struct StreamEvidence {
    private var line: [UInt8]? = []
    /// Whether something else than white space has come, and how much before that.
    private var isBegun = false
    private var length = 0
    /// Whether there is markup at the beginning, or a stream header in the first line.
    private(set) var hasMarkup = false

    /// How much of the line is looked at, in bytes.
    private static let limit = 4096

    /// Takes the next bytes; returns whether no log begins like this.
    mutating func receive(_ bytes: [UInt8]) -> Bool {
        lookForMarkup(bytes)
        guard var line else { return false }
        if line.isEmpty, bytes.first.map(Self.beginsNoText) == true { return true }
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
        line += bytes[..<end].prefix(Self.limit - line.count)
        hasMarkup = hasMarkup || Self.hasHeader(line)
        let isComplete = end < bytes.endIndex || line.count >= Self.limit
        self.line = isComplete ? nil : line
        // Of a log, it would have been read by now.
        return line.contains(where: Self.isControl) || isComplete && Self.hasHeader(line)
    }

    /// Looks whether the first thing behind a byte order mark and white space is `<`.
    private mutating func lookForMarkup(_ bytes: [UInt8]) {
        guard !isBegun else { return }
        for byte in bytes {
            defer { length += 1 }
            if byte.isXMLSpace || length < Self.mark.count && byte == Self.mark[length] { continue }
            isBegun = true
            hasMarkup = byte == UInt8(ascii: "<")
            return
        }
    }

    /// The byte order mark of UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

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
