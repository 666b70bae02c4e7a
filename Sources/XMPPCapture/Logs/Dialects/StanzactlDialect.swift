/// What `stanzactl redact` writes: `2026-11-30T04:51:47.846Z #3 → <iq …`, the arrow pointing to the server.
struct StanzactlDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        let time = TimestampScanner(line.bytes, upTo: min(line.bytes.count, 40)).leadingTimeEnd ?? 0
        let start = line.skipSpace(from: time)
        guard line.has("#", at: start) else { return nil }
        let digits = line.bytes[(start + 1)...].prefix(while: \.isDigit)
        guard !digits.isEmpty, digits.count < 20, line.has(" ", at: digits.endIndex) else { return nil }
        let isSent = line.has("→ ", at: digits.endIndex + 1)
        guard isSent || line.has("← ", at: digits.endIndex + 1) else { return .other }
        let payload = digits.endIndex + 5
        guard line.hasMarkup(at: payload) else { return .other }
        var record = LogRecord(isSent: isSent, payload: payload)
        record.side = .initiator
        record.session = Array(digits)
        record.isUnmistakable = true
        return .entry(record)
    }
}
