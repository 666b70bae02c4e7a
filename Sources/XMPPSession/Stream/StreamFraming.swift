/// How a stream is put on the wire.
public enum StreamFraming: Hashable, Sendable {
    /// One long document, over TCP (RFC 6120 §4.2).
    case stream
    /// A document for each element, over WebSocket (RFC 7395 §3.3): each ``SessionOutput/write(_:)`` is one text message,
    /// and each call of `receive` brings one. TLS protects the connection from its first byte, or does not at all.
    case webSocket
}
