/// libstrophe's debug log, and profanity's, which carries it: `xmpp DEBUG RECV: <iq …`.
///
/// What it received is libstrophe's own rendering: a stream header without namespaces.
struct LibstropheDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let marker = line.marker, line.has(": ", at: marker.end) else { return nil }
        let before = line.bytes[..<(marker.end - 4)]
        guard before.ends(with: " DEBUG ") || before.ends(with: " DBG: ") else { return nil }
        var record = LogRecord(isSent: marker.isSent, payload: marker.end + 2)
        record.side = .initiator
        record.isRerendered = !marker.isSent
        return .entry(record)
    }
}
