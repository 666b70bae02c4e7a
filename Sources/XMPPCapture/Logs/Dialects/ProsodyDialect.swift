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
        var start = 0
        while let tab = line.bytes[start...].prefix(120 - start).firstIndex(of: 0x09) {
            let before = line.bytes[..<tab]
            for level in ["debug", "info", "warn", "error"] as [StaticString] where before.ends(with: level) {
                let rest = before.dropLast(level.utf8CodeUnitCount)
                let source = rest.trimmingXMLSpaceAtEnd.suffix(while: { !$0.isXMLSpace })
                if rest.last?.isXMLSpace == true, !source.isEmpty { return (source, tab + 1) }
            }
            start = tab + 1
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
