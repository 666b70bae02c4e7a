import XMPPPrimitives

/// Smack's debuggers, `04:51:47 PM SENT (0): <iq …`, and Openfire's debugger plugin,
/// `C2S - RECV (84112): <iq …`: both number their connections.
struct NumberedDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let marker = line.marker, line.has(" (", at: marker.end) else { return nil }
        let number = line.bytes[(marker.end + 2)...].prefix { $0.isDigit || $0 == UInt8(ascii: "-") }
        guard !number.isEmpty, line.has("):", at: number.endIndex) else { return nil }
        var record = LogRecord(isSent: marker.isSent, payload: line.skipSpace(from: number.endIndex + 2))
        record.session = Array(number)
        // Older Smack logs what it read from the socket, cut anywhere.
        record.isUnmistakable = true
        record.side = line.bytes[..<(marker.end - 4)].ends(with: " - ") ? .acceptor : .initiator
        return .entry(record)
    }
}
