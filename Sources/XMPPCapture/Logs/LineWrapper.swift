/// What a system that collects the output of programs puts before every line of it, those included on which an element
/// only goes on.
enum LineWrapper: Sendable, CaseIterable {
    /// `Nov 30 04:51:47 host prosody[1234]: `, as journald and syslog write, with any time that ``TimestampScanner`` reads.
    case journal
    /// `prosody-1  | `, as Docker Compose writes.
    case compose
    /// `2026-11-30T04:51:47.846123456Z stdout F `, as Kubernetes' container runtimes write, in any time zone.
    case containerRuntime
    /// `2026-11-30T04:51:47.846123456Z `, as Docker and Kubernetes write when they are asked for times, in any time zone.
    case containerTime

    /// Where the wrapping of a line ends, and what in it tells whose line it is; nil if it has none of this kind.
    func reading(of line: [UInt8]) -> (end: Int, source: Range<Int>)? {
        switch self {
        case .journal: Self.journal(line)
        case .compose: Self.compose(line)
        case .containerRuntime: Self.containerRuntime(line)
        case .containerTime: Self.containerTime(line)
        }
    }

    private static func journal(_ line: [UInt8]) -> (end: Int, source: Range<Int>)? {
        guard let time = TimestampScanner(line, upTo: 40).leadingTimeEnd,
            let host = wordEnd(line, from: time + 1), time + 1 < host,
            let program = wordEnd(line, from: host + 1), line.has("]:", at: program - 2),
            let open = line[..<program].lastIndex(of: UInt8(ascii: "[")), host + 1 < open, open < program - 3,
            line[(open + 1)..<(program - 2)].allSatisfy(\.isDigit)
        else { return nil }
        return endBehindSpace(line, program).map { ($0, time + 1..<program) }
    }

    /// The names of services are padded, so that where the bar stands tells a service from other text with one.
    private static func compose(_ line: [UInt8]) -> (end: Int, source: Range<Int>)? {
        let name = line.prefix { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }.count
        let bar = name + line[name...].prefix { $0 == UInt8(ascii: " ") }.count
        guard name > 0, bar > name, line.has("|", at: bar) else { return nil }
        return endBehindSpace(line, bar + 1).map { ($0, 0..<bar) }
    }

    private static func containerRuntime(_ line: [UInt8]) -> (end: Int, source: Range<Int>)? {
        guard let time = containerTimeEnd(line),
            line.has(" stdout F", at: time) || line.has(" stderr F", at: time)
        else { return nil }
        return endBehindSpace(line, time + 9).map { ($0, 0..<0) }
    }

    private static func containerTime(_ line: [UInt8]) -> (end: Int, source: Range<Int>)? {
        containerTimeEnd(line).flatMap { endBehindSpace(line, $0) }.map { ($0, 0..<0) }
    }

    /// The end of a time with nine digits of a fraction, as Go writes them and hardly any program's own log.
    private static func containerTimeEnd(_ line: [UInt8]) -> Int? {
        let zone = "2026-11-30T04:51:47.846123456".utf8.count
        guard let end = TimestampScanner(line, upTo: 40).leadingTimeEnd, end == zone + 1 || end == zone + 6,
            line.has("T", at: 10), line[20..<zone].allSatisfy(\.isDigit)
        else { return nil }
        return end
    }

    /// The end of the word that begins at an offset; nil if the line ends with it.
    private static func wordEnd(_ line: [UInt8], from start: Int) -> Int? {
        start < line.count ? line[start...].firstIndex(of: UInt8(ascii: " ")) ?? line.count : nil
    }

    /// Behind the space that ends the wrapping, which may be missing before an empty line.
    private static func endBehindSpace(_ line: [UInt8], _ end: Int) -> Int? {
        if line[end...].allSatisfy({ $0 == 0x0D }) { return end }
        return line.has(" ", at: end) ? end + 1 : nil
    }
}

/// What was before a line as its program wrote it.
struct LineWrapping: Sendable, Equatable {
    /// The outermost first; none for a line that is not wrapped.
    private(set) var kinds: [LineWrapper] = []
    /// What tells whose line it is.
    private(set) var source: [UInt8] = []
    /// All of it.
    private(set) var text: [UInt8] = []

    /// Takes off what is around a line, each kind once.
    static func unwrap(_ line: LogLine) -> LogLine {
        unwrap(line) { line, kinds in
            LineWrapper.allCases.first { !kinds.contains($0) && $0.reading(of: line) != nil }
        }
    }

    /// Takes off what is around a line in the same way as around this one, whoever's it is; or leaves all of it.
    func unwrap(_ line: LogLine) -> LogLine {
        let unwrapped = Self.unwrap(line) { _, kinds in self.kinds.dropFirst(kinds.count).first }
        // Compose pads the names of services to one width; journald pads nothing.
        let isAsWide = kinds.contains(.journal) || unwrapped.wrapping.source.count == source.count
        return unwrapped.wrapping.kinds == kinds && isAsWide ? unwrapped : line
    }

    private static func unwrap(
        _ line: LogLine, _ next: (_ line: [UInt8], _ kinds: [LineWrapper]) -> LineWrapper?
    ) -> LogLine {
        var wrapping = LineWrapping()
        var rest = line.bytes
        while let kind = next(rest, wrapping.kinds), let (end, source) = kind.reading(of: rest) {
            wrapping.kinds.append(kind)
            wrapping.source += rest[source]
            wrapping.text += rest[..<end]
            rest.removeFirst(end)
        }
        if wrapping.kinds.isEmpty { return line }
        return LogLine(bytes: rest, number: line.number, isTruncated: line.isTruncated, wrapping: wrapping)
    }
}
