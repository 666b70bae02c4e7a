import XMPPPrimitives

/// One line of a log, without its line feed.
struct LogLine: Sendable {
    var bytes: [UInt8]
    /// Counted from 1.
    var number: Int
    /// Whether the line was longer than the limit, so that only its beginning is here.
    var isTruncated: Bool
    /// Where SENT, SEND or RECV stands near the beginning of the line, which several dialects ask for.
    let marker: Marker?
    /// What stood before the line where the output of programs is collected.
    let wrapping: LineWrapping

    /// A word for a direction that many programs use.
    struct Marker: Sendable {
        var isSent: Bool
        /// The offset behind the word.
        var end: Int
    }

    init(bytes: [UInt8], number: Int, isTruncated: Bool = false, wrapping: LineWrapping = LineWrapping()) {
        self.wrapping = wrapping
        self.bytes = bytes
        self.number = number
        self.isTruncated = isTruncated
        let sent = bytes.find("SEN", before: 200)
        let received = bytes.find("RECV", before: sent ?? 200)
        if let received {
            marker = Marker(isSent: false, end: received + 4)
        } else if let sent, bytes.has("T", at: sent + 3) || bytes.has("D", at: sent + 3) {
            marker = Marker(isSent: true, end: sent + 4)
        } else {
            marker = nil
        }
    }

    /// Whether the line starts with a date or a time of day, as most logs' own lines do.
    var startsWithTime: Bool { TimestampScanner(bytes, upTo: min(bytes.count, 40)).startsWithTime }

    var isBlank: Bool { bytes.allSatisfy(\.isXMLSpace) }

    /// The offset of the first byte at or after `start` that is not white space, or the line's length.
    func skipSpace(from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
        return index
    }

    /// Whether XML markup stands at `offset`: a tag or a declaration, not merely a less-than sign.
    func hasMarkup(at offset: Int) -> Bool { bytes.hasXMLMarkup(at: offset) }

    /// Whether `text` stands at `offset`.
    func has(_ text: StaticString, at offset: Int) -> Bool { bytes.has(text, at: offset) }

    /// The offset of the first occurrence of `text` that starts at or after `start` and before `limit`.
    func find(_ text: StaticString, from start: Int = 0, before limit: Int = .max) -> Int? {
        bytes.find(text, from: start, before: limit)
    }

    /// The line without terminal colour sequences (ECMA-48 SGR), which XML cannot contain.
    func withoutColour() -> LogLine {
        guard bytes.contains(0x1B) else { return self }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x1B, let end = colourSequenceEnd(at: index) {
                index = end
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return LogLine(bytes: plain, number: number, isTruncated: isTruncated)
    }

    private func colourSequenceEnd(at start: Int) -> Int? {
        guard has("[", at: start + 1) else { return nil }
        var index = start + 2
        while index < bytes.count, bytes[index].isDigit || bytes[index] == UInt8(ascii: ";") { index += 1 }
        return has("m", at: index) || has("K", at: index) ? index + 1 : nil
    }
}

extension Array where Element == UInt8 {
    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, text.utf8CodeUnitCount <= count - offset else { return false }
        return text.withUTF8Buffer { text in text.indices.allSatisfy { text[$0] == self[offset + $0] } }
    }

    func find(_ text: StaticString, from start: Int = 0, before limit: Int = .max) -> Int? {
        let end = Swift.min(count - text.utf8CodeUnitCount + 1, limit)
        guard start >= 0, start < end else { return nil }
        let needle = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard let first = needle.first, let last = needle.last else { return nil }
        // Every line is searched for many words, so this is where the time goes: no bounds are checked in it.
        return withUnsafeBytes { bytes in
            let head = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            let tail = UnsafeRawBufferPointer(rebasing: bytes[(start + needle.count - 1)...])
            for offset in 0..<head.count where head[offset] == first && tail[offset] == last {
                if bytes[(start + offset)...].starts(with: needle) {
                    return start + offset
                }
            }
            return nil
        }
    }

    func hasXMLMarkup(at offset: Int) -> Bool {
        guard offset >= 0, offset < count - 1, self[offset] == UInt8(ascii: "<") else { return false }
        let next = self[offset + 1]
        return next.isXMLNameStart || next == UInt8(ascii: "/") || has("?xml", at: offset + 1)
    }
}

extension UInt8 {
    /// Whether a name may start with this byte of UTF-8 (XML 1.0, production NameStartChar, taken generously).
    var isXMLNameStart: Bool { isLetter || self == UInt8(ascii: "_") || self >= 0x80 }
}
