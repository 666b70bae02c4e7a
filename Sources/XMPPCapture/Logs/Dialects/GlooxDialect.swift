/// gloox, whose log sinks get the direction as the number of a log area: `log: level: 0, area: 131072, <iq …`.
struct GlooxDialect: LogDialect {
    func meaning(of line: LogLine) -> LogLineMeaning? {
        guard let found = line.find("area: ", before: 120) else { return nil }
        // LogAreaXmlOutgoing and LogAreaXmlIncoming.
        let isSent = line.has("262144", at: found + 6)
        guard isSent || line.has("131072", at: found + 6) else { return nil }
        guard let payload = line.bytes[found...].firstIndex(of: UInt8(ascii: "<")) else { return .other }
        var record = LogRecord(isSent: isSent, payload: payload)
        record.side = .initiator
        record.isRerendered = !isSent
        return .entry(record)
    }
}
