import XMPPPrimitives

/// What a system that collects the output of programs puts before every line of it, those included on which an element
/// only goes on.
enum LineWrapper: Sendable, CaseIterable {
    /// `[pod/prosody-0/prosody] `, as `kubectl logs --prefix` writes.
    case podPrefix
    /// `prosody-0 prosody `, as stern writes.
    case podAndContainer
    /// `<34>1 2026-11-30T04:51:47.003Z host prosody 1234 - - `, as RFC 5424 has it.
    case syslog
    /// `Nov 30 04:51:47 host prosody[1234]: `, as journald and RFC 3164 have it, with any of journald's times, and with or
    /// without a process or a priority.
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
        case .podPrefix: Self.podPrefix(line)
        case .podAndContainer: Self.podAndContainer(line)
        case .syslog: SyslogHead(rfc5424: line).map { ($0.end, $0.source) }
        case .journal: SyslogHead(journal: line).map { ($0.end, $0.source) }
        case .compose: Self.compose(line)
        case .containerRuntime: Self.containerRuntime(line)
        case .containerTime: Self.containerTime(line)
        }
    }

    private static func podPrefix(_ line: [UInt8]) -> (end: Int, source: Range<Int>)? {
        guard line.has("[pod/", at: 0), let close = line.prefix(600).firstIndex(of: UInt8(ascii: "]")),
            case let names = line[5..<close].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false),
            names.count == 2, names.allSatisfy(isPodName)
        else { return nil }
        return endBehindSpace(line, close + 1).map { ($0, 0..<close) }
    }

    /// Two words and nothing else: only a name as Kubernetes makes them for pods tells that they are no text.
    private static func podAndContainer(_ line: [UInt8]) -> (end: Int, source: Range<Int>)? {
        guard let pod = wordEnd(line, from: 0), isPodName(line[..<pod]), isNumbered(line[..<pod]),
            let container = wordEnd(line, from: pod + 1), isPodName(line[(pod + 1)..<container]),
            DirectionWord(line[(pod + 1)..<container]) == nil
        else { return nil }
        return endBehindSpace(line, container).map { ($0, 0..<container) }
    }

    /// A label or subdomain of RFC 1123.
    private static func isPodName(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, let last = name.last, name.count <= 253 else { return false }
        func isAlphanumeric(_ byte: UInt8) -> Bool { byte.isDigit || byte.isLetter && byte.lowercased == byte }
        return isAlphanumeric(first) && isAlphanumeric(last)
            && name.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    /// Whether a name ends as those of a set's pods do, in a number, or as a deployment's, in a hash and five characters.
    private static func isNumbered(_ name: ArraySlice<UInt8>) -> Bool {
        let parts = name.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last else { return false }
        if (1...4).contains(last.count), last.allSatisfy(\.isDigit) { return true }
        guard parts.count > 2, last.count == 5, let hash = parts.dropLast().last, (8...10).contains(hash.count) else {
            return false
        }
        // No vowels, and no digits that look like some.
        return (hash + last).allSatisfy { "bcdfghjklmnpqrstvwxz2456789".utf8.contains($0) }
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
    static func containerTimeEnd(_ line: [UInt8]) -> Int? {
        let zone = "2026-11-30T04:51:47.846123456".utf8.count
        guard let end = TimestampScanner(line, upTo: 40).leadingTimeEnd, end == zone + 1 || end == zone + 6,
            line.has("T", at: 10), line[20..<zone].allSatisfy(\.isDigit)
        else { return nil }
        return end
    }

    /// The end of the word that begins at an offset; nil if the line ends with it.
    static func wordEnd(_ line: [UInt8], from start: Int) -> Int? {
        start < line.count ? line[start...].firstIndex(of: UInt8(ascii: " ")) ?? line.count : nil
    }

    /// Behind the space that ends the wrapping, which may be missing before an empty line.
    static func endBehindSpace(_ line: [UInt8], _ end: Int) -> Int? {
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
    /// Where in it that begins which journald or syslog wrote.
    private var journalStart: Int?

    /// The time that is said there.
    ///
    /// - Parameter latest: what no time is later than; it tells the year of those written without one.
    func time(notAfter latest: Timestamp?) -> Timestamp? {
        TimestampScanner(text, upTo: 200).firstTimestamp(notAfter: latest) ?? unixTime
    }

    /// The name of the zone that the time is said to be in, if it is not known.
    var unknownZone: String? { journalStart.flatMap { SyslogHead.unknownZone(Array(text[$0...])) } }

    /// The seconds since 1970 that journald begins lines with.
    private var unixTime: Timestamp? {
        guard let number = SyslogHead.unixTime(text) else { return nil }
        let digits = number.fraction.prefix(9)
        let nanoseconds = (0..<9).reduce(UInt32(0)) { value, index in
            10 * value + (index < digits.count ? UInt32(digits[digits.startIndex + index] - UInt8(ascii: "0")) : 0)
        }
        return Timestamp(seconds: number.seconds, nanoseconds: nanoseconds, digits: UInt8(digits.count))
    }

    /// Takes off what is around a line, each kind once.
    static func unwrap(_ line: LogLine) -> LogLine {
        unwrap(line) { line, kinds in
            LineWrapper.allCases.first { !kinds.contains($0) && $0.reading(of: line) != nil }
        }
    }

    /// Takes off what is around a line in the same way as around this one, whoever's it is; or leaves all of it.
    func unwrap(_ line: LogLine) -> LogLine {
        let unwrapped = Self.unwrap(line) { _, kinds in self.kinds.dropFirst(kinds.count).first }
        // Compose pads the names of services to one width; the others pad nothing.
        let isAsWide = !kinds.contains(.compose) || unwrapped.wrapping.source.count == source.count
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
            if kind == .journal { wrapping.journalStart = wrapping.text.count }
            wrapping.text += rest[..<end]
            rest.removeFirst(end)
        }
        if wrapping.kinds.isEmpty { return line }
        return LogLine(bytes: rest, number: line.number, isTruncated: line.isTruncated, wrapping: wrapping)
    }
}
