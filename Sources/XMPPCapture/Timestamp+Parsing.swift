extension Timestamp {
    /// Reads a date and time of RFC 3339, `2026-11-30T04:51:47.846Z` or with an offset as `+01:00`; without either it
    /// is taken to be in UTC. Nil if the text is anything else.
    public init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        let scanner = TimestampScanner(bytes, upTo: bytes.count)
        guard bytes.first?.isDigit == true, scanner.leadingTimeEnd == bytes.count,
            let time = scanner.firstTimestamp(year: nil)
        else { return nil }
        self = time
    }
}
