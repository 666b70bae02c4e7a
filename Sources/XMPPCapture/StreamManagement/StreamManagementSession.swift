import XMLStream

/// The counters of one session, which may outlive its connection.
struct StreamManagementSession: Sendable {
    private var client: AcknowledgementCounter?
    private var server: AcknowledgementCounter?
    /// Whether the capture has all of the stream from its header on.
    private var isWhole = false
    /// The count in a `<resume/>` that has not been answered.
    private var resumption: Element?
    private(set) var canBeResumed = false

    /// Goes on with this session on another connection.
    ///
    /// - Parameter isWhole: whether this is all that the session had so far.
    mutating func takeOver(_ own: StreamManagementSession?, isWhole: Bool) {
        resumption = own?.resumption
        guard !isWhole else { return }
        client?.miss()
        server?.miss()
    }

    mutating func receive(_ record: TrafficRecord, _ direction: Direction) -> StreamManagementReport {
        switch record.content {
        case .stanza:
            var report = StreamManagementReport()
            report.isRepetition = countStanza(direction)
            return report
        case .gap, .error:
            isWhole = false
            change(direction) { $0?.miss() }
        case .streamOpen where direction == .clientToServer: isWhole = true
        case .nonza(let element): return receive(element, record, direction)
        case .streamOpen, .streamClose, .bosh, .note: break
        }
        return StreamManagementReport()
    }

    /// Counts a stanza, and tells whether it went over an earlier connection already and was not acknowledged there.
    mutating func countStanza(_ direction: Direction) -> Bool { change(direction) { $0?.countStanza() } ?? false }

    private mutating func receive(
        _ element: Element, _ record: TrafficRecord, _ direction: Direction
    ) -> StreamManagementReport {
        if StreamManagement.isPart(element) {
            switch element.localName {
            case "r":
                change(direction) { $0?.request(at: record.time) }
                return StreamManagementReport()
            case "a": return acknowledge(element, record, direction, section: 4)
            default: break
            }
        }
        switch direction {
        case .clientToServer: receive(request: StreamManagement.request(in: element))
        case .serverToClient:
            if let answer = StreamManagement.answer(in: element) { return receive(answer: answer, record) }
        }
        return StreamManagementReport()
    }

    // MARK: Beginning

    private mutating func receive(request: Element?) {
        guard let request else { return }
        if request.has(localName: "resume") {
            resumption = request
        } else if client == nil {
            // What is sent behind the request is counted already (§4).
            client = AcknowledgementCounter()
        }
    }

    private mutating func receive(answer: Element, _ record: TrafficRecord) -> StreamManagementReport {
        switch answer.localName {
        case "enabled":
            if client == nil { client = AcknowledgementCounter(unseenUntil: 0) }
            server = AcknowledgementCounter()
            canBeResumed = StreamManagement.isTrue(answer["resume"])
        case "resumed": return resume(answer, record)
        default:
            // A failed resumption may be followed by a new session (§5).
            (client, server, resumption, canBeResumed) = (nil, nil, nil, false)
        }
        return StreamManagementReport()
    }

    /// Both sides say how much of the earlier connection they have handled (§5).
    private mutating func resume(_ answer: Element, _ record: TrafficRecord) -> StreamManagementReport {
        var report = StreamManagementReport()
        if let resumption {
            report = acknowledge(resumption, record, .clientToServer, section: 5)
        }
        let other = acknowledge(answer, record, .serverToClient, section: 5)
        report.acknowledgement = other.acknowledgement
        report.disagreements += other.disagreements
        // The earlier connection has both sides of it.
        if !report.presumedSides.isEmpty || !other.presumedSides.isEmpty {
            report.presumedSides = [.clientToServer, .serverToClient]
        }
        client?.resume()
        server?.resume()
        resumption = nil
        return report
    }

    // MARK: Acknowledgements

    private mutating func acknowledge(
        _ element: Element, _ record: TrafficRecord, _ direction: Direction, section: Int
    ) -> StreamManagementReport {
        var report = StreamManagementReport()
        let acknowledged = direction.opposite
        guard let count = element["h"].flatMap({ UInt32($0) }) else {
            report.disagreements = ["The element has no valid ‘h’, a number below 2^32. (XEP-0198 §\(section))"]
            return report
        }
        guard var counter = counter(acknowledged) else {
            if isWhole, section == 4 {
                report.disagreements = ["Stream management is not enabled on this stream. (XEP-0198 §3)"]
                report.presumedSides = [acknowledged]
            } else {
                change(acknowledged) { $0 = AcknowledgementCounter(unseenUntil: count) }
            }
            return report
        }
        switch counter.acknowledge(count) {
        case .agrees: break
        case .tooHigh(let sent):
            report.disagreements = ["h=\(count) acknowledges more stanzas than the \(sent) sent. (XEP-0198 §6)"]
            report.presumedSides = [acknowledged]
        case .decreases(let before):
            report.disagreements = ["h=\(count) is less than the \(before) acknowledged before. (XEP-0198 §4)"]
        }
        let request = section == 4 ? counter.takeRequest() : nil
        let behind = request.map { Int32(bitPattern: $0.sent &- counter.acknowledged) } ?? 0
        report.acknowledgement = StreamManagementReport.Acknowledgement(
            direction: acknowledged, count: count, outstanding: counter.sent &- counter.acknowledged,
            isExact: counter.isExact, delay: record.time?.nanoseconds(since: request?.time),
            unhandled: counter.isExact ? UInt32(max(behind, 0)) : 0)
        change(acknowledged) { $0 = counter }
        return report
    }

    private func counter(_ direction: Direction) -> AcknowledgementCounter? {
        direction == .clientToServer ? client : server
    }

    private mutating func change<Result>(
        _ direction: Direction, _ body: (inout AcknowledgementCounter?) -> Result
    ) -> Result {
        switch direction {
        case .clientToServer: body(&client)
        case .serverToClient: body(&server)
        }
    }
}
