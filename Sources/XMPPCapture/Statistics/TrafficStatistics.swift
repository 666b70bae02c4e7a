import XMLStream

/// Measures recorded traffic, stream by stream and in total.
///
/// ```swift
/// var statistics = TrafficStatistics()
/// while let record = try decoder.next() { statistics.receive(record) }
/// while let connection = decoder.nextClosedConnection() { statistics.receive(connection) }
/// let streams = statistics.finishInput()
/// ```
///
/// Memory is bounded: streams beyond ``streamLimit`` count in the total only.
public struct TrafficStatistics: Sendable {
    /// How many streams of an input are told apart.
    public static let streamLimit = 2048

    private struct Followed: Sendable {
        var facts = StreamFacts()
        var requests = RequestTracker()
        var disagreements = PresumedDisagreements()
    }

    /// All inputs so far together.
    public private(set) var total = StreamStatistics(nil)
    /// How many records count in the total only, because there were too many streams.
    public private(set) var unlistedRecords = 0

    private var streams: [StreamKey: StreamStatistics] = [:]
    private var order: [StreamKey] = []
    private var followed = StreamTable<Followed>(limit: Self.streamLimit)
    /// The requests of streams between servers, whose answers go on other streams.
    private var betweenServers = ServerRequestTracker()
    private var resumptions = ResumptionIndex()
    private var management = StreamManagementFollower()
    private var number = 0

    /// Creates statistics of nothing yet.
    public init() {}

    /// Whether the input has given anything that could be measured.
    public var hasRecords: Bool { !order.isEmpty }

    /// Takes the next record of the input.
    public mutating func receive(_ record: TrafficRecord) {
        number += 1
        guard let key = StreamKey(record), let direction = record.direction else { return }
        let place = TrafficPlace(record, number: number)
        let said = management.receive(record)
        let outcome = follow(record, key, direction, place, isRepetition: said.isRepetition)
        change(key) { statistics in
            statistics.receive(record, direction, place)
            statistics.receive(said)
        }
        let certain = followed.change(key, from: Followed()) {
            $0.disagreements.receive(record, said, direction, key)
        }
        if !certain.isEmpty { change(key) { $0.add(disagreements: certain) } }
        guard let outcome else { return }
        total.receive(outcome, record)
        streams[outcome.request ?? key]?.receive(outcome, record)
    }

    /// Takes what a connection carried that is over.
    public mutating func receive(_ connection: ConnectionTraffic) {
        let key = StreamKey(stream: connection.stream)
        guard streams[key] != nil else {
            // One that carries no XMPP is not listed, nor a BOSH session's; without records, TLS may have hidden them.
            if connection.tls != nil { total.add(connection) }
            return
        }
        streams[key]?.traffic = connection
        total.add(connection)
    }

    /// Ends an input, and begins a new one.
    ///
    /// - Returns: the streams of the input, in the order in which they appeared.
    public mutating func finishInput() -> [StreamStatistics] {
        for state in followed.states { finish(state) }
        let list = order.compactMap { streams[$0] }
        (streams, order, number) = ([:], [], 0)
        followed = StreamTable(limit: Self.streamLimit)
        betweenServers = ServerRequestTracker()
        resumptions = ResumptionIndex()
        management = StreamManagementFollower()
        return list
    }

    // MARK: Streams

    private mutating func change(_ key: StreamKey, _ body: (inout StreamStatistics) -> Void) {
        body(&total)
        if let index = streams.index(forKey: key) {
            body(&streams.values[index])
        } else if order.count < Self.streamLimit {
            var statistics = StreamStatistics(key)
            body(&statistics)
            streams[key] = statistics
            order.append(key)
        } else {
            unlistedRecords += 1
        }
    }

    private mutating func follow(
        _ record: TrafficRecord, _ key: StreamKey, _ direction: Direction, _ place: TrafficPlace, isRepetition: Bool
    ) -> RequestTracker.Outcome? {
        if let resumption = resumptions.receive(record, key), let session = followed.remove(resumption.earlier) {
            followed.change(key, from: Followed()) { state in
                state.requests = session.requests
                state.facts.takeOver(session.facts)
            }
        }
        let outcome = followed.change(key, from: Followed()) { state -> RequestTracker.Outcome? in
            defer { state.facts.note(record) }
            guard case .stanza(let stanza) = record.content else { return nil }
            if state.facts.kind == .server { return betweenServers.receive(stanza, at: place) }
            return state.requests.receive(
                stanza, direction, at: place, account: state.facts.account, isRepetition: isRepetition)
        }
        for state in followed.evict() { finish(state) }
        return outcome
    }

    /// Counts what is left of a stream.
    private mutating func finish(_ state: Followed) {
        if let (key, disagreements) = state.disagreements.remaining, !disagreements.isEmpty {
            total.add(disagreements: disagreements)
            streams[key]?.add(disagreements: disagreements)
        }
        total.requests.untracked += state.requests.evicted
        // Between servers, the stream with the answers may not have been recorded.
        guard state.facts.kind != .server else { return }
        for request in state.requests.waiting {
            total.requests.addUnanswered(request)
            if let key = StreamKey(request.place) { streams[key]?.requests.addUnanswered(request) }
        }
    }
}
