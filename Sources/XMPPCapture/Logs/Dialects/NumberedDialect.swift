/// Smack's debuggers, `04:51:47 PM SENT (0): <iq …`, and Openfire's debugger plugin,
/// `C2S - RECV (84112): <iq …`: both number their connections.
struct NumberedDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        for (marker, isSent) in [("SENT (", true), ("RECV (", false)] as [(StaticString, Bool)] {
            guard let found = line.find(marker), found < 160 else { continue }
            var end = found + 6
            while end < line.bytes.count, line.bytes[end].isDigit || line.bytes[end] == UInt8(ascii: "-") { end += 1 }
            guard end > found + 6, line.has("):", at: end) else { continue }
            var record = LogRecord(isSent: isSent, payload: line.skipSpace(from: end + 2))
            record.session = Array(line.bytes[(found + 6)..<end])
            record.side = line.bytes[..<found].ends(with: " - ") ? .acceptor : .initiator
            return .entry(record)
        }
        return nil
    }
}
