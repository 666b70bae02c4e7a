/// One end of a WebSocket connection (RFC 6455) without a socket: bytes and messages go in by calls, and come out of
/// ``nextOutput()``.
///
/// ## Theory of operation
/// The connection is a machine: after each call take outputs until there are none. A client's first output is its
/// request, a server's is the client's, which it accepts or refuses. Then messages go both ways: what comes in is put
/// together from its frames, unmasked, checked and handed out whole; pings are answered. No extension is ever agreed to.
///
///     requesting ─▶ open ─▶ closing ─▶ ended          client
///     awaitingRequest ─▶ deciding ─▶ open ─▶ …        server
///
/// Whatever the peer does wrong ends the connection with a ``WebSocketViolation``, of which the peer is told by a close
/// frame; what the caller does wrong throws a ``WebSocketLocalError`` and changes nothing. The connection has no clock:
/// its driver bounds how long the opening and the closing handshake may take, and reports ``transportClosed()`` when it
/// has lost its patience.
public struct WebSocketConnection: Sendable {
    enum Role: Sendable {
        case client, server
    }

    enum State: Sendable {
        /// The client's request was sent; its key and what it offers.
        case requesting(ClientHandshake)
        /// The server waits for a request.
        case awaitingRequest
        /// The application has the request.
        case deciding(WebSocketRequest)
        case open
        /// This side's close frame was sent, the peer's is awaited.
        case closing(code: WebSocketCloseCode?, reason: String)
        case ended
    }

    let role: Role
    private(set) var configuration: WebSocketConfiguration
    var state: State
    /// Masks have to be unpredictable (RFC 6455 §10.3).
    var generator: any RandomNumberGenerator & Sendable
    /// The head of the handshake as it comes in.
    var head = HTTPHeadReader()
    var reader = MessageReader()
    private var outputs: [WebSocketOutput] = []
    private var nextIndex = 0

    /// The client's end of a connection; its request is ready at once.
    ///
    /// - Parameters:
    ///   - url: Where to connect to.
    ///   - subprotocols: What is offered to be spoken, best first; `["xmpp"]` for RFC 7395.
    ///   - headerFields: Further fields of the request, such as `Origin` or `Authorization`.
    ///   - configuration: Limits and the like.
    ///   - generator: The source of the key and of masks; it must be one for cryptography.
    ///
    /// Throws ``WebSocketLocalError/invalidHeaderField(_:)`` for a field or subprotocol that HTTP cannot carry.
    public init(
        clientOf url: WebSocketURL,
        subprotocols: [String] = ["xmpp"],
        headerFields: [(name: String, value: String)] = [],
        configuration: WebSocketConfiguration = WebSocketConfiguration(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(WebSocketLocalError) {
        var generator = generator
        let handshake = ClientHandshake(subprotocols: subprotocols, using: &generator)
        let request = try handshake.request(url, headerFields)
        role = .client
        self.configuration = configuration
        self.generator = generator
        state = .requesting(handshake)
        emit(.write(request))
    }

    /// The server's end of a connection that a client has just made.
    public init(serverWith configuration: WebSocketConfiguration = WebSocketConfiguration()) {
        role = .server
        self.configuration = configuration
        // A server masks nothing.
        generator = SystemRandomNumberGenerator()
        state = .awaitingRequest
    }

    // MARK: - Outputs

    /// The next thing to do; nil if there is none until the next call.
    public mutating func nextOutput() -> WebSocketOutput? {
        guard nextIndex < outputs.count else { return nil }
        let output = outputs[nextIndex]
        nextIndex += 1
        if nextIndex == outputs.count {
            // An emptied array would keep its memory for as long as the connection rests.
            outputs = []
            nextIndex = 0
        }
        return output
    }

    /// Whether messages may be sent.
    public var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Whether a message has begun to come in that is not there whole; its driver bounds how long that may take.
    public var isReceivingMessage: Bool { reader.isWithinMessage }

    /// Changes what messages may cost that begin from here on, such as once the peer has logged in.
    public mutating func change(_ limits: WebSocketLimits) {
        configuration.limits = limits
    }

    mutating func emit(_ output: WebSocketOutput) { outputs.append(output) }

    /// Ends the connection, for the first reason there is.
    mutating func end(_ ending: WebSocketEnding) {
        if case .ended = state { return }
        state = .ended
        reader = MessageReader()
        head = HTTPHeadReader()
        emit(.closed(ending))
    }

    // MARK: - Inputs

    /// Takes bytes from the peer, cut anywhere. After the end they are ignored.
    public mutating func receive(_ bytes: [UInt8]) {
        switch state {
        case .requesting, .awaitingRequest: receiveHead(bytes)
        // What a client sends before it is answered waits (RFC 6455 §4.1 forbids it to send anything yet).
        case .deciding: fail(.earlyData)
        case .open, .closing: receiveFrames(bytes[...])
        case .ended: return
        }
    }

    /// The transport is at its end. After the end of the connection it is ignored.
    public mutating func transportClosed() {
        switch state {
        case .requesting, .awaitingRequest: end(.handshakeFailed(.cut(receivedBytes: head.byteCount)))
        case .closing(let code, let reason) where reader.isAtFrameBoundary:
            // Some peers close the transport instead of answering.
            end(.closed(code: code, reason: reason, byPeer: false))
        default: end(.cut)
        }
    }

    /// The client's request has not come whole in the time that its server gives it: it is told so by 408 (RFC 9110 §15.5.9),
    /// and the connection ends. In any other stage, and at the client's end, nothing happens.
    public mutating func requestTimedOut() {
        guard case .awaitingRequest = state else { return }
        emit(.write(ServerHandshake.refusal(408, "The request has not come in time.")))
        end(.refused(status: 408))
    }

    // MARK: - Opening

    private mutating func receiveHead(_ bytes: [UInt8]) {
        switch head.receive(bytes, limit: configuration.limits.handshakeBytes) {
        case .needsMore: return
        case .invalid(let error): fail(error)
        case .head(let head, let rest):
            self.head = HTTPHeadReader()
            if case .requesting(let handshake) = state {
                finish(handshake, head, rest)
            } else {
                decide(head, rest)
            }
        }
    }

    private mutating func finish(_ handshake: ClientHandshake, _ head: HTTPHead, _ rest: ArraySlice<UInt8>) {
        do throws(WebSocketHandshakeError) {
            let subprotocol = try handshake.check(head)
            state = .open
            emit(.opened(subprotocol: subprotocol))
            if !rest.isEmpty { receiveFrames(rest) }
        } catch {
            end(.handshakeFailed(error))
        }
    }

    private mutating func decide(_ head: HTTPHead, _ rest: ArraySlice<UInt8>) {
        do throws(WebSocketHandshakeError) {
            let request = try WebSocketRequest(head)
            guard rest.isEmpty else { throw .earlyData }
            state = .deciding(request)
            emit(.request(request))
        } catch {
            fail(error)
        }
    }

    /// A server says what is wrong with a request; a client has nobody to say it to.
    private mutating func fail(_ error: WebSocketHandshakeError) {
        if role == .server { emit(.write(ServerHandshake.refusal(error.status, error.description))) }
        end(.handshakeFailed(error))
    }

    /// Opens the connection that the client has asked for.
    ///
    /// - Parameters:
    ///   - subprotocol: What is to be spoken, one of those that the client offers; nil for none of them.
    ///   - headerFields: Further fields of the response.
    ///
    /// Throws ``WebSocketLocalError/noRequest``, ``WebSocketLocalError/subprotocolNotOffered(_:)`` or
    /// ``WebSocketLocalError/invalidHeaderField(_:)``.
    public mutating func accept(
        subprotocol: String?, headerFields: [(name: String, value: String)] = []
    ) throws(WebSocketLocalError) {
        guard case .deciding(let request) = state else { throw .noRequest }
        let response = try ServerHandshake.acceptance(request, subprotocol, headerFields)
        state = .open
        emit(.write(response))
        emit(.opened(subprotocol: subprotocol))
    }

    /// Refuses what the client has asked for, with a status of HTTP such as 404; the reason is told to the client.
    ///
    /// Throws ``WebSocketLocalError/noRequest``.
    public mutating func refuse(status: Int, reason: String) throws(WebSocketLocalError) {
        guard case .deciding = state else { throw .noRequest }
        emit(.write(ServerHandshake.refusal(status, reason)))
        end(.refused(status: status))
    }
}
