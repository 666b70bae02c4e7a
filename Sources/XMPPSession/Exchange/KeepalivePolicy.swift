/// How a stream is kept alive while nobody says anything, and how a dead peer is found out.
public struct KeepalivePolicy: Hashable, Sendable {
    /// After how long without anything sent a space is sent (RFC 6120 §4.6.1); nil for never. Over WebSocket it is never
    /// sent: there the driver may send pings of WebSocket's own (RFC 7395 §3.8).
    ///
    /// Where the server says after how long it takes a stream for idle (XEP-0478), a client sends something in three
    /// quarters of that time in any case: a space, over WebSocket a question for a sign of life.
    public var whitespaceInterval: Duration?
    /// After how long without anything received the peer is asked for a sign of life: by a request for acknowledgement
    /// (XEP-0198 §4), or where that is not enabled by a ping (XEP-0199).
    public var probeInterval: Duration
    /// How long after that the peer is taken for dead if nothing is received.
    public var probeTimeout: Duration

    /// Creates a policy.
    public init(
        whitespaceInterval: Duration? = nil,
        probeInterval: Duration = .seconds(180),
        probeTimeout: Duration = .seconds(30)
    ) {
        self.whitespaceInterval = whitespaceInterval
        self.probeInterval = probeInterval
        self.probeTimeout = probeTimeout
    }

    /// The same as far as it can be kept on a stream.
    func policy(for framing: StreamFraming) -> KeepalivePolicy {
        var policy = self
        if framing == .webSocket { policy.whitespaceInterval = nil }
        return policy
    }
}
