/// The stream that a record belongs to: a connection, or a BOSH session on whichever connections.
struct StreamKey: Sendable, Hashable {
    let stream: Int?
    let session: String?

    /// Creates the key of a record; nil for one that went in no direction, as those of plain XML.
    init?(_ record: TrafficRecord) {
        guard record.direction != nil else { return nil }
        session = record.session
        stream = record.session == nil ? record.stream : nil
    }

    init(stream: Int?, session: String?) {
        self.stream = stream
        self.session = session
    }

    /// Creates the key of a connection.
    init(stream: Int) {
        self.stream = stream
        session = nil
    }
}
