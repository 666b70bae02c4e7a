/// The streams that depend on what more than one connection carries: BOSH sessions, and those that were resumed.
struct ConnectionDependents: Sendable {
    /// How many connections are remembered.
    private static let limit = 4096
    /// How many streams of a connection are: a proxy has many BOSH sessions on one.
    private static let streamLimit = 256

    private var streams: [Int: Set<StreamKey>] = [:]
    private var order: [Int] = []

    /// Takes note of the connection that carries a record of a BOSH session.
    mutating func note(_ record: TrafficRecord) {
        guard let connection = record.stream, record.session != nil, let key = StreamKey(record) else { return }
        add(key, on: connection)
    }

    /// Takes note that a stream goes on as another one.
    mutating func move(_ earlier: StreamKey, to key: StreamKey) {
        for (connection, keys) in streams where keys.contains(earlier) { add(key, on: connection) }
        if let connection = earlier.stream { add(key, on: connection) }
    }

    /// The streams to which it matters what is missing in a record's connection, beside the one that it is part of.
    func of(_ record: TrafficRecord) -> Set<StreamKey> {
        guard let connection = record.stream, let keys = streams[connection] else { return [] }
        return keys.filter { $0 != StreamKey(record) }
    }

    private mutating func add(_ key: StreamKey, on connection: Int) {
        if streams[connection] == nil {
            if order.count >= Self.limit {
                for old in order.prefix(Self.limit / 4) { streams[old] = nil }
                order.removeFirst(Self.limit / 4)
            }
            order.append(connection)
        }
        if streams[connection, default: []].count < Self.streamLimit { streams[connection, default: []].insert(key) }
    }
}
