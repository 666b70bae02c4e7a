/// libstrophe's debug log, and profanity's, which carries it: `xmpp DEBUG RECV: <iq …`.
///
/// What it received is libstrophe's own rendering: a stream header without namespaces.
struct LibstropheDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let found = line.find("DEBUG ") ?? line.find("DBG: "), found < 120 else { return nil }
        let message = found + (line.has("DBG: ", at: found) ? 5 : 6)
        // Whatever is queued is logged again when it is sent.
        if line.has("QUEUED: ", at: message) { return .other }
        if line.has("Attempting to connect to ", at: message) { return .connecting }
        let isSent = line.has("SENT: ", at: message)
        guard isSent || line.has("RECV: ", at: message) else { return nil }
        var record = LogRecord(isSent: isSent, payload: message + 6)
        record.side = .initiator
        record.isReserialized = true
        return .entry(record)
    }
}
