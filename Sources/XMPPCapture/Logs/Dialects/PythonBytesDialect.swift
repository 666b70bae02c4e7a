/// aioxmpp, and others that log what their socket gave as Python prints bytes: `… SENT b'<?xml …'`.
struct PythonBytesDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let marker = line.marker, line.has(" b", at: marker.end),
            let text = QuotedText(in: line.bytes, at: marker.end + 2, isBytes: true)
        else { return nil }
        // What aioxmpp puts in place of secrets.
        if text.bytes.has("<!-- some bytes omitted -->", at: 0) { return .other }
        var record = LogRecord(isSent: marker.isSent, payload: marker.end + 2)
        record.unquoted = text.bytes
        record.isChunk = true
        return .entry(record)
    }
}
