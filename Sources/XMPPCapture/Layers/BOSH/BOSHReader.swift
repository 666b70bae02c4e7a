import XMLStream

/// A request of BOSH that waits for its response.
struct BOSHRequest {
    /// The `rid`, as it was written.
    let id: String?
    /// The session it belongs to; nil if it asks for a new one.
    let session: BOSHSession?
}

/// Reads the bodies of one HTTP connection as BOSH (XEP-0124, XEP-0206).
final class BOSHReader {
    private let sessions: BOSHSessions
    /// Who answers the connection; nil if that is not known.
    private let peer: Endpoint?
    /// The sessions that the connection has carried, and whether something of it is missing.
    private var carried: [BOSHSession] = []
    private var isLossy = false
    private let client: RecordWriter
    private let server: RecordWriter
    /// Whether this connection has carried BOSH: only then is it of interest what is wrong with it.
    private var isInUse = false
    /// What was lost before it was known whether that is of interest.
    private var untold: [TrafficRecord] = []
    /// How many bytes the bodies had so far.
    private var offsets: [Direction: Int] = [:]

    init(_ channel: Channel) {
        sessions = channel.context.boshSessions(behind: channel.layers)
        peer = channel.context.servers[channel.stream]
        let layers = channel.layers + [.bosh]
        client = RecordWriter(channel, .clientToServer, layers: layers)
        server = RecordWriter(channel, .serverToClient, layers: layers)
    }

    private func records(_ direction: Direction) -> RecordWriter { direction == .clientToServer ? client : server }

    // MARK: Messages

    /// Reads the body of a request; nil if it is none of BOSH.
    func readRequest(_ body: HTTPBody, _ origin: SourceRun.Origin) -> BOSHRequest? {
        switch read(body, origin, .clientToServer) {
        case .other: return nil
        case .broken: return BOSHRequest(id: nil, session: nil)
        case .body(let content):
            let id = content.attribute("rid")
            let session = content.attribute("sid").flatMap { carry(sessions.session($0)) }
            var diagnostics = session?.receive(request: id, to: peer) ?? []
            if session == nil, BOSHSession.number(id) == nil {
                diagnostics.append("The request has no valid ‘rid’. (XEP-0124 §14.1)")
            }
            emit(content, body, .clientToServer, session, diagnostics)
            return BOSHRequest(id: id, session: session)
        }
    }

    /// Reads the body of the response to `request`.
    func readResponse(_ body: HTTPBody, status: Int, to request: BOSHRequest?, _ origin: SourceRun.Origin) {
        let reading = read(body, origin, .serverToClient)
        if case .body(let content) = reading {
            let session = content.attribute("sid").flatMap { carry(sessions.session($0)) } ?? request?.session
            if let request, request.session == nil { _ = session?.receive(request: request.id, to: peer) }
            emit(content, body, .serverToClient, session, [])
        }
        guard let request else { return }
        if status != 200 {
            let name = request.id.map { "Request \($0)" } ?? "The request"
            server.write(
                .note("\(name) was answered with HTTP status \(status). (XEP-0124 §17.1)"), origin,
                session: request.session?.sid)
        } else if case .other = reading, body.problem == nil {
            server.write(
                .note("The response to request \(request.id ?? "") has no body element. (XEP-0124 §6)"), origin,
                session: request.session?.sid)
        }
    }

    /// How many sessions of a connection are told of what is missing: a proxy has many.
    private static let carriedLimit = 256

    /// Takes note of a session that goes over this connection.
    private func carry(_ session: BOSHSession?) -> BOSHSession? {
        guard let session, !carried.contains(where: { $0 === session }) else { return session }
        if isLossy { session.miss() }
        if carried.count >= Self.carriedLimit { carried.removeFirst() }
        carried.append(session)
        return session
    }

    /// Takes note that something is missing, which may have been of any session.
    private func miss() {
        isLossy = true
        for session in carried { session.miss() }
    }

    private func read(_ body: HTTPBody, _ origin: SourceRun.Origin, _ direction: Direction) -> BOSHBody.Reading {
        if let problem = body.problem {
            if isInUse || body.wasBOSH {
                use()
                records(direction).write(
                    .error("The body of this HTTP message \(problem)."), body.origin == .none ? origin : body.origin)
            }
            return .other
        }
        guard body.isCandidate else { return passOver(direction) }
        let reading = BOSHBody.read(body.bytes)
        if case .other = reading { return passOver(direction) }
        use()
        if case .broken(let reason, let offset) = reading {
            let place = min(offset, body.bytes.count - 1)
            records(direction).write(
                .error(reason), body.map.origin(of: place..<place + 1), offset: base(direction) + offset)
            offsets[direction] = base(direction) + body.bytes.count
        }
        return reading
    }

    private func base(_ direction: Direction) -> Int { offsets[direction, default: 0] }

    private func emit(
        _ content: BOSHBody, _ body: HTTPBody, _ direction: Direction, _ session: BOSHSession?, _ diagnostics: [String]
    ) {
        let records = records(direction)
        let base = base(direction)
        offsets[direction] = base + body.bytes.count
        let text = content.hasText ? ["There is text among the elements of the body. (XEP-0124 §6)"] : []
        records.write(
            .bosh(content.head), body.map.origin(of: content.range), offset: base + content.range.lowerBound,
            session: session?.sid, leg: session?.leg(of: peer), diagnostics + text,
            byteCount: content.range.count - content.childRanges.reduce(0) { $0 + $1.count })
        let children = Array(content.element.children)
        let ranges =
            content.childRanges.count >= children.count
            ? content.childRanges : children.map { _ in content.range }
        for (child, range) in zip(children, ranges) {
            records.write(
                StanzaNamespaces.content(child), body.map.origin(of: range), offset: base + range.lowerBound,
                session: session?.sid, leg: session?.leg(of: peer), faults(of: child), byteCount: range.count)
        }
        if content.attribute("type") == "terminate" { session?.end(at: peer) }
    }

    private func faults(of child: Element) -> [String] {
        let isMisplaced =
            child.isIn(BOSHBody.namespace) && StanzaNamespaces.names.contains(child.ownLocalName)
        return isMisplaced
            ? ["The stanza is in the namespace of BOSH instead of jabber:client. (XEP-0206 §2)"] : []
    }

    // MARK: What cannot be read

    /// How many losses are remembered.
    private static let untoldLimit = 32

    /// Takes note that the connection carries BOSH.
    private func use() {
        isInUse = true
        for record in untold { client.sink.append(record) }
        untold = []
    }

    /// Takes note of a message that is none of BOSH: what was lost before it was none either, as far as can be told.
    private func passOver(_ direction: Direction) -> BOSHBody.Reading {
        untold.removeAll { $0.direction == direction }
        return .other
    }

    /// Reports why a message cannot be followed, if that is of interest or becomes so.
    func report(_ loss: HTTPSide.Loss, _ origin: SourceRun.Origin, _ direction: Direction) {
        miss()
        switch loss {
        case .gap(let byteCount, let kind):
            tell(.gap(byteCount: byteCount), origin, direction, kind.sentence.map { [$0] } ?? [])
        case .malformed(let reason) where isInUse: records(direction).write(.error("\(reason)."), origin)
        case .malformed: break
        }
    }

    /// Reports bytes that belong to no message that could be read.
    func report(_ passed: PassedBytes, _ direction: Direction) {
        tell(
            .gap(byteCount: passed.byteCount), passed.origin, direction,
            ["These bytes belong to an HTTP message whose beginning is missing or broken."])
    }

    private func tell(
        _ content: TrafficRecord.Content, _ origin: SourceRun.Origin, _ direction: Direction, _ diagnostics: [String]
    ) {
        let record = records(direction).record(content, origin, diagnostics)
        if isInUse {
            client.sink.append(record)
        } else if untold.count < Self.untoldLimit {
            untold.append(record)
        }
    }

    /// Reports that a body goes on in bytes that are missing, and that its end cannot be told.
    func cutOff(_ body: HTTPBody, _ origin: SourceRun.Origin, _ direction: Direction) {
        if body.problem != nil {
            _ = read(body, origin, direction)
        } else if body.isCandidate, BOSHBody.seemsToBegin(body.bytes) {
            use()
            records(direction).write(
                .error("The body element that begins here is cut off by bytes that the capture does not have."),
                body.map.origin(of: 0..<body.bytes.count), offset: base(direction))
        }
    }

    /// Says what became of the bodies that are not complete.
    func close(_ end: XMPPChannel.End, request: HTTPBody?, response: HTTPBody?) {
        for (body, direction) in [(request, Direction.clientToServer), (response, .serverToClient)] {
            guard let body else { continue }
            if let problem = body.problem, body.wasBOSH {
                records(direction).write(
                    .error("The body element of this HTTP message \(problem)."),
                    body.origin == .none ? end.origin : body.origin)
            }
            guard body.isCandidate, BOSHBody.seemsToBegin(body.bytes) else { continue }
            let fate = end.isCutOff ? "goes on beyond the capture" : "is cut off by the \(end.reason)"
            records(direction).write(
                .error("The body element that begins here \(fate)."),
                body.map.origin(of: 0..<body.bytes.count), offset: base(direction))
        }
    }
}
