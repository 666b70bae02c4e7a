public import XMLStream
public import XMPPAddress
public import XMPPSession
public import XMPPStanzas

/// A component's connection to its server (XEP-0114): a session with a socket, a clock and tasks.
///
/// ```swift
/// let connection = ComponentConnection(configuration)
/// for try await event in connection {
///     switch event {
///     case .stanza(.message(let message)): try await connection.send(answer(to: message))
///     default: break
///     }
/// }
/// ```
///
/// It begins to connect when it is made. Events come in order, each to one task; the sequence ends after
/// ``ComponentEvent/ended(_:)``, without an error if the application wanted that, and else with a ``ConnectionError``. With a
/// policy for reconnection it goes on instead, as long as the policy says: ``ComponentEvent/established(_:)`` comes anew.
///
/// A component speaks for all addresses of its domain: each stanza states its sender, and its addressee.
///
/// Both directions are bounded (``BufferPolicy``): while events are not taken nothing more is read, and while the server takes
/// nothing in `send` waits. What is open is closed at once when a task is cancelled that waits for an event, for the
/// stream to be established or for the close, and when nothing refers to the connection any more. Cancelling a task that
/// sends or waits for a response gives up that alone.
public final class ComponentConnection: Sendable {
    let driver: ComponentDriver

    /// Begins to connect.
    public init(_ configuration: ComponentConnectionConfiguration) {
        driver = ComponentDriver(configuration)
        driver.enqueue { $0.begin() }
    }

    deinit {
        driver.enqueue { $0.abort() }
    }

    // MARK: - What is known

    /// Waits until the server has accepted the component, and returns the domain that it serves; at once where that is so
    /// already.
    ///
    /// Throws a ``ConnectionError`` if it does not come to that, `LocalError.ended` if the application closed the
    /// connection before, `CancellationError` on cancellation, which closes the connection.
    @discardableResult
    public func established() async throws -> JID {
        try await driver.establishedAddress()
    }

    /// Where the last connection led to; nil if there was none.
    public var endpoint: ConnectedEndpoint? {
        get async { await driver.endpoint }
    }

    // MARK: - Sending

    /// An id for a stanza that was not used before and nobody can guess.
    public func makeID() async -> String {
        await driver.makeStanzaID()
    }

    /// Sends a message, a presence or an IQ, once no more than ``BufferPolicy/outgoingBytes`` wait to be sent.
    ///
    /// - Parameter timeout: For a request, how long to wait for its response, which comes as an event; nil for the
    ///   configured time.
    ///
    /// Throws a ``LocalError`` for a stanza that cannot be sent, and `CancellationError` on cancellation; in both cases
    /// nothing was sent. While a stream is established, or established anew, that is ``LocalError/notEstablished``, after which
    /// ``established()`` is to be waited for; ``LocalError/ended`` is for good.
    public func send(_ stanza: some StanzaProtocol, timeout: Duration? = nil) async throws {
        try await driver.send(stanza.element, timeout: timeout)
    }

    /// Sends a stanza that was built as an element; otherwise as ``send(_:timeout:)`` for typed ones.
    public func send(_ element: Element, timeout: Duration? = nil) async throws {
        try await driver.send(element, timeout: timeout)
    }

    /// Sends a request and waits for its response, which does not come as an event then.
    ///
    /// - Parameter timeout: How long to wait; nil for the configured time.
    ///
    /// Throws a `RequestOutcome.Failure` where there is no result, a ``LocalError`` for what cannot be sent, and
    /// `CancellationError` on cancellation: the response is not waited for, the connection stays.
    public func request(_ iq: IQ, timeout: Duration? = nil) async throws -> IQ {
        guard iq.isRequest else { throw LocalError.malformedRequest }
        return try await driver.request { session, now in
            try session.send(iq, timeout: timeout, now: now)
            return iq.id
        }
    }

    // MARK: - The end

    /// Closes the stream and the transport, and returns when that is done. What the server still sends is received
    /// until it closes its side, too, but no longer than the session's time for closing; events can be taken
    /// afterwards. A cancelled task does not wait: what is open is closed at once.
    public func close() async {
        await driver.close()
    }

    /// Closes what is open at once; the server is told what can be said without waiting.
    public func cancel() {
        driver.enqueue { $0.abort() }
    }
}

extension ComponentConnection: AsyncSequence {
    /// The events of a connection.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let connection: ComponentConnection

        /// The next event; nil after the last.
        ///
        /// Throws a ``ConnectionError`` once in place of the end, if the application has not wanted that, and
        /// `CancellationError` on cancellation, which closes the connection.
        public func next() async throws -> ComponentEvent? {
            try await connection.driver.nextEvent()
        }
    }

    /// An iterator; of several each gets other events.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(connection: self)
    }
}
