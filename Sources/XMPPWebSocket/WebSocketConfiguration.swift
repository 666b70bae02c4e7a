/// What both sides of a WebSocket connection are told before it begins.
public struct WebSocketConfiguration: Sendable {
    /// What the connection may cost.
    public var limits: WebSocketLimits
    /// Whether binary messages are handed out. RFC 7395 §3.2 knows text only.
    public var acceptsBinary: Bool
    /// The most payload bytes of a frame that is sent; what is longer goes out in fragments. Nil for no such bound.
    public var fragmentBytes: Int?

    /// Creates a configuration that suits XMPP.
    public init(limits: WebSocketLimits = WebSocketLimits(), acceptsBinary: Bool = false, fragmentBytes: Int? = nil) {
        self.limits = limits
        self.acceptsBinary = acceptsBinary
        self.fragmentBytes = fragmentBytes
    }
}
