public import XMLStream
public import XMPPAddress
public import XMPPSASL
public import XMPPSession
public import XMPPStanzas
public import XMPPTLS

/// A client's connection to its server: a session with a socket, TLS, a clock and tasks.
///
/// ```swift
/// let connection = try ClientConnection(configuration)
/// for try await event in connection {
///     switch event {
///     case .bound: try await connection.send(Presence())
///     case .stanza(.message(let message)): …
///     default: break
///     }
/// }
/// ```
///
/// It begins to connect when it is made. Events come in order, each to one task; the sequence ends after
/// ``ClientEvent/ended(_:)``, without an error if the application wanted that, and else with a ``ConnectionError``. With a
/// policy for reconnection it goes on instead, as long as the policy says; in what time the next attempt comes,
/// ``ConnectionConfiguration/observer`` is told by ``ConnectionActivity/reconnecting(after:)``.
///
/// Both directions are bounded (``BufferPolicy``): while events are not taken nothing more is read, and while the server takes
/// nothing in `send` waits.
///
/// What is open is closed at once when a task is cancelled that waits for an event, for the address or for the
/// close, and when nothing refers to the connection any more. Cancelling a task that sends or waits for a response gives
/// up that alone.
public final class ClientConnection: Sendable {
    let driver: ConnectionDriver

    /// Begins to connect.
    ///
    /// Throws a ``TLSError`` for settings of TLS that cannot be used.
    public init(_ configuration: ConnectionConfiguration) throws(TLSError) {
        driver = try ConnectionDriver(configuration)
        driver.enqueue { $0.begin() }
    }

    deinit {
        driver.enqueue { $0.abort() }
    }

    // MARK: - What is known

    /// Waits until an address is bound or a former stream resumed, and returns the address; at once where that is so
    /// already.
    ///
    /// Throws a ``ConnectionError`` if it does not come to that, `LocalError.ended` if the application closed the
    /// connection before, `CancellationError` on cancellation, which closes the connection.
    public func established() async throws -> JID {
        try await driver.establishedAddress()
    }

    /// The address that is bound; nil before and after.
    public var boundJID: JID? {
        get async { await driver.boundJID }
    }

    /// Where the last connection led to; nil if there was none.
    public var endpoint: ConnectedEndpoint? {
        get async { await driver.endpoint }
    }

    /// What the last TLS handshake led to; nil if there was none on the last connection.
    public var handshake: TLSHandshake? {
        get async { await driver.handshake }
    }

    // MARK: - Sending

    /// An id for a stanza that was not used before and nobody can guess.
    public func makeID() async -> String {
        await driver.makeStanzaID()
    }

    /// Sends a message, a presence or an IQ, once no more than ``BufferPolicy/outgoingBytes`` wait to be sent and the
    /// server has acknowledged enough of what was sent before.
    ///
    /// - Parameter timeout: For a request, how long to wait for its response, which comes as an event; nil for the
    ///   configured time.
    /// - Returns: The number that an acknowledgement is reported by. The stanza is the session's then: with stream
    ///   management it is either acknowledged, sent again, taken back (``ClientEvent/notSent(_:_:)``), or among what the end
    ///   reports as unacknowledged.
    ///
    /// Throws a ``LocalError`` for a stanza that cannot be sent, and `CancellationError` on cancellation; in both cases
    /// nothing was sent. While a stream is established, or established anew, that is ``LocalError/notEstablished``, after which
    /// ``established()`` is to be waited for; ``LocalError/ended`` is for good.
    @discardableResult
    public func send(_ stanza: some StanzaProtocol, timeout: Duration? = nil) async throws -> UInt64 {
        try await driver.send(stanza.element, timeout: timeout)
    }

    /// Sends a stanza that was built as an element; otherwise as ``send(_:timeout:)`` for typed ones.
    @discardableResult
    public func send(_ element: Element, timeout: Duration? = nil) async throws -> UInt64 {
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
        return try await driver.request(iq.element, id: iq.id, timeout: timeout)
    }

    /// Asks for information and waits for the response; otherwise as ``request(_:timeout:)``.
    public func request(get payload: some Payload, to: JID? = nil, timeout: Duration? = nil) async throws -> IQ {
        try await request(IQ(get: payload, to: to, id: makeID()), timeout: timeout)
    }

    /// Asks for a change and waits for the response; otherwise as ``request(_:timeout:)``.
    public func request(set payload: some Payload, to: JID? = nil, timeout: Duration? = nil) async throws -> IQ {
        try await request(IQ(set: payload, to: to, id: makeID()), timeout: timeout)
    }

    // MARK: - Answers and the account

    /// Answers ``ClientEvent/registrationForm(_:)`` with a `query` in `jabber:iq:register` (XEP-0077 §3.1).
    ///
    /// Throws a ``LocalError`` if it was not asked for or is none.
    public func submitRegistration(_ query: Element) async throws {
        try await driver.perform { session, now in try session.submitRegistration(query, now: now) }
    }

    /// Answers ``ClientEvent/resourceRefused(_:)`` with another resource (RFC 6120 §7.7.2); nil ends the session.
    ///
    /// Throws a ``LocalError`` if it was not asked for.
    public func answerResourceConflict(_ choice: ClientConfiguration.ResourceChoice?) async throws {
        try await driver.perform { session, now in try session.answerResourceConflict(choice, now: now) }
    }

    /// Changes the account's password (XEP-0077 §3.3), and waits for the response; throws as ``request(_:timeout:)``.
    public func changePassword(to password: Secret) async throws {
        _ = try await driver.request { session, now in try session.changePassword(to: password, now: now) }
    }

    /// Removes the account from the server (XEP-0077 §3.2), and waits for the response, which ends the session; throws as
    /// ``request(_:timeout:)``.
    public func removeAccount() async throws {
        _ = try await driver.request { session, now in try session.removeAccount(now: now) }
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

extension ClientConnection: AsyncSequence {
    /// The events of a connection.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let connection: ClientConnection

        /// The next event; nil after the last.
        ///
        /// Throws a ``ConnectionError`` once in place of the end, if the application has not wanted that, and
        /// `CancellationError` on cancellation, which closes the connection.
        public func next() async throws -> ClientEvent? {
            try await connection.driver.nextEvent()
        }
    }

    /// An iterator; of several each gets other events.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(connection: self)
    }
}
