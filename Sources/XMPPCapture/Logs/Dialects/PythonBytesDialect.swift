/// aioxmpp, and others that log what their socket gave as Python prints bytes: `… SENT b'<?xml …'`.
struct PythonBytesDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        for (marker, isSent) in [("SENT b", true), ("SEND b", true), ("RECV b", false)] as [(StaticString, Bool)] {
            guard let found = line.find(marker), found < 160,
                let text = QuotedText(in: line.bytes, at: found + 6, isBytes: true)
            else { continue }
            // What aioxmpp puts in place of secrets.
            if text.bytes.has("<!-- some bytes omitted -->", at: 0) { return .other }
            var record = LogRecord(isSent: isSent, payload: found + 6)
            record.unquoted = text.bytes
            record.isChunk = true
            return .entry(record)
        }
        return nil
    }
}
