/// Prosody with `mod_stanza_debug`: `Nov 30 04:51:47 c2s5618bfac3620<tab>debug<tab>RECV: <iq …`.
///
/// The lines `Received[c2s]: <…>` and `Sending[c2s]: <…>` show only start tags of what RECV and SEND show whole, so
/// they are left out. A line feed in a message is followed by a tab (util.format).
struct ProsodyDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let header = header(of: line) else { return nil }
        let isSent = line.has("SEND: ", at: header.message)
        guard isSent || line.has("RECV: ", at: header.message) else { return .other }
        var record = LogRecord(isSent: isSent, payload: header.message + 6)
        record.session = Array(header.source)
        record.side = header.source.starts(with: "s2sout".utf8) ? .initiator : .acceptor
        record.continuation = .indented
        return .entry(record)
    }

    /// The source of a line (the word before the level) and where its message starts.
    private func header(of line: LogLine) -> (source: ArraySlice<UInt8>, message: Int)? {
        for level in ["debug\t", "info\t", "warn\t", "error\t"] as [StaticString] {
            guard let found = line.find(level), found > 0, line.bytes[found - 1].isXMLSpace else { continue }
            let before = line.bytes[..<found].trimmingXMLSpaceAtEnd
            let source = before.suffix(while: { !$0.isXMLSpace })
            // A word of the message may be a level too; then the word before it is not all there is.
            guard !source.isEmpty, found < 120 else { continue }
            return (source, found + level.utf8CodeUnitCount)
        }
        return nil
    }
}

extension ArraySlice where Element == UInt8 {
    var trimmingXMLSpaceAtEnd: ArraySlice<UInt8> {
        self[startIndex..<(lastIndex { !$0.isXMLSpace }.map { $0 + 1 } ?? startIndex)]
    }

    /// The longest end of the slice whose elements all satisfy the predicate.
    func suffix(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
