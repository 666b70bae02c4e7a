/// slixmpp through Python's logging, whatever its format: `… slixmpp.xmlstream.xmlstream SEND: <iq …`.
///
/// Other lines of slixmpp quote stanzas too (`enabling outgoing SM: <enable …`), so all its lines are claimed here.
struct SlixmppDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let name = line.find("slixmpp."), name < 120 else { return nil }
        guard line.has("slixmpp.xmlstream.xmlstream", at: name) else { return .other }
        var message = name + 27
        while message < line.bytes.count, !line.bytes[message].isLetter { message += 1 }
        if line.has("Event triggered: connecting", at: message) || line.has("Event triggered: connected", at: message) {
            return .connecting
        }
        if line.has("End of stream received", at: message) { return .entry(endOfStream) }
        let isSent = line.has("SEND: ", at: message)
        guard isSent || line.has("RECV: ", at: message) else { return .other }
        var record = LogRecord(isSent: isSent, payload: message + 6)
        record.side = .initiator
        record.isReserialized = true
        return .entry(record)
    }

    /// The only words that slixmpp has for the stream's end tag.
    private var endOfStream: LogRecord {
        var record = LogRecord(isSent: false, payload: 0)
        record.side = .initiator
        record.unquoted = Array("</stream:stream>".utf8)
        return record
    }
}
