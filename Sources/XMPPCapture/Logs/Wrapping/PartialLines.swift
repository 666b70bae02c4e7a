/// Puts together lines that a container runtime has cut, because they were long: those of Kubernetes that are marked with
/// `P`, up to the one with `F`, and those of Docker's `json-file` driver without a line feed, up to one with.
///
/// What Docker records of a line comes out as Kubernetes' runtimes write it.
struct PartialLines: Sendable {
    /// The lines that have begun, by the stream that they are of: one each of two streams of two kinds of runtimes.
    private var open: [[UInt8]: LogLine] = [:]
    /// How long a line can get, in bytes.
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Takes the next line; returns what is complete with it.
    mutating func receive(_ line: LogLine) -> LogLine? {
        guard let part = Part(line.bytes) else { return line }
        var whole = open.removeValue(forKey: part.stream) ?? LogLine(bytes: part.head, number: line.number)
        let room = max(limit - whole.bytes.count, 0)
        whole.bytes += part.text.prefix(room)
        if part.text.count > room || line.isTruncated { whole.isTruncated = true }
        guard part.isCut else {
            return LogLine(bytes: whole.bytes, number: whole.number, isTruncated: whole.isTruncated)
        }
        open[part.stream] = whole
        return nil
    }

    /// Takes the end of the log; returns the lines whose ends are not there.
    mutating func finish() -> [LogLine] {
        defer { open = [:] }
        return open.values.sorted { $0.number < $1.number }
            .map { LogLine(bytes: $0.bytes, number: $0.number, isTruncated: $0.isTruncated) }
    }
}

/// A line as a container runtime has recorded it, or a part of one.
private struct Part {
    /// `stdout` or `stderr`, of one runtime or another.
    var stream: [UInt8]
    /// What Kubernetes' runtimes write before a whole line.
    var head: [UInt8]
    var text: ArraySlice<UInt8>
    var isCut: Bool

    /// Nil if this is neither a line of Docker nor one of Kubernetes.
    init?(_ line: [UInt8]) {
        if let record = ContainerRecord(line) {
            isCut = record.log.last != 0x0A
            text = isCut ? record.log[...] : record.log.dropLast()
            stream = record.stream + [0]
            head = Self.head(record)
            return
        }
        guard let time = LineWrapper.containerTimeEnd(line) else { return nil }
        for name: StaticString in [" stdout ", " stderr "] where line.has(name, at: time) {
            let mark = time + name.utf8CodeUnitCount
            // A tag may have others behind it, separated by colons.
            let tag = line[mark...].prefix { $0 != 0x20 }
            guard tag.first == UInt8(ascii: "P") || tag.first == UInt8(ascii: "F") else { return nil }
            guard tag.count == 1 || tag.dropFirst().first == UInt8(ascii: ":") else { return nil }
            isCut = tag.first == UInt8(ascii: "P")
            stream = Array(line[time..<mark])
            head = Array(line[..<mark]) + [UInt8(ascii: "F"), 0x20]
            text = line[min(tag.endIndex + 1, line.count)...]
            return
        }
        return nil
    }

    /// Docker leaves the zeros out at the end of a fraction.
    private static func head(_ record: ContainerRecord) -> [UInt8] {
        guard record.time.last == UInt8(ascii: "Z"), let end = TimestampScanner(record.time, upTo: 40).leadingTimeEnd,
            end == record.time.count, record.time.has("T", at: 10), (20...30).contains(end)
        else { return [] }
        let point: [UInt8] = end == 20 ? [UInt8(ascii: ".")] : []
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 30 - end - point.count)
        return record.time.dropLast() + point + zeros + Array("Z ".utf8) + record.stream + Array(" F ".utf8)
    }
}
