/// What a system that collects the output of programs puts before every line of it, those included on which an element
/// only goes on.
enum LineWrapper: Sendable, CaseIterable {
    /// `Nov 30 04:51:47 host prosody[1234]: `, as journald and syslog write, with any form of the time.
    case journal
    /// `prosody-1  | `, as Docker Compose writes.
    case compose
    /// `2026-11-30T04:51:47.846123456Z stdout F `, as Kubernetes' container runtimes write.
    case containerRuntime
    /// `2026-11-30T04:51:47.846123456Z `, as Docker writes when it is asked for times.
    case containerTime

    /// How many lines of a text may come before the first that shows that they are wrapped.
    static let headLength = 5

    /// How long the wrapping of a line is; nil if it has none of this kind.
    func length(in line: [UInt8]) -> Int? {
        switch self {
        case .journal: Self.journalEnd(line)
        case .compose: Self.composeEnd(line)
        case .containerRuntime: Self.containerRuntimeEnd(line)
        case .containerTime: Self.containerTimeEnd(line)
        }
    }

    private static func journalEnd(_ line: [UInt8]) -> Int? {
        guard let time = TimestampScanner(line, upTo: 40).leadingTimeEnd,
            let host = wordEnd(line, from: time + 1), time + 1 < host,
            let program = wordEnd(line, from: host + 1), line.has("]:", at: program - 2),
            let open = line[..<program].lastIndex(of: UInt8(ascii: "[")), host + 1 < open, open < program - 3,
            line[(open + 1)..<(program - 2)].allSatisfy(\.isDigit)
        else { return nil }
        return endBehindSpace(line, program)
    }

    private static func composeEnd(_ line: [UInt8]) -> Int? {
        let name = line.prefix { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }.count
        let bar = name + line[name...].prefix { $0 == UInt8(ascii: " ") }.count
        guard name > 0, bar > name, line.has("|", at: bar) else { return nil }
        return endBehindSpace(line, bar + 1)
    }

    private static func containerRuntimeEnd(_ line: [UInt8]) -> Int? {
        guard let time = TimestampScanner(line, upTo: 40).leadingTimeEnd, line.has("Z ", at: time - 1),
            line.has("stdout F", at: time + 1) || line.has("stderr F", at: time + 1)
        else { return nil }
        return endBehindSpace(line, time + 9)
    }

    private static func containerTimeEnd(_ line: [UInt8]) -> Int? {
        let length = "2026-11-30T04:51:47.846123456Z".utf8.count
        guard TimestampScanner(line, upTo: 40).leadingTimeEnd == length, line.has("Z", at: length - 1) else {
            return nil
        }
        return endBehindSpace(line, length)
    }

    /// The end of the word that begins at an offset; nil if the line ends with it.
    private static func wordEnd(_ line: [UInt8], from start: Int) -> Int? {
        start < line.count ? line[start...].firstIndex(of: UInt8(ascii: " ")) ?? line.count : nil
    }

    /// Behind the space that ends the wrapping, which may be missing before an empty line.
    private static func endBehindSpace(_ line: [UInt8], _ end: Int) -> Int? {
        if end == line.count { return end }
        return line.has(" ", at: end) ? end + 1 : nil
    }
}

/// Takes off what wraps the lines of a text, once one of its first lines has shown that they are wrapped.
struct LineUnwrapper: Sendable {
    /// The kinds of wrapping, the outermost first.
    private var wrappers: [LineWrapper] = []
    private var linesSeen = 0

    /// The line as its program wrote it; only at the head of the text can it show how lines are wrapped.
    mutating func unwrapped(_ line: LogLine, isHead: Bool) -> LogLine {
        if wrappers.isEmpty, isHead, linesSeen < LineWrapper.headLength, !line.isBlank {
            linesSeen += 1
            learn(from: line.bytes)
        }
        guard !wrappers.isEmpty else { return line }
        var rest = line.bytes
        for wrapper in wrappers { rest.removeFirst(wrapper.length(in: rest) ?? 0) }
        guard rest.count < line.bytes.count else { return line }
        let wrapping = Array(line.bytes.dropLast(rest.count))
        return LogLine(bytes: rest, number: line.number, isTruncated: line.isTruncated, wrapping: wrapping)
    }

    private mutating func learn(from line: [UInt8]) {
        var rest = line
        while let (wrapper, length) = Self.wrapper(of: rest), !wrappers.contains(wrapper) {
            wrappers.append(wrapper)
            rest.removeFirst(length)
        }
    }

    private static func wrapper(of line: [UInt8]) -> (LineWrapper, length: Int)? {
        for wrapper in LineWrapper.allCases {
            if let length = wrapper.length(in: line), length < line.count { return (wrapper, length) }
        }
        return nil
    }
}
