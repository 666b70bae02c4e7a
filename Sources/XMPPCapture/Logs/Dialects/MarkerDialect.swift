import XMPPPrimitives

/// Any other log in which the direction stands right before the XML, on the same line or the line above.
///
/// `SENT <iq …`, `[RECV]: <iq …`, `>> <iq …`, `← <iq …`, `Sending XML (42 bytes): "<iq …"`, `C: <iq …` as in the RFCs. Reads
/// QXmpp, gloox, strophe.js, Dino, profanity's console, xmpppy and many more.
struct MarkerDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        if let record = speaker(of: line) { return .entry(record) }
        guard let markup = firstMarkup(in: line) else {
            if isConnecting(line) { return .connecting }
            return announcement(in: line).map { .entry($0) }
        }
        guard markup > 0, !endsWithComment(line.bytes[..<markup]) else { return nil }
        var reader = MarkerReader(line.bytes, before: markup)
        let quote = reader.openingQuote()
        guard let isSent = reader.direction() else { return nil }
        var record = LogRecord(isSent: isSent, payload: markup)
        record.isBare = reader.isBare
        if let quote { record.unquoted = QuotedText(in: line.bytes, at: quote, isBytes: false)?.bytes }
        return .entry(record)
    }

    /// `C:` and `S:` as the RFCs mark client and server in their examples, `I:` and `R:` the two ends of any stream.
    private func speaker(of line: LogLine) -> LogRecord? {
        let start = line.skipSpace(from: 0)
        guard line.has(":", at: start + 1) else { return nil }
        let isInitiator: Bool
        switch line.bytes[start] {
        case UInt8(ascii: "C"), UInt8(ascii: "I"): isInitiator = true
        case UInt8(ascii: "S"), UInt8(ascii: "R"): isInitiator = false
        default: return nil
        }
        let payload = line.skipSpace(from: start + 2)
        guard line.hasMarkup(at: payload) else { return nil }
        var record = LogRecord(isSent: isInitiator, payload: payload)
        record.side = .initiator
        return record
    }

    private func firstMarkup(in line: LogLine) -> Int? {
        line.bytes.indices.first { line.bytes[$0] == UInt8(ascii: "<") && line.hasMarkup(at: $0) }
    }

    /// Whether a comment is the last thing in a text, whose end would be an arrow.
    private func endsWithComment(_ text: ArraySlice<UInt8>) -> Bool {
        let text = Array(text.prefix(upTo: text.lastIndex { !$0.isXMLSpace }.map { $0 + 1 } ?? text.startIndex))
        return text.suffix(3).elementsEqual("-->".utf8) && text.find("<!--") != nil
    }

    /// A direction at the end of a short line: the XML comes below.
    private func announcement(in line: LogLine) -> LogRecord? {
        // The end of a comment would be an arrow.
        guard line.bytes.count < 300, !line.has("<!--", at: line.skipSpace(from: 0)) else { return nil }
        var reader = MarkerReader(line.bytes, before: line.bytes.count)
        guard let isSent = reader.direction(), reader.isPunctuated || reader.isAlone else { return nil }
        var record = LogRecord(isSent: isSent, payload: line.bytes.count)
        record.session = session(in: line)
        record.isBare = reader.isBare
        return record
    }

    /// Dino names the stream object: `XMPP OUT [alice@example.test stream:0x55d0c0 thread:… 2026-…]`.
    private func session(in line: LogLine) -> [UInt8]? {
        guard let found = line.find("stream:0x") else { return nil }
        return Array(line.bytes[(found + 7)...].prefix { !$0.isXMLSpace && $0 != UInt8(ascii: "]") })
    }

    private func isConnecting(_ line: LogLine) -> Bool {
        guard let found = line.find("onnect", before: 200) else { return false }
        return line.has("onnecting to ", at: found) || line.bytes[..<found].ends(with: "Attempting to c")
    }
}
