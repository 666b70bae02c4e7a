import XMPPPrimitives

/// Lines of a log of records (``RecordLine``) among others: `2026-11-30T04:51:47.846Z #3 p17+tls → <iq …`, the arrow
/// pointing to the server. The packets may be left out.
struct StanzactlDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        let time = TimestampScanner(line.bytes, upTo: min(line.bytes.count, 40)).leadingTimeEnd ?? 0
        let start = line.skipSpace(from: time)
        guard line.has("#", at: start) else { return nil }
        let digits = line.bytes[(start + 1)...].prefix(while: \.isDigit)
        guard !digits.isEmpty, digits.count < 20, line.has(" ", at: digits.endIndex) else { return nil }
        var place = digits.endIndex + 1
        if line.has("p", at: place) || line.has("-", at: place) {
            place += line.bytes[place...].prefix { $0 != 0x20 }.count + 1
        }
        let isSent = line.has("→ ", at: place)
        guard isSent || line.has("← ", at: place) else { return .other }
        let kind = place + 4
        let payload = line.has("[open] ", at: kind) ? kind + 7 : kind
        guard line.hasMarkup(at: payload) else { return .other }
        var record = LogRecord(isSent: isSent, payload: payload)
        record.side = .initiator
        record.session = Array(digits)
        record.isUnmistakable = true
        return .entry(record)
    }
}
