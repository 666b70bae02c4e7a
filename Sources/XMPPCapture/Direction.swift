/// Which way bytes went on a connection.
public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// Sent by the side that opened the connection, as a client does towards a server (or a server towards its peer).
    case clientToServer = "c2s"
    /// Sent by the side that accepted the connection.
    case serverToClient = "s2c"
}
