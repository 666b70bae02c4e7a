/// Tells the connections of a log apart, and which way its entries went.
///
/// A log that names its sessions is believed. Otherwise, and within a session, a connection ends where the side
/// that opens connections sends a stream header and nothing before it called for a restart of the stream.
struct LogConnections: Sendable {
    /// Where an item belongs.
    struct Place {
        var connection: Int
        var direction: Direction
        var defaultNamespace: [UInt8]
    }

    fileprivate struct Connection {
        var number: Int
        var side: LogSide?
        /// Whether a stream restart is due, so that a stream header does not mean a new connection.
        var expectsRestart = false
        /// Whether the log said since that a connection is being opened.
        var isSuperseded = false
        var defaultNamespace = Array("jabber:client".utf8)
    }

    private var bySession: [[UInt8]: Connection] = [:]
    private var sessionsByAge: [[UInt8]] = []
    private var nextNumber = 0

    /// How many sessions are remembered; the oldest give way, and would be numbered anew if they went on.
    private let sessionLimit: Int

    init(sessionLimit: Int = 10_000) {
        self.sessionLimit = max(sessionLimit, 1)
    }

    /// Notes that the log opens a connection without naming its session.
    mutating func announceConnection() {
        bySession[[]]?.isSuperseded = true
    }

    /// Notes that a session goes on over the connection of another one.
    mutating func resume(_ session: [UInt8], onConnectionOf other: [UInt8]) {
        if let connection = bySession[other] {
            bySession[session] = connection
        } else {
            bySession[session]?.isSuperseded = true
        }
    }

    mutating func place(_ item: [UInt8], _ landmark: XMLExtent.Landmark, record: LogRecord) -> Place {
        let session = record.session ?? []
        var connection: Connection
        if let known = bySession[session], !known.isSuperseded, !opensAnew(known, landmark, record: record) {
            connection = known
        } else {
            connection = begin(session, record: record)
        }
        if connection.side == nil { connection.side = Self.evidence(landmark, isSent: record.isSent) }
        let side = connection.side ?? record.assumedSide
        let direction: Direction = record.isSent == (side == .initiator) ? .clientToServer : .serverToClient
        connection.note(landmark, item, direction)
        bySession[session] = connection
        return Place(
            connection: connection.number,
            direction: direction,
            defaultNamespace: connection.defaultNamespace
        )
    }

    private mutating func begin(_ session: [UInt8], record: LogRecord) -> Connection {
        if bySession[session] == nil {
            if sessionsByAge.count >= sessionLimit {
                let half = sessionsByAge.count / 2 + 1
                for old in sessionsByAge.prefix(half) { bySession[old] = nil }
                sessionsByAge.removeFirst(half)
            }
            sessionsByAge.append(session)
        }
        defer { nextNumber += 1 }
        return Connection(number: nextNumber, side: record.side)
    }

    private func opensAnew(_ connection: Connection, _ landmark: XMLExtent.Landmark, record: LogRecord) -> Bool {
        guard case .streamOpen(let hasID) = landmark, !connection.expectsRestart else { return false }
        guard let side = connection.side ?? record.side else { return !hasID }
        return record.isSent == (side == .initiator)
    }

    /// Which side wrote the log, as far as an item tells.
    private static func evidence(_ landmark: XMLExtent.Landmark, isSent: Bool) -> LogSide? {
        switch landmark {
        case .streamOpen(hasID: false): isSent ? .initiator : .acceptor
        case .streamOpen(hasID: true), .acceptorOnly, .restart: isSent ? .acceptor : .initiator
        case .streamClose, .element: nil
        }
    }
}

extension LogConnections.Connection {
    fileprivate mutating func note(_ landmark: XMLExtent.Landmark, _ item: [UInt8], _ direction: Direction) {
        switch landmark {
        case .restart: expectsRestart = true
        case .streamClose: expectsRestart = false
        case .streamOpen where direction == .clientToServer:
            expectsRestart = false
            if let namespace = Self.defaultNamespace(ofHeader: item) { defaultNamespace = namespace }
        case .streamOpen, .acceptorOnly, .element: break
        }
    }

    private static func defaultNamespace(ofHeader header: [UInt8]) -> [UInt8]? {
        guard let start = header.find(" xmlns=").map({ $0 + 7 }), start < header.count else { return nil }
        let quote = header[start]
        return header[(start + 1)...].firstIndex(of: quote).map { Array(header[(start + 1)..<$0]) }
    }
}
