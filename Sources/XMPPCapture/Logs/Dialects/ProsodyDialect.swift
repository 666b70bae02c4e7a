import XMPPPrimitives

/// Prosody with `mod_stanza_debug`: `Nov 30 04:51:47 c2s5618bfac3620<tab>debug<tab>RECV: <iq …`.
///
/// The lines `Received[c2s]: <…>` and `Sending[c2s]: <…>` show only start tags of what RECV and SEND show whole, so
/// they are left out. A line feed in a message is followed by a tab (util.format).
struct ProsodyDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let header = header(of: line) ?? syslogHeader(of: line) else { return nil }
        if line.has("mod_smacks session resumed from ", at: header.message) {
            return .resumed(session: Array(header.source), connectionOf: session(at: header.message + 32, in: line))
        }
        let isSent = line.has("SEND: ", at: header.message)
        guard isSent || line.has("RECV: ", at: header.message) else { return .other }
        var record = LogRecord(isSent: isSent, payload: header.message + 6)
        record.session = Array(header.source)
        record.side = header.source.starts(with: "s2sout".utf8) ? .initiator : .acceptor
        record.continuation = .indented
        record.isRerendered = !isSent
        return .entry(record)
    }

    /// The session named at an offset, with or without the prefix of its kind.
    private func session(at start: Int, in line: LogLine) -> [UInt8] {
        let name = line.bytes[start...].prefix { $0.isLetter || $0.isDigit }
        return name.starts(with: "c2s".utf8) ? Array(name) : Array("c2s".utf8) + name
    }

    /// A line that went through syslog: no level, and the source is a word such as `c2s5618bfac3620:`.
    private func syslogHeader(of line: LogLine) -> (source: ArraySlice<UInt8>, message: Int)? {
        for kind in ["c2s", "s2sin", "s2sout", "jcp"] as [StaticString] {
            guard let start = line.find(kind, before: 100), start == 0 || line.bytes[start - 1] == 0x20 else {
                continue
            }
            let number = line.bytes[(start + kind.utf8CodeUnitCount)...].prefix { $0.hexValue != nil }
            guard number.count >= 8, line.has(": ", at: number.endIndex) else { continue }
            return (line.bytes[start..<number.endIndex], number.endIndex + 2)
        }
        return nil
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
