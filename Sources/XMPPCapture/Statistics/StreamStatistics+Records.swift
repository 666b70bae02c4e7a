import XMLStream

extension StreamStatistics {
    mutating func receive(_ record: TrafficRecord, _ direction: Direction, _ place: TrafficPlace) {
        if let time = record.time {
            first = min(first ?? time, time)
            last = max(last ?? time, time)
        }
        layers.formUnion(record.layers)
        let byteCount = record.byteCount ?? 0
        change(direction) { $0.xmlBytes += byteCount }
        switch record.content {
        case .stanza(let stanza): receive(stanza, byteCount, direction, place)
        case .gap(let missing): change(direction) { $0.missingBytes += missing }
        case .error: errors += 1
        case .streamOpen, .streamClose, .nonza, .bosh, .note: break
        }
    }

    mutating func receive(_ outcome: RequestTracker.Outcome, _ record: TrafficRecord) {
        switch outcome {
        case .request: requests.count += 1
        case .answer(.request(let request)):
            if let time = record.time?.nanoseconds(since: request.place.time) { requests.roundTrips.add(time) }
            if record.element?.attribute(.type) == "error" { requests.errors += 1 }
        case .answer(.otherParty), .answer(.none): break
        }
    }

    mutating func add(disagreements: [(Direction, Int)]) {
        for (direction, count) in disagreements { change(direction) { $0.acknowledgements.disagreements += count } }
    }

    mutating func receive(_ management: StreamManagementReport) {
        guard let acknowledgement = management.acknowledgement else { return }
        change(acknowledgement.direction) { side in
            side.acknowledgements.count += 1
            side.acknowledgements.lastLag = Int(acknowledgement.outstanding)
            side.acknowledgements.largestLag = max(side.acknowledgements.largestLag, Int(acknowledgement.outstanding))
            if let delay = acknowledgement.delay { side.acknowledgements.delays.add(delay) }
        }
    }

    /// Adds what a connection carried.
    mutating func add(_ connection: ConnectionTraffic) {
        traffic = traffic.map { $0 + connection } ?? connection
    }

    private mutating func change(_ direction: Direction, _ body: (inout Side) -> Void) {
        switch direction {
        case .clientToServer: body(&client)
        case .serverToClient: body(&server)
        }
    }

    private mutating func receive(
        _ stanza: Element, _ byteCount: Int, _ direction: Direction, _ place: TrafficPlace
    ) {
        let kind = stanza.kindWords
        let payloads = stanza.children.map { "{\($0.namespaceText(upTo: 256))}\($0.ownLocalName)" }
        change(direction) { side in
            side.stanzas.add(byteCount)
            side.byType.add(kind, byteCount)
            for payload in payloads { side.byPayload.add(payload, byteCount / payloads.count) }
            side.stanzaPeak.add(at: place.time)
            if stanza.has(localName: "presence") { side.presencePeak.add(at: place.time) }
        }
        guard byteCount > (largest.count < Self.largestLimit ? -1 : largest.last?.byteCount ?? 0) else { return }
        let entry = LargeStanza(
            byteCount: byteCount, place: place, kind: kind, payload: String((payloads.first ?? "").prefix(200)))
        largest.insert(entry, at: largest.firstIndex { $0.byteCount < byteCount } ?? largest.endIndex)
        if largest.count > Self.largestLimit { largest.removeLast() }
    }
}

extension RequestTracker.Outcome {
    /// The stream of the request that is answered; nil if it is none that is known.
    var request: StreamKey? {
        guard case .answer(.request(let request)) = self else { return nil }
        return StreamKey(request.place)
    }
}

extension RequestStatistics {
    mutating func addUnanswered(_ request: RequestTable.Request) {
        unanswered += 1
        if unansweredExamples.count < Self.exampleLimit {
            unansweredExamples.append(Unanswered(place: request.place, payload: request.payload))
        }
    }
}

extension Element {
    /// The name of a stanza with its type, or that which it has without one (RFC 6121 §4.7.1, §5.2.2).
    fileprivate var kindWords: String {
        let name = localName
        let usual = name == "presence" ? "available" : name == "message" ? "normal" : "(no type)"
        return name + " " + (attribute(.type) ?? usual)
    }
}

extension StreamKey {
    /// Creates the key of the stream that a place is on.
    init?(_ place: TrafficPlace) {
        guard place.direction != nil else { return nil }
        let isSession = place.session != nil
        self.init(
            stream: isSession ? nil : place.stream, session: place.session,
            isProtected: isSession && place.isProtected, leg: isSession ? place.leg : 0)
    }
}

extension ConnectionTraffic {
    /// The sum of two; it is of no stream in particular.
    static func + (a: ConnectionTraffic, b: ConnectionTraffic) -> ConnectionTraffic {
        var sum = a
        sum.tcp.add(b.tcp)
        sum.tls.add(b.tls)
        sum.compression.add(b.compression)
        return sum
    }
}

extension ConnectionTraffic.Volume {
    fileprivate mutating func add(_ other: ConnectionTraffic.Volume) {
        clientToServer += other.clientToServer
        serverToClient += other.serverToClient
    }
}

extension ConnectionTraffic.LayerVolume? {
    fileprivate mutating func add(_ other: ConnectionTraffic.LayerVolume?) {
        guard let other else { return }
        var sum = self ?? ConnectionTraffic.LayerVolume()
        sum.outside.add(other.outside)
        sum.inside.add(other.inside)
        self = sum
    }
}
