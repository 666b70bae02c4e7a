/// A connection, or the rest of one, that TLS protects.
final class TLSChannel: ChannelReader, BytesKeeper {
    /// It owns this reader, and so outlives it.
    private unowned let channel: Channel
    private let layers: [TrafficRecord.Layer]
    private let inner: any ChannelReader
    private var session: TLSSessionDecoder
    private var client = SourceMap()
    private var server = SourceMap()
    private var facts: TLSHandshakeFacts?
    private var hasToldFacts = false
    /// Where the last bytes came from.
    private var latest = SourceRun.Origin(packets: PacketList(), time: nil)
    private let context: ChannelContext
    /// Whether bytes are missing that what is within has not been told of.
    private var hasUntoldGap = false {
        didSet { context.untoldGaps += (hasUntoldGap ? 1 : 0) - (oldValue ? 1 : 0) }
    }
    /// Whether what is kept is counted.
    private var isCounted = false

    /// What a session may keep without being counted, in bytes: as much as most do for as long as they last.
    private static let uncountedBytes = 2048

    /// Creates a reader of what begins with the next byte of either direction.
    init(_ channel: Channel) {
        self.channel = channel
        context = channel.context
        layers = channel.layers + [.tls]
        inner =
            context.relaysProtected
            ? ContentRelay(stream: channel.stream, layers: layers, context: context)
            : Channel(stream: channel.stream, layers: layers, isWhole: true, context: context)
        session = TLSSessionDecoder(stream: channel.stream, limits: context.limits)
    }

    deinit { context.openContent.forget(self) }

    func receive(_ event: Channel.SourceEvent) {
        defer { countKept() }
        switch event {
        case .run(let run): receive(run)
        case .gap(let direction, let byteCount, _, let origin):
            hasUntoldGap = true
            let start = map(direction).end
            session.receive(
                StreamGap(
                    stream: channel.stream, direction: direction, offset: Int64(start), byteCount: byteCount,
                    packet: origin.packets.last ?? 0, time: origin.time),
                secrets: &context.secrets)
            change(direction) { $0.skip(byteCount: Int(clamping: byteCount)) }
        }
        drain()
    }

    func close(_ end: XMPPChannel.End) {
        session.finish(secrets: &context.secrets)
        drain()
        tellFacts()
        hasUntoldGap = false
        inner.close(end)
    }

    private func countKept() {
        let bytes = session.keptBytes + (client.runCount + server.runCount) * MemoryLayout<SourceRun.Origin>.stride
        if bytes > Self.uncountedBytes {
            isCounted = true
            context.openContent.note(bytes, of: self)
        } else if isCounted {
            isCounted = false
            context.openContent.forget(self)
        }
    }

    /// Reads nothing more of the session, because too much is kept.
    func giveUp() {
        isCounted = false
        session.abandon(secrets: &context.secrets)
        drain()
        tellFacts()
        hasUntoldGap = false
        facts = nil
    }

    private func receive(_ run: SourceRun) {
        context.traffic?.count(run, in: channel.stream, into: .tls)
        let start = map(run.direction).end
        latest = run.origin
        change(run.direction) { $0.append(byteCount: run.bytes.count, run.origin) }
        session.receive(
            StreamData(
                stream: channel.stream, direction: run.direction, offset: Int64(start),
                packet: run.origin.packets.last ?? 0, time: run.origin.time, bytes: run.bytes),
            secrets: &context.secrets)
    }

    // MARK: Events

    private func drain() {
        if session.needsOrder {
            for event in eventsInOrder() { handle(event) }
        } else {
            while let event = session.nextEvent() { handle(event) }
        }
        client.forget(before: Int(clamping: session.unreadOffsets.client))
        server.forget(before: Int(clamping: session.unreadOffsets.server))
    }

    /// What both sides said, in the order of the packets that brought the last of each.
    private func eventsInOrder() -> [TLSEvent] {
        var events: [(event: TLSEvent, packet: Int)] = []
        var last: [Direction: Int] = [:]
        while let event = session.nextEvent() {
            // What is about the session stays behind what it came behind.
            var packet = events.last?.packet ?? 0
            if let (direction, ciphertext) = event.place {
                packet = max(last[direction] ?? 0, origin(direction, ciphertext).packets.last ?? 0)
                last[direction] = packet
            }
            events.append((event, packet))
        }
        let order = events.indices.sorted { (events[$0].packet, $0) < (events[$1].packet, $1) }
        return order.map { events[$0].event }
    }

    private func handle(_ event: TLSEvent) {
        switch event {
        case .handshake(let facts): self.facts = facts
        case .plaintext(let plaintext):
            tellFacts()
            let origin = origin(plaintext.direction, plaintext.ciphertext)
            inner.receive(.run(SourceRun(direction: plaintext.direction, bytes: plaintext.bytes[...], origin: origin)))
        case .gap(let gap):
            hasUntoldGap = false
            inner.receive(
                .gap(
                    gap.direction, byteCount: Int64(gap.ciphertext.count), .records,
                    origin(gap.direction, gap.ciphertext)))
        case .alert(let alert) where alert.isCloseNotify: break
        case .alert(let alert):
            note("TLS alert: \(alert.name)", alert.direction, origin(alert.direction, alert.ciphertext))
        case .note(let found):
            if found.message.hasPrefix(TrafficDecoder.missingKeys) { expectKeys() }
            let packets = found.packet.map { PacketList($0) } ?? PacketList()
            note(found.message, nil, SourceRun.Origin(packets: packets, time: found.time))
        }
    }

    private func expectKeys() {
        guard let random = session.clientRandom else { return }
        context.lateKeys.miss(random, of: channel.stream)
    }

    /// Says once what the handshake showed: before what was said inside, or at the end.
    private func tellFacts() {
        guard !hasToldFacts, let facts, !facts.words.isEmpty else { return }
        hasToldFacts = true
        // Of what nothing could be decrypted of, nothing is kept either.
        let first = client.firstOrigin
        note(facts.words, nil, first.packets.last == nil ? latest : first, facts.weaknesses)
    }

    private func note(
        _ message: String, _ direction: Direction?, _ origin: SourceRun.Origin, _ diagnostics: [String] = []
    ) {
        context.sink.append(
            TrafficRecord(
                .note(message), time: origin.time, stream: channel.stream, direction: direction,
                packets: origin.packets.numbers, layers: layers, diagnostics: diagnostics))
    }

    // MARK: Where bytes came from

    private func map(_ direction: Direction) -> SourceMap { direction == .clientToServer ? client : server }

    private func change(_ direction: Direction, _ body: (inout SourceMap) -> Void) {
        if direction == .clientToServer { body(&client) } else { body(&server) }
    }

    private func origin(_ direction: Direction, _ range: Range<Int64>) -> SourceRun.Origin {
        map(direction).origin(of: Int(clamping: range.lowerBound)..<Int(clamping: range.upperBound))
    }
}

extension TLSEvent {
    /// Where the records are that it is about; nil if it is about none.
    fileprivate var place: (Direction, Range<Int64>)? {
        switch self {
        case .plaintext(let plaintext): (plaintext.direction, plaintext.ciphertext)
        case .gap(let gap): (gap.direction, gap.ciphertext)
        case .alert(let alert): (alert.direction, alert.ciphertext)
        case .handshake, .note: nil
        }
    }
}

extension TLSHandshakeFacts {
    /// What there is to say of a handshake, in one line; empty if nothing was seen.
    var words: String {
        var words: [String] = []
        if let version { words.append("\(version)") }
        if let cipherSuite { words.append("\(cipherSuite)") }
        if let serverName { words.append("server name \(serverName.asOneWord)") }
        if let selectedProtocol {
            words.append("ALPN \(selectedProtocol.asOneWord)")
        } else if !offeredProtocols.isEmpty {
            words.append("ALPN offered: \(offeredProtocols.map(\.asOneWord).joined(separator: " "))")
        }
        if let serverCertificate {
            let names = serverCertificate.alternativeNames.map(\.asOneWord)
            words.append("certificate of \(names.isEmpty ? serverCertificate.subject : names.joined(separator: " "))")
        }
        if let clientCertificate { words.append("client certificate of \(clientCertificate.subject)") }
        if isResumed { words.append("resumed") }
        if acceptsEarlyData == true { words.append("early data") }
        return words.joined(separator: ", ")
    }
}

extension String {
    /// With `%20` and `%2C` for what separates words and parts of a sentence, which a name of the other side may have.
    fileprivate var asOneWord: String {
        guard utf8.contains(where: { $0 == 0x20 || $0 == 0x2C }) else { return self }
        return split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
            .split(separator: ",", omittingEmptySubsequences: false).joined(separator: "%2C")
    }
}
