public import XMLStream
public import XMPPAddress
public import XMPPExtensions
public import XMPPSASL
public import XMPPSession
public import XMPPStanzas
public import XMPPTLS

/// A client's connection at a server: a session with a socket, TLS, a clock and tasks. A ``Listener`` makes them.
///
/// ```swift
/// for try await event in connection {
///     switch event {
///     case .credentialsNeeded(let question, _): try await connection.answer(accounts.answer(to: question))
///     case .resourceRequested(let resource): _ = try await connection.bind(resource: resource)
///     case .stanza(let stanza): await router.route(stanza)
///     default: break
///     }
/// }
/// ```
///
/// Events come in order, each to one task. The sequence ends after ``ServerEvent/ended(_:)``, which says why, without an
/// error. Both directions are bounded (``BufferPolicy``): while events are not taken nothing more is read, and while the
/// client takes nothing in `send` waits, until ``BufferPolicy/stallTimeout`` gives the client up.
///
/// What is open is closed at once when a task is cancelled that waits for an event or for the close, and when nothing refers
/// to the connection any more. Cancelling a task that sends gives up that alone.
public final class ServerConnection: Sendable {
    let driver: ServerDriver

    /// Where the client is.
    public let address: SocketAddress

    init(_ driver: ServerDriver) {
        self.driver = driver
        address = driver.address
        driver.enqueue { $0.begin() }
    }

    deinit {
        driver.enqueue { $0.abort() }
    }

    // MARK: - What is known

    /// The address that is bound; nil before and after.
    public var boundJID: JID? {
        get async { await driver.boundJID }
    }

    /// Who the client has proved to be, a bare address; nil before that and after the end.
    public var account: JID? {
        get async { await driver.account }
    }

    /// What the client says about itself, while its login by SASL2 goes on (XEP-0388 §2.3); nobody else is to be told.
    public var userAgent: SASL2UserAgent? {
        get async { await driver.userAgent }
    }

    /// What the TLS handshake led to; nil if there was none.
    public var handshake: TLSHandshake? {
        get async { await driver.handshake }
    }

    /// How the session ended; nil while it has not.
    public var ending: Ending? {
        get async { await driver.ending }
    }

    // MARK: - Answers

    /// Answers ``ServerEvent/credentialsNeeded(_:domain:)``; throws as ``ServerSession/answer(_:now:)``.
    public func answer(_ answer: SASLServerAnswer) async throws {
        try await driver.perform { session, now in try session.answer(answer, now: now) }
    }

    /// Answers ``ServerEvent/credentialsNeeded(_:domain:)`` where tokens are asked for (XEP-0484), with those that the
    /// client ``userAgent`` has; throws as ``ServerSession/answer(_:now:)``.
    public func answer(_ tokens: [StoredToken]) async throws {
        try await driver.perform { session, now in try session.answer(tokens, now: now) }
    }

    /// Answers ``ServerEvent/tokenUsed(_:)``; throws as ``ServerSession/answerTokenUse(isAccepted:now:)``.
    public func answerTokenUse(isAccepted: Bool) async throws {
        try await driver.perform { session, now in try session.answerTokenUse(isAccepted: isAccepted, now: now) }
    }

    /// Answers ``ServerEvent/tokenRequested(_:)``; throws as ``ServerSession/issueToken(expiry:now:)``.
    public func issueToken(expiry: DateTime?) async throws {
        try await driver.perform { session, now in try session.issueToken(expiry: expiry, now: now) }
    }

    /// Answers ``ServerEvent/upgradesOffered(_:for:)``; throws as ``ServerSession/answerUpgrades(_:now:)``.
    public func answerUpgrades(_ hashes: [HashFunction]) async throws {
        try await driver.perform { session, now in try session.answerUpgrades(hashes, now: now) }
    }

    /// Answers ``ServerEvent/accountRequested(_:)``; throws as ``ServerSession/answerAccountRequest(_:now:)``.
    public func answerAccountRequest(_ error: StanzaError? = nil) async throws {
        try await driver.perform { session, now in try session.answerAccountRequest(error, now: now) }
    }

    /// Answers ``ServerEvent/resourceRequested(_:)``; throws as ``ServerSession/bind(resource:results:now:)``.
    ///
    /// With a SASL2 login the answer carries `results`, such as the state of the archive (XEP-0386 §3.2).
    public func bind(resource: String? = nil, results: [Element] = []) async throws {
        try await driver.perform { session, now in try session.bind(resource: resource, results: results, now: now) }
    }

    /// Answers ``ServerEvent/resourceRequested(_:)`` with a refusal; throws as ``ServerSession/refuseBinding(_:now:)``.
    public func refuseBinding(_ error: StanzaError) async throws {
        try await driver.perform { session, now in try session.refuseBinding(error, now: now) }
    }

    /// Answers ``ServerEvent/resumptionRequested(id:)`` with the stream, if there is one; returns whether it was taken over.
    /// Throws as ``ServerSession/resume(_:now:)``.
    public func resume(_ stream: ResumableStream?) async throws -> Bool {
        try await driver.perform { session, now in try session.resume(stream, now: now) }
    }

    // MARK: - Sending

    /// Sends a stanza to the client, whoever it is from, once no more than ``BufferPolicy/outgoingBytes`` wait to be sent
    /// and the client has acknowledged enough of what was sent before.
    ///
    /// - Returns: The number that an acknowledgement is reported by. The stanza is the session's then: with stream
    ///   management it is either acknowledged, sent again on resumption, or among what the end reports as unacknowledged.
    ///
    /// Throws a ``LocalError`` for a stanza that cannot be sent, and `CancellationError` on cancellation; in both cases
    /// nothing was sent.
    @discardableResult
    public func send(_ stanza: some StanzaProtocol) async throws -> UInt64 {
        try await driver.send(stanza.element)
    }

    /// Sends a stanza that was built, or came in, as an element; otherwise as ``send(_:)`` for typed ones.
    @discardableResult
    public func send(_ element: Element) async throws -> UInt64 {
        try await driver.send(element)
    }

    // MARK: - The end

    /// Ends the session because its client has come back by another transport, and hands over its stream to be resumed
    /// there; nil if it cannot be. Of a session that has ended it is the stream that its end has left.
    public func detach() async -> ResumableStream? {
        await driver.detach()
    }

    /// Closes the stream and the transport, and returns when that is done. Without an error, what the client still sends
    /// is received until it closes its side, too, but no longer than the session's time for closing. A cancelled task does
    /// not wait: what is open is closed at once.
    public func close(_ error: StreamError? = nil) async {
        await driver.close(error)
    }

    /// Closes what is open at once; the client is told what can be said without waiting.
    public func cancel() {
        driver.enqueue { $0.abort() }
    }
}

extension ServerConnection: AsyncSequence {
    /// The events of a connection.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let connection: ServerConnection

        /// The next event; nil after the last. Throws `CancellationError` on cancellation, which closes the connection.
        public func next() async throws -> ServerEvent? {
            try await connection.driver.nextEvent()
        }
    }

    /// An iterator; of several each gets other events.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(connection: self)
    }
}
