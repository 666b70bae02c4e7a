/// Where a record stands in its input.
public struct TrafficPlace: Sendable, Hashable {
    /// The number of the record, counted from 1 over the input.
    public let number: Int
    /// When it was captured or logged.
    public let time: Timestamp?
    /// Its connection, as Wireshark's `tcp.stream`.
    public let stream: Int?
    /// Its BOSH session, by its `sid`.
    public let session: String?
    /// Which way it went.
    public let direction: Direction?
    /// The last of the packets that carried it.
    public let packet: Int?
    /// The line of the log it begins on.
    public let line: Int?
    /// The offset of its first byte in its direction of the connection, or in the text.
    public let offset: Int?
    /// Whether TLS protects it.
    let isProtected: Bool
    /// Which recording of its BOSH session it is in.
    let leg: Int

    init(_ record: TrafficRecord, number: Int) {
        self.number = number
        time = record.time
        stream = record.stream
        session = record.session
        direction = record.direction
        packet = record.packets.last
        line = record.line
        offset = record.offset
        isProtected = record.layers.contains(.tls)
        leg = record.leg
    }
}
