import XMPPPrimitives

/// What syslog and journald write before the message of a line.
struct SyslogHead {
    /// Behind the space that ends it.
    let end: Int
    /// The host and the program, with its process.
    let source: Range<Int>

    // MARK: journald and RFC 3164

    /// `Nov 30 04:51:47 host prosody[1234]: `; nil if a line does not begin so.
    init?(journal line: [UInt8]) {
        let start = Self.priorityEnd(line) ?? 0
        guard let (time, isCertain) = Self.timeEnd(line, from: start), line.has(" ", at: time),
            let host = LineWrapper.wordEnd(line, from: time + 1), time + 1 < host,
            let program = LineWrapper.wordEnd(line, from: host + 1),
            Self.isProcess(line[(host + 1)..<program])
                || isCertain && Self.isHost(line[(time + 1)..<host]) && Self.isProgram(line[(host + 1)..<program]),
            let end = LineWrapper.endBehindSpace(line, program)
        else { return nil }
        self.end = end
        source = time + 1..<program
    }

    /// `prosody[1234]:`.
    private static func isProcess(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count > 4, text.suffix(2).elementsEqual("]:".utf8), let open = text.lastIndex(of: UInt8(ascii: "[")),
            open > text.startIndex
        else { return false }
        let process = text[(open + 1)...].dropLast(2)
        return !process.isEmpty && process.allSatisfy(\.isDigit)
    }

    /// `prosody:`, and no word that a program's own log has in such a place.
    private static func isProgram(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.dropLast()
        guard text.last == UInt8(ascii: ":"), name.contains(where: \.isLetter) else { return false }
        return name.allSatisfy { $0.isLetter || $0.isDigit || "-_.@/".utf8.contains($0) } && !isWord(name)
    }

    private static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
        text.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) } && !isWord(text)
    }

    /// Whether a text has a direction or a severity in it.
    private static func isWord(_ text: ArraySlice<UInt8>) -> Bool {
        text.split { !$0.isLetter }.contains { word in
            DirectionWord(word) != nil || severities.contains(String(decoding: word.map(\.lowercased), as: UTF8.self))
        }
    }

    private static let severities: Set<String> = [
        "debug", "info", "notice", "warn", "warning", "error", "err", "critical", "crit", "fatal", "trace", "verbose",
    ]

    /// Where the time at the head ends, and whether hardly any program's own log has such times: journald's with a day
    /// of the week or an offset, the seconds since 1970 or since the start, and syslog's, which has no year.
    private static func timeEnd(_ line: [UInt8], from start: Int) -> (end: Int, isCertain: Bool)? {
        if let end = zonedTimeEnd(line, from: start) ?? monotonicTimeEnd(line, from: start) { return (end, true) }
        if start == 0, let number = unixTime(line) { return (number.end, true) }
        let rest = Array(line[start...].prefix(40))
        guard let length = TimestampScanner(rest, upTo: 40).leadingTimeEnd else { return nil }
        let isSyslog = rest.first?.isLetter == true && rest[..<length].count { $0 == 0x20 } < 4 && length < 23
        // With nanoseconds it is a container runtime's, and with Z somebody else's.
        let isISO =
            rest.has("T", at: 10) && (24...32).contains(length) && rest[length - 1].isDigit && !rest.has(",", at: 19)
        return (start + length, isSyslog && !hasYear(rest[..<length]) || isISO)
    }

    private static func hasYear(_ time: ArraySlice<UInt8>) -> Bool {
        time.split(separator: 0x20).last.map { $0.count == 4 && $0.allSatisfy(\.isDigit) } ?? false
    }

    /// The name of a zone behind the time that is none of those known; nil if there is no such name.
    static func unknownZone(_ line: [UInt8]) -> String? {
        guard let end = zonedTimeEnd(line, from: priorityEnd(line) ?? 0) else { return nil }
        let name = line[..<end].suffix(while: \.isLetter)
        return name.isEmpty || TimeZoneName.offset(of: name) != nil ? nil : String(decoding: name, as: UTF8.self)
    }

    /// `Mon 2026-11-30 04:51:47 CET`.
    private static func zonedTimeEnd(_ line: [UInt8], from start: Int) -> Int? {
        let day = line[start...].prefix(3)
        guard day.count == 3, day.allSatisfy(\.isLetter), line.has(" ", at: start + 3) else { return nil }
        let rest = Array(line[(start + 4)...].prefix(40))
        guard rest.first?.isDigit == true, let length = TimestampScanner(rest, upTo: 40).leadingTimeEnd else {
            return nil
        }
        let end = start + 4 + length
        if rest[..<length].dropFirst(10).contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) {
            return end
        }
        let zone = rest[length...].dropFirst().prefix(while: \.isLetter).count
        return rest.has(" ", at: length) && (1...6).contains(zone) ? end + 1 + zone : nil
    }

    /// `[    5.123456]`, also with the time since the line before.
    private static func monotonicTimeEnd(_ line: [UInt8], from start: Int) -> Int? {
        guard line.has("[", at: start), let close = line[start...].prefix(60).firstIndex(of: UInt8(ascii: "]")) else {
            return nil
        }
        let inner = line[(start + 1)..<close]
        let isNumber = inner.allSatisfy { $0.isDigit || " .<>".utf8.contains($0) }
        return isNumber && inner.contains(UInt8(ascii: ".")) && inner.contains(where: \.isDigit) ? close + 1 : nil
    }

    /// `1796014307.846123` at the head of a line: at least nine digits, a point, and six.
    static func unixTime(_ line: [UInt8]) -> (seconds: Int64, fraction: ArraySlice<UInt8>, end: Int)? {
        let whole = line.prefix(while: \.isDigit)
        guard (9...11).contains(whole.count), line.has(".", at: whole.count) else { return nil }
        let fraction = line[(whole.count + 1)...].prefix(while: \.isDigit)
        guard fraction.count == 6 else { return nil }
        let seconds = whole.reduce(Int64(0)) { 10 * $0 + Int64($1 - UInt8(ascii: "0")) }
        return (seconds, fraction, fraction.endIndex)
    }

    /// `<34>`.
    private static func priorityEnd(_ line: [UInt8]) -> Int? {
        guard line.first == UInt8(ascii: "<") else { return nil }
        let digits = line.dropFirst().prefix(4).prefix(while: \.isDigit)
        guard (1...3).contains(digits.count), line.has(">", at: digits.endIndex) else { return nil }
        return digits.endIndex + 1
    }

    // MARK: RFC 5424

    /// `<34>1 2026-11-30T04:51:47.003Z host prosody 1234 ID47 [a@1 b="c"] `; nil if a line does not begin so.
    init?(rfc5424 line: [UInt8]) {
        guard let priority = Self.priorityEnd(line), line.has("1 ", at: priority) else { return nil }
        var position = priority + 2
        var starts: [Int] = []
        for _ in 0..<5 {
            guard let end = LineWrapper.wordEnd(line, from: position), end > position else { return nil }
            starts.append(position)
            position = end + 1
        }
        guard let time = starts.first, line.has("-", at: time) || line.has("T", at: time + 10), starts.count == 5,
            let dataEnd = Self.structuredDataEnd(line, from: position),
            var end = LineWrapper.endBehindSpace(line, dataEnd)
        else { return nil }
        // UTF-8 is announced by a byte order mark (§6.4).
        if line[end...].starts(with: [0xEF, 0xBB, 0xBF]) { end += 3 }
        self.end = end
        source = starts[1]..<(starts[4] - 1)
    }

    /// The end of `-`, or of elements in brackets whose values are between quotation marks (§6.3).
    private static func structuredDataEnd(_ line: [UInt8], from start: Int) -> Int? {
        if line.has("-", at: start) { return start + 1 }
        var position = start
        while line.has("[", at: position) {
            var isQuoted = false
            var isEscaped = false
            guard
                let end = line[position...].firstIndex(where: { byte in
                    defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
                    if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
                    return byte == UInt8(ascii: "]") && !isQuoted
                })
            else { return nil }
            position = end + 1
        }
        return position > start ? position : nil
    }
}
