import XMLStream

/// What both ends of a managed stream count (XEP-0198 §4): all roles keep the same books.
struct AcknowledgementLedger: Sendable {
    /// Stanzas of the peer that were handled, modulo 2³².
    private(set) var handled: UInt32 = 0
    /// Stanzas of this side that the peer has acknowledged, modulo 2³².
    private(set) var acknowledged: UInt32 = 0
    /// Stanzas of this side that it has not, oldest first.
    private(set) var unacknowledged: [SentStanza] = []
    /// How many bytes of memory they hold.
    private(set) var unacknowledgedBytes = 0
    /// How many of them a request for acknowledgement has covered.
    private(set) var requestedCount = 0

    /// Stanzas of this side, modulo 2³².
    var sent: UInt32 { acknowledged &+ UInt32(truncatingIfNeeded: unacknowledged.count) }

    /// How many stanzas have been sent since the last request.
    var countSinceRequest: Int { unacknowledged.count - requestedCount }

    mutating func recordHandled() { handled &+= 1 }

    /// Whether as many stanzas wait as the peer may leave unacknowledged, or as many times that.
    func isFull(_ policy: StreamManagementPolicy, times factor: Int = 1) -> Bool {
        unacknowledged.count / factor >= policy.maximumUnacknowledged
            || unacknowledgedBytes / factor >= policy.maximumUnacknowledgedBytes
    }

    mutating func recordSent(_ stanza: SentStanza) {
        unacknowledged.append(stanza)
        unacknowledgedBytes += stanza.element.heldByteCount
    }

    /// Takes stanzas off the books of a stream without a connection that are not sent on the next one.
    mutating func withdraw(_ numbers: Set<UInt64>) {
        var kept = AcknowledgementLedger(handled: handled, acknowledged: acknowledged)
        for stanza in unacknowledged where !numbers.contains(stanza.number) { kept.recordSent(stanza) }
        self = kept
    }

    mutating func recordRequest() { requestedCount = unacknowledged.count }

    /// Forgets requests, whose answers went down with a connection.
    mutating func forgetRequests() { requestedCount = 0 }

    /// Takes the stanzas off the books that the peer's count newly covers.
    ///
    /// Throws `ProtocolViolation` for a count of more stanzas than were sent, or of fewer than before.
    mutating func acknowledge(upTo count: UInt32) throws(ProtocolViolation) -> ArraySlice<SentStanza> {
        let news = Int(count &- acknowledged)
        guard news <= unacknowledged.count else {
            throw .handledCountTooHigh(handled: count, sent: sent)
        }
        let covered = unacknowledged.prefix(news)
        unacknowledgedBytes -= covered.reduce(0) { $0 + $1.element.heldByteCount }
        unacknowledged.removeFirst(news)
        if unacknowledged.isEmpty { unacknowledged = [] }
        requestedCount = max(0, requestedCount - news)
        acknowledged = count
        return covered
    }
}

extension AcknowledgementLedger {
    /// Books that begin near a number, as if so much had been sent and handled already.
    init(handled: UInt32, acknowledged: UInt32) {
        self.handled = handled
        self.acknowledged = acknowledged
    }
}
