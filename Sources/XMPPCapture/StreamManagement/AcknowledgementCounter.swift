/// The stanzas of one direction: how many were sent, and how many the other side has said to have handled.
///
/// Counts wrap around at 2³² (XEP-0198 §4).
struct AcknowledgementCounter: Sendable {
    /// A request `<r/>` that waits for its answer.
    private struct Request {
        let sent: UInt32
        let time: Timestamp?
    }

    /// How many requests may wait.
    private static let requestLimit = 64

    /// Stanzas sent since counting began.
    private(set) var sent: UInt32 = 0
    /// The last count that was acknowledged.
    private(set) var acknowledged: UInt32 = 0
    /// Whether it is known how many were sent: not behind a gap, nor if the beginning was not seen.
    private(set) var isExact = true
    private var requests: [Request] = []
    /// How many stanzas are still to be sent again.
    private var repetitions: UInt32 = 0

    /// Creates a counter at zero, or, if the beginning of counting was not seen, at what is said first.
    init() {}

    init(unseenUntil count: UInt32) {
        (sent, acknowledged, isExact) = (count, count, false)
    }

    /// Counts a stanza.
    ///
    /// - Returns: whether it is one that a resumption has sent again, if its sender keeps to XEP-0198 §5.
    @discardableResult
    mutating func countStanza() -> Bool {
        sent &+= 1
        guard repetitions > 0 else { return false }
        repetitions -= 1
        return true
    }

    mutating func miss() { isExact = false }

    mutating func request(at time: Timestamp?) {
        if requests.count < Self.requestLimit { requests.append(Request(sent: sent, time: time)) }
    }

    /// What an acknowledgement says, compared with what was counted.
    enum Verdict {
        case agrees
        /// More stanzas than were sent.
        case tooHigh(sent: UInt32)
        /// Fewer than were acknowledged before.
        case decreases(from: UInt32)
    }

    /// Takes the count of an acknowledgement.
    mutating func acknowledge(_ count: UInt32) -> Verdict {
        let before = acknowledged
        let isAhead = Int32(bitPattern: count &- sent) > 0
        if Int32(bitPattern: count &- before) < 0 { return .decreases(from: before) }
        acknowledged = count
        guard isAhead else { return .agrees }
        defer { sent = count }
        return isExact ? .tooHigh(sent: sent) : .agrees
    }

    /// What the sender counts on from after a resumption: what is not acknowledged is sent, and counted, again.
    mutating func resume() {
        repetitions = UInt32(max(Int32(bitPattern: sent &- acknowledged), 0))
        sent = acknowledged
        requests = []
    }

    /// The request that the acknowledgement which was just taken answers: how many stanzas had been sent, and when.
    mutating func takeRequest() -> (sent: UInt32, time: Timestamp?)? {
        guard !requests.isEmpty else { return nil }
        let request = requests.removeFirst()
        return (request.sent, request.time)
    }
}
