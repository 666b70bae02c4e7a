/// ejabberd and what descends from it: `… (tcp|<0.630.0>) Received XML on stream = <<"…">>`.
struct ErlangDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let found = line.find(" XML on stream = ", before: 400) else {
            return line.find("] <0.", before: 120) == nil ? nil : .other
        }
        let before = line.bytes[..<found]
        let isSent = before.ends(with: "Send") || before.ends(with: "Sent")
        guard isSent || before.ends(with: "Received") else { return .other }
        var record = LogRecord(isSent: isSent, payload: found + 17)
        record.assumedSide = .acceptor
        record.session = session(before)
        record.isChunk = true
        record.encoding = .erlangTerm
        return .entry(record)
    }

    /// The process or port of the socket in `(tls|<0.630.0>)`.
    ///
    /// Older releases name only the process that wrote the line, which is another for each direction.
    private func session(_ header: ArraySlice<UInt8>) -> [UInt8]? {
        guard let bar = header.lastIndex(of: UInt8(ascii: "|")) else { return nil }
        let rest = header[(bar + 1)...]
        guard let close = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
        return Array(rest[..<close])
    }
}

extension ArraySlice where Element == UInt8 {
    func ends(with text: StaticString) -> Bool {
        text.withUTF8Buffer { suffix(text.utf8CodeUnitCount).elementsEqual($0) }
    }
}
