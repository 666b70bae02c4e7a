/// Turns TCP segments, in the order of their capture, into the ordered bytes of each stream.
///
/// Streams are numbered as Wireshark's `tcp.stream`. Memory is bounded by ``CaptureLimits``; what has to be given up
/// for that is reported as gaps and closed streams.
public struct TCPReassembler: Sendable {
    /// How many seconds of capture time a stream stays open after a reset, for what was under way.
    private static let reviewSeconds: Int64 = 2

    private let limits: CaptureLimits
    private var slots: [FlowKey: Int] = [:]
    /// The slot of the latest packet's stream, which is most often the next one's too; its key may be gone.
    private var latest: (key: FlowKey, slot: Int)?
    private var flows: [Flow] = []
    /// The two directions of the flow in slot n are at 2n (client to server) and 2n + 1.
    private var halves: [HalfStream] = []
    private var freeSlots: [Int] = []
    private var nextStream = 0
    /// How many bytes wait in all streams for those before them.
    private(set) var heldBytes = 0
    private var recent: RecentBytes
    /// Streams to look at again when the capture's time has gone on, in that order.
    private var reviews: [(due: Int64, slot: Int, stream: Int)] = []
    private var nextReview = 0

    /// Creates a reassembler that follows no stream yet.
    public init(limits: CaptureLimits = CaptureLimits()) {
        self.limits = limits
        recent = RecentBytes(capacity: limits.recentBytes)
    }

    /// Takes the next segment of the capture and adds to `events` what that makes certain.
    public mutating func receive(_ segment: TCPSegment, into events: inout [StreamEvent]) {
        if nextReview < reviews.count, let time = segment.time { review(until: time, &events) }
        let slot = slot(for: segment, &events)
        let flow = flows[slot]
        guard !flow.isClosed, !segment.isQuoted else { return }
        let direction: Direction = segment.source == flow.client ? .clientToServer : .serverToClient
        let sender = direction == .clientToServer ? 2 * slot : 2 * slot + 1
        let receiver = sender ^ 1
        let held = halves[sender].held.cost + halves[receiver].held.cost
        let label = HalfStream.Label(stream: flow.stream, direction: direction)
        let count = events.count
        halves[sender].receive(segment, as: label, recent: &recent, events: &events)
        if segment.flags.contains(.ack) { halves[receiver].acknowledge(segment.acknowledgment, now: flow.now) }
        if held > 0 || !halves[sender].held.isEmpty {
            settle(slot, now: flow.now, &events)
            heldBytes += halves[sender].held.cost + halves[receiver].held.cost - held
            queueReview(slot)
            if heldBytes > limits.heldBytes { releaseHeld(&events) }
        }
        if segment.flags.contains(.rst) {
            flows[slot].reset = flow.now
            flows[slot].wasReset = true
            queueReview(slot)
        } else if flow.reset != nil, events.count > count {
            flows[slot].reset = nil
        }
        if halves[sender].isFinished, halves[receiver].isFinished { close(slot, .finished, &events) }
    }

    /// Ends all streams, at the end of the capture.
    public mutating func finish(into events: inout [StreamEvent]) {
        let open = flows.indices.filter { !flows[$0].isClosed }
        for slot in open.sorted(by: { flows[$0].stream < flows[$1].stream }) {
            close(slot, flows[slot].wasReset ? .reset : .endOfCapture, &events)
        }
        self = TCPReassembler(limits: limits)
    }
}

// MARK: - Which stream a segment belongs to

extension TCPReassembler {
    /// The slot of the segment's stream, which is opened if there is none; counts the packet.
    private mutating func slot(for segment: TCPSegment, _ events: inout [StreamEvent]) -> Int {
        let key = FlowKey(segment.source, segment.destination)
        if let slot = latest?.key == key ? latest?.slot : slots[key] {
            let isFromClient = segment.source == flows[slot].client
            // As Wireshark counts: a SYN with another initial sequence number is another connection.
            let base = halves[isFromClient ? 2 * slot : 2 * slot + 1].initialSequence ?? segment.sequence
            if segment.isOpening, base != segment.sequence {
                if !flows[slot].isClosed { close(slot, flows[slot].wasReset ? .reset : .replaced, &events) }
                free(slot)
            } else {
                latest = (key, slot)
                flows[slot].count(segment)
                noteInitialSequences(segment, slot: slot, isFromClient: isFromClient)
                if segment.isOpening { noteMisguided(slot, segment, isFromClient: isFromClient, &events) }
                return slot
            }
        }
        return open(key, first: segment, &events)
    }

    private mutating func open(_ key: FlowKey, first segment: TCPSegment, _ events: inout [StreamEvent]) -> Int {
        if slots.count >= limits.streams { evict(&events) }
        let flow = Flow(stream: nextStream, key: key, first: segment)
        nextStream += 1
        let slot = freeSlots.popLast() ?? flows.count
        if slot == flows.count {
            flows.append(flow)
            halves += [HalfStream(), HalfStream()]
        } else {
            flows[slot] = flow
        }
        slots[key] = slot
        latest = (key, slot)
        noteInitialSequences(segment, slot: slot, isFromClient: segment.source == flow.client)
        events.append(
            .opened(
                TCPStreamOpening(
                    stream: flow.stream,
                    client: flow.client,
                    server: flow.server,
                    directionIsGuessed: flow.directionIsGuessed,
                    packet: segment.packet,
                    time: segment.time
                )
            )
        )
        return slot
    }

    /// Says so if a late SYN shows that the guess about who opened the connection was wrong.
    private func noteMisguided(
        _ slot: Int,
        _ segment: TCPSegment,
        isFromClient: Bool,
        _ events: inout [StreamEvent]
    ) {
        let flow = flows[slot]
        guard flow.directionIsGuessed, !isFromClient, !flow.isClosed else { return }
        let message = "its SYN shows that \(segment.source) is the client, not \(flow.client)"
        events.append(.note(CaptureNote(packet: segment.packet, stream: flow.stream, time: segment.time, message)))
    }

    /// Keeps the initial sequence numbers as Wireshark derives them, by which it tells connections apart.
    private mutating func noteInitialSequences(_ segment: TCPSegment, slot: Int, isFromClient: Bool) {
        let sender = isFromClient ? 2 * slot : 2 * slot + 1
        if halves[sender].initialSequence == nil {
            let isOpening = segment.flags.contains(.syn)
            halves[sender].initialSequence = isOpening ? segment.sequence : segment.sequence &- 1
        }
        if halves[sender ^ 1].initialSequence == nil, segment.flags.contains(.ack) {
            halves[sender ^ 1].initialSequence = segment.acknowledgment &- 1
        }
    }
}

// MARK: - Waiting and ending

extension TCPReassembler {
    private mutating func settle(_ slot: Int, now: HalfStream.Moment, _ events: inout [StreamEvent]) {
        let flow = flows[slot]
        for (half, direction) in [(2 * slot, Direction.clientToServer), (2 * slot + 1, .serverToClient)]
        where !halves[half].held.isEmpty {
            let label = HalfStream.Label(stream: flow.stream, direction: direction)
            let isOneSided = !halves[half ^ 1].isStarted
            halves[half].settle(isOneSided: isOneSided, now: now, as: label, recent: &recent, events: &events)
            halves[half].release(downTo: limits.heldBytesPerDirection, as: label, recent: &recent, events: &events)
        }
    }

    private func isWaiting(_ slot: Int) -> Bool {
        flows[slot].reset != nil || !halves[2 * slot].held.isEmpty || !halves[2 * slot + 1].held.isEmpty
    }

    private mutating func queueReview(_ slot: Int) {
        let flow = flows[slot]
        guard !flow.isQueued, isWaiting(slot), let time = flow.lastTime else { return }
        flows[slot].isQueued = true
        reviews.append((Self.due(after: time), slot, flow.stream))
    }

    private static func due(after time: Timestamp) -> Int64 {
        let due = time.seconds.addingReportingOverflow(reviewSeconds)
        return due.overflow ? .max : due.partialValue
    }

    /// Looks again at the streams whose time to wait is over.
    ///
    /// A stream is queued once at most, so a queue longer than there may be streams holds some that are gone; one
    /// wrong time at its head must not let it grow with the file.
    private mutating func review(until time: Timestamp, _ events: inout [StreamEvent]) {
        let end = reviews.count
        while nextReview < end,
            reviews[nextReview].due <= time.seconds || reviews.count - nextReview > limits.streams
        {
            let (_, slot, stream) = reviews[nextReview]
            nextReview += 1
            let flow = flows[slot]
            guard flow.stream == stream, !flow.isClosed else { continue }
            flows[slot].isQueued = false
            let held = halves[2 * slot].held.cost + halves[2 * slot + 1].held.cost
            settle(slot, now: HalfStream.Moment(packets: flow.packets, time: time), &events)
            heldBytes += halves[2 * slot].held.cost + halves[2 * slot + 1].held.cost - held
            if let reset = flow.reset, let began = reset.time, Self.due(after: began) <= time.seconds {
                close(slot, .reset, &events)
            } else if isWaiting(slot) {
                flows[slot].isQueued = true
                reviews.append((Self.due(after: time), slot, stream))
            }
        }
        if nextReview > 64, nextReview > reviews.count / 2 {
            reviews.removeFirst(nextReview)
            nextReview = 0
        }
    }

    /// Delivers what is left of a stream and ends it; only its place stays, for stray packets.
    private mutating func close(_ slot: Int, _ reason: TCPStreamClosing.Reason, _ events: inout [StreamEvent]) {
        let flow = flows[slot]
        heldBytes -= halves[2 * slot].held.cost + halves[2 * slot + 1].held.cost
        for (half, direction) in [(2 * slot, Direction.clientToServer), (2 * slot + 1, .serverToClient)] {
            let label = HalfStream.Label(stream: flow.stream, direction: direction)
            halves[half].finish(
                packet: flow.lastPacket,
                time: flow.lastTime,
                as: label,
                recent: &recent,
                events: &events
            )
        }
        flows[slot].isClosed = true
        events.append(
            .closed(
                TCPStreamClosing(stream: flow.stream, reason: reason, packet: flow.lastPacket, time: flow.lastTime)
            )
        )
    }

    private mutating func free(_ slot: Int) {
        slots[flows[slot].key] = nil
        latest = nil
        halves[2 * slot] = HalfStream()
        halves[2 * slot + 1] = HalfStream()
        freeSlots.append(slot)
    }

    /// Makes room for new streams: those that are over go first, then those that were idle longest. Many go at a
    /// time, so that sorting them costs little for each.
    private mutating func evict(_ events: inout [StreamEvent]) {
        let idle = slots.values.map { (rank: flows[$0].isClosed ? -1 : flows[$0].lastPacket, slot: $0) }
        for (rank, slot) in idle.sorted(by: <).prefix(max(limits.streams / 16, 1)) {
            if rank >= 0 { close(slot, .evicted, &events) }
            free(slot)
        }
    }

    /// Brings what all streams hold down to half of what is allowed, beginning with those that were idle longest.
    private mutating func releaseHeld(_ events: inout [StreamEvent]) {
        let holding = flows.indices.filter { !halves[2 * $0].held.isEmpty || !halves[2 * $0 + 1].held.isEmpty }
        for slot in holding.sorted(by: { flows[$0].lastPacket < flows[$1].lastPacket }) {
            guard heldBytes > limits.heldBytes / 2 else { return }
            let flow = flows[slot]
            for (half, direction) in [(2 * slot, Direction.clientToServer), (2 * slot + 1, .serverToClient)] {
                let label = HalfStream.Label(stream: flow.stream, direction: direction)
                heldBytes -= halves[half].held.cost
                halves[half].release(downTo: 0, as: label, recent: &recent, events: &events)
            }
            let message = "too many bytes wait for missing ones in all streams together, the gaps here count as final"
            events.append(
                .note(CaptureNote(packet: flow.lastPacket, stream: flow.stream, time: flow.lastTime, message))
            )
        }
    }
}
