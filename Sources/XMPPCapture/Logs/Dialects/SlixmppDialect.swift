import XMPPPrimitives

/// slixmpp through Python's logging, whatever its format: `… slixmpp.xmlstream.xmlstream SEND: <iq …`, or as slixmpp's
/// examples set it up, `DEBUG    SEND: <iq …`.
///
/// Other lines of slixmpp quote stanzas too (`enabling outgoing SM: <enable …`), so all its lines are claimed here.
struct SlixmppDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let message = message(of: line) else { return nil }
        if line.has("Event triggered: connecting", at: message) || line.has("Event triggered: connected", at: message) {
            return .connecting
        }
        if line.has("End of stream received", at: message) { return .entry(endOfStream) }
        let isSent = line.has("SEND: ", at: message)
        guard isSent || line.has("RECV: ", at: message) else { return .other }
        var record = LogRecord(isSent: isSent, payload: message + 6)
        record.side = .initiator
        record.isRerendered = !isSent
        return .entry(record)
    }

    /// Where the message of the XML stream's logger starts; at the line's end for other loggers.
    private func message(of line: LogLine) -> Int? {
        for level in ["DEBUG    ", "INFO     ", "WARNING  ", "ERROR    "] as [StaticString] where line.has(level, at: 0)
        {
            return 9
        }
        guard let name = line.find("slixmpp.", before: 120) else { return nil }
        guard line.has("slixmpp.xmlstream.xmlstream", at: name) else { return line.bytes.count }
        return line.bytes[min(name + 27, line.bytes.count)...].firstIndex(where: \.isLetter) ?? line.bytes.count
    }

    /// The only words that slixmpp has for the stream's end tag.
    private var endOfStream: LogRecord {
        var record = LogRecord(isSent: false, payload: 0)
        record.side = .initiator
        record.unquoted = Array("</stream:stream>".utf8)
        return record
    }
}
