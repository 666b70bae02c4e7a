/// How long a session waits.
public struct SessionTimeouts: Hashable, Sendable {
    /// For the transport to be connected.
    public var connecting: Duration
    /// For each step of the peer during negotiation, the TLS handshake included.
    public var step: Duration
    /// For the whole login, from the connected transport to the bound address, answers of the application excluded.
    public var login: Duration
    /// For an answer of the application.
    public var application: Duration
    /// For the end of a stanza that has begun to come in on an established stream; nil for as long as it takes.
    public var stanza: Duration?
    /// For the response to a request, unless another time is given with it.
    public var request: Duration
    /// For the peer's end of the stream after this side's own (RFC 6120 §4.4).
    public var closing: Duration

    /// Creates timeouts.
    public init(
        connecting: Duration = .seconds(60),
        step: Duration = .seconds(30),
        login: Duration = .seconds(90),
        application: Duration = .seconds(300),
        stanza: Duration? = nil,
        request: Duration = .seconds(60),
        closing: Duration = .seconds(5)
    ) {
        self.connecting = connecting
        self.step = step
        self.login = login
        self.application = application
        self.stanza = stanza
        self.request = request
        self.closing = closing
    }
}
