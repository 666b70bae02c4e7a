/// libpurple (Pidgin, Finch): `(14:08:01) jabber: Sending (ssl) (alice@example.test): <iq …` and
/// `(14:08:01) jabber: Recv (ssl)(302): <iq …`, the latter as the socket gave it.
struct PurpleDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let area = line.find("jabber: ", before: 40) else { return isPurple(line) ? .other : nil }
        let message = area + 8
        let isSent = line.has("Sending", at: message)
        guard isSent || line.has("Recv (", at: message) else { return isPurple(line) ? .other : nil }
        guard let colon = line.find(": ", from: message) ?? line.find(":\r", from: message) else { return .other }
        var record = LogRecord(isSent: isSent, payload: min(colon + 2, line.bytes.count))
        record.side = .initiator
        record.isChunk = true
        record.isUnmistakable = true
        return .entry(record)
    }

    /// Whether the line starts with the time of day in parentheses and the name of an area.
    private func isPurple(_ line: LogLine) -> Bool {
        guard line.has("(", at: 0), line.startsWithTime, let close = line.find(") ", before: 16) else { return false }
        return line.find(": ", from: close, before: close + 30) != nil
    }
}
