import XMPPPrimitives

/// XML consoles that put a comment before each stanza, as Gajim's does: `<!-- Out 04:51:48 (example) -->`.
struct CommentDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        let start = line.skipSpace(from: 0)
        guard line.has("<!--", at: start), let end = line.find("-->", from: start + 4) else { return nil }
        // Other comments may have such a word in their prose.
        let words = line.bytes[(start + 4)..<end].split { !$0.isLetter }.drop(while: DirectionWord.isFiller)
        guard let isSent = words.first.flatMap({ DirectionWord($0) })?.isSent else { return nil }
        var record = LogRecord(isSent: isSent, payload: end + 3)
        record.side = .initiator
        record.session = account(in: line.bytes[(start + 4)..<end])
        // RFC 6120 §11.1 forbids comments.
        record.isUnmistakable = true
        return .entry(record)
    }

    /// The account in parentheses, of which a console may show several.
    private func account(in comment: ArraySlice<UInt8>) -> [UInt8]? {
        guard let open = comment.firstIndex(of: UInt8(ascii: "(")),
            let close = comment[open...].lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        return Array(comment[(open + 1)..<close])
    }
}
