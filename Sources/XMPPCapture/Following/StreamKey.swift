/// The stream that a record belongs to: a connection, or a BOSH session on whichever connections.
struct StreamKey: Sendable, Hashable {
    let stream: Int?
    let session: String?
    /// Whether TLS protects the BOSH session: where a proxy ends TLS, there is another one with the same name behind it.
    let isProtected: Bool
    /// Which recording of the BOSH session it is, where a capture has both sides of a proxy.
    let leg: Int

    /// Creates the key of a record; nil for one that went in no direction, as those of plain XML.
    init?(_ record: TrafficRecord) {
        guard record.direction != nil else { return nil }
        session = record.session
        stream = record.session == nil ? record.stream : nil
        isProtected = record.session != nil && record.layers.contains(.tls)
        leg = record.session == nil ? 0 : record.leg
    }

    init(stream: Int?, session: String?, isProtected: Bool = false, leg: Int = 0) {
        self.stream = stream
        self.session = session
        self.isProtected = isProtected
        self.leg = leg
    }

    /// Creates the key of a connection.
    init(stream: Int) {
        self.stream = stream
        session = nil
        isProtected = false
        leg = 0
    }
}
