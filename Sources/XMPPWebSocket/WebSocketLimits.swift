/// What a WebSocket connection may cost.
public struct WebSocketLimits: Hashable, Sendable {
    /// The most bytes of a message, its fragments together.
    public var messageBytes: Int
    /// The most fragments of a message.
    public var fragments: Int
    /// The most bytes of the request or the response that opens the connection.
    public var handshakeBytes: Int

    /// Creates limits; what is negative counts as zero.
    ///
    /// The default for messages is above the limit for stanzas, so that the stream speaks of a stanza that is too long.
    public init(messageBytes: Int = 16 << 20, fragments: Int = 65_536, handshakeBytes: Int = 16 << 10) {
        self.messageBytes = max(0, messageBytes)
        self.fragments = max(0, fragments)
        self.handshakeBytes = max(0, handshakeBytes)
    }
}
