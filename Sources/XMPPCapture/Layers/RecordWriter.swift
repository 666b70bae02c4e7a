/// Writes the records of one direction of a layer.
struct RecordWriter {
    let sink: RecordSink
    private let template: TrafficRecord

    init(_ channel: Channel, _ direction: Direction, layers: [TrafficRecord.Layer]) {
        sink = channel.context.sink
        template = TrafficRecord(.note(""), stream: channel.stream, direction: direction, layers: layers)
    }

    func write(
        _ content: TrafficRecord.Content, _ origin: SourceRun.Origin, offset: Int? = nil, session: String? = nil,
        leg: Int? = nil, _ diagnostics: [String] = [], byteCount: Int? = nil
    ) {
        var record = record(content, origin, diagnostics)
        record.offset = offset
        record.session = session
        record.leg = leg ?? 0
        record.byteCount = byteCount
        sink.append(record)
    }

    /// A record that is written later, if at all.
    func record(
        _ content: TrafficRecord.Content, _ origin: SourceRun.Origin, _ diagnostics: [String] = []
    ) -> TrafficRecord {
        var record = template
        record.content = content
        record.time = origin.time
        record.packets = origin.packets.numbers
        record.diagnostics = diagnostics
        return record
    }
}

extension SourceRun.Origin {
    /// Of nothing yet.
    static let none = SourceRun.Origin(packets: PacketList(), time: nil)

    /// Adds where more came from.
    mutating func formUnion(_ other: SourceRun.Origin) {
        packets.formUnion(other.packets)
        if let added = other.time, time.map({ $0 < added }) ?? true { time = added }
    }
}
