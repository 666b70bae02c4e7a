/// XML consoles that put a comment before each stanza, as Gajim's does: `<!-- Out 04:51:48 (example) -->`.
struct CommentDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        let start = line.skipSpace(from: 0)
        guard line.has("<!--", at: start), let end = line.find("-->", from: start + 4) else { return nil }
        let words = line.bytes[(start + 4)..<end].split { !$0.isLetter }
        guard let isSent = words.lazy.compactMap({ DirectionWord($0)?.isSent }).first else { return nil }
        var record = LogRecord(isSent: isSent, payload: end + 3)
        record.side = .initiator
        // RFC 6120 §11.1 forbids comments.
        record.isUnmistakable = true
        return .entry(record)
    }
}
