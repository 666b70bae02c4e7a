public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// What is left of a stream that lost its transport and can be resumed on another (XEP-0198 §5).
///
/// A client gives it to its next session in ``ClientConfiguration/resumption``, a server to the session that asks for it by
/// ``ServerSession/resume(_:now:)``; once, and with the same clock.
public struct ResumableStream: Sendable {
    /// What the server knows the stream by. Whoever has it and the account's credentials can take the stream over.
    public let id: String
    /// The address that is bound.
    public let jid: JID
    /// How many seconds the server waits for the client's return; nil if it did not say.
    public let maximum: Int?
    /// Where the server wants to be connected to; nil if it did not say.
    public let location: HostAndPort?
    /// When the transport was lost.
    public internal(set) var lostAt: Instant?

    var ledger: AcknowledgementLedger
    var requests: RequestTracker
    var nextNumber: UInt64
    /// What the peer took while it was connected.
    var peerLimits = PeerLimits()

    /// The stanzas that the peer has not acknowledged, oldest first; they are sent again when the stream is resumed.
    public var unacknowledged: [SentStanza] { ledger.unacknowledged }

    /// Whether the server has given the stream up by now, as far as it said when it would.
    public func hasExpired(at now: Instant) -> Bool {
        guard let maximum, let lostAt else { return false }
        return lostAt.advanced(by: .seconds(maximum)) < now
    }

    /// Adds a stanza that is for the peer, while a server waits for its client's return.
    ///
    /// - Parameter policy: How much may wait.
    /// - Returns: The number that an acknowledgement is reported by, once the stream is resumed.
    ///
    /// Throws ``LocalError/tooManyUnacknowledged`` where so much waits, ``LocalError/notAStanza`` for what is none.
    @discardableResult
    public mutating func append(
        _ element: Element, within policy: StreamManagementPolicy = StreamManagementPolicy()
    ) throws(LocalError) -> UInt64 {
        guard StanzaKind(element) != nil else { throw .notAStanza }
        guard !ledger.isFull(policy) else { throw .tooManyUnacknowledged }
        defer { nextNumber += 1 }
        ledger.recordSent(SentStanza(number: nextNumber, element: element))
        return nextNumber
    }
}

extension ResumableStream: CustomStringConvertible {
    /// Whose stream it is and how much waits to be sent again; not its id, which is half of what it takes to take it over.
    public var description: String { "a stream of \(jid) with \(unacknowledged.count) stanzas unacknowledged" }
}
