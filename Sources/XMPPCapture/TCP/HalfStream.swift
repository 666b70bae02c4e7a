/// One direction of a TCP stream: puts its segments in order and decides when a hole is final.
///
/// **When a hole is final.** The receiver's acknowledgment of a byte says that it was sent and arrived; if the capture
/// does not show it, either the capture lost it or merely recorded the acknowledgment first. So the hole stays open
/// for a while after the acknowledgment, in packets of the stream or in capture time, whichever passes first. Without
/// any packet from the receiver there is nothing but time and distance to go by, and the patience is longer.
struct HalfStream: Sendable {
    /// Whose direction this is, for what it reports.
    struct Label: Sendable {
        let stream: Int
        let direction: Direction
    }

    /// A moment in a stream's life: how many packets it has had, and the capture's time.
    struct Moment: Sendable {
        let packets: Int
        let time: Timestamp?
    }

    /// How long to wait for bytes that should have been seen.
    struct Patience: Sendable {
        let packets: Int
        let seconds: Int64

        static let acknowledged = Patience(packets: 16, seconds: 2)
        static let oneSided = Patience(packets: 1024, seconds: 10)

        func isExhausted(from start: Moment, to end: Moment) -> Bool {
            if end.packets - start.packets >= packets { return true }
            guard let from = start.time, let to = end.time else { return false }
            let elapsed = to.seconds.subtractingReportingOverflow(from.seconds)
            return !elapsed.overflow && elapsed.partialValue >= seconds
        }
    }

    /// Sequence numbers farther apart than the largest window (RFC 7323 §2.3) belong to something else.
    private static let maximumDistance: Int64 = 1 << 30

    /// The sequence number before the first byte, as far as it is known, in the sense of Wireshark's base_seq.
    var initialSequence: UInt32?
    /// Whether a segment of this direction was seen.
    private(set) var isStarted = false
    /// What arrived beyond a hole.
    private(set) var held = HeldBytes()

    private var isStartedBySYN = false
    /// The sequence number of the byte at ``offset``.
    private var next: UInt32 = 0
    /// How many bytes were delivered or given up as gaps.
    private var offset: Int64 = 0
    private var finOffset: Int64?
    /// What the receiver acknowledged before a segment of this direction was seen.
    private var earlyAcknowledgment: UInt32?
    /// The end of what the receiver has acknowledged.
    private var acknowledged: Int64 = 0
    /// An acknowledgment beyond ``offset``, and when it was first seen.
    private var unsettled: (end: Int64, since: Moment)?
    /// Before this offset, holes are final.
    private var settled: Int64 = 0

    /// Whether all bytes up to the FIN were seen.
    var isFinished: Bool { finOffset.map { offset >= $0 } ?? false }

    /// Takes a segment of this direction.
    mutating func receive(
        _ segment: TCPSegment,
        as label: Label,
        recent: inout RecentBytes,
        events: inout [StreamEvent]
    ) {
        if !isStarted { start(with: segment) }
        // What a reset carries is a diagnostic text (RFC 9293 §3.5.3), no part of the stream.
        guard !segment.flags.contains(.rst) else { return }
        let sequence = segment.flags.contains(.syn) ? segment.sequence &+ 1 : segment.sequence
        let distance = Int64(Int32(bitPattern: sequence &- next))
        let length = Int64(segment.payload.count + segment.missing)
        guard abs(distance) < Self.maximumDistance else {
            if length > 0 {
                report("its sequence number is far outside the window, its data is left out", segment, label, &events)
            }
            return
        }
        if segment.flags.contains(.fin), finOffset == nil { finOffset = offset + distance + length }
        guard length > 0 else { return }
        if distance == 0, held.isEmpty {
            let (packet, time) = (segment.packet, segment.time)
            deliver(segment.payload, packet, time, missing: segment.missing, label, &recent, &events)
        } else {
            place(segment, at: offset + distance, as: label, recent: &recent, events: &events)
        }
    }

    /// Takes an acknowledgment by the receiver of this direction.
    mutating func acknowledge(_ number: UInt32, now: Moment) {
        guard isStarted else {
            earlyAcknowledgment = number
            return
        }
        guard number != next else { return }
        let end = offset + Int64(Int32(bitPattern: number &- next))
        // The FIN takes a number of its own.
        let dataEnd = end - 1 == finOffset ? end - 1 : end
        guard dataEnd > acknowledged, dataEnd - offset < Self.maximumDistance else { return }
        acknowledged = dataEnd
        if unsettled == nil, dataEnd > offset { unsettled = (dataEnd, now) }
    }

    /// Declares the holes that have become final by now and delivers what waited for them.
    mutating func settle(
        isOneSided: Bool,
        now: Moment,
        as label: Label,
        recent: inout RecentBytes,
        events: inout [StreamEvent]
    ) {
        if isOneSided, let end = held.end, end > acknowledged {
            acknowledged = end
            unsettled = unsettled ?? (end, now)
        }
        if let (end, since) = unsettled {
            let patience = isOneSided ? Patience.oneSided : .acknowledged
            if patience.isExhausted(from: since, to: now) { settled = max(settled, end) }
            if end <= max(offset, settled) {
                unsettled = acknowledged > max(offset, settled) ? (acknowledged, now) : nil
            }
        }
        while settled > offset, let first = held.first {
            let end = min(settled, first.offset)
            leaveGap(to: end, packet: first.packet, time: first.time, label, &events)
            drain(label, &recent, &events)
        }
    }

    /// Declares hole after hole until what is held costs at most `limit` bytes.
    mutating func release(
        downTo limit: Int,
        as label: Label,
        recent: inout RecentBytes,
        events: inout [StreamEvent]
    ) {
        while held.cost > limit, let first = held.first {
            leaveGap(to: first.offset, packet: first.packet, time: first.time, label, &events)
            drain(label, &recent, &events)
        }
    }

    /// Delivers all that is held and says what is known to be missing at the end.
    mutating func finish(
        packet: Int,
        time: Timestamp?,
        as label: Label,
        recent: inout RecentBytes,
        events: inout [StreamEvent]
    ) {
        release(downTo: 0, as: label, recent: &recent, events: &events)
        // Without a FIN in the capture, one number more may stand for it and not for a byte.
        let end = finOffset ?? (acknowledged == offset + 1 ? offset : acknowledged)
        leaveGap(to: end, packet: packet, time: time, label, &events)
    }
}

// MARK: - Placing and delivering

extension HalfStream {
    private mutating func start(with segment: TCPSegment) {
        isStarted = true
        isStartedBySYN = segment.flags.contains(.syn)
        next = segment.sequence
        let isKeepalive = segment.payload.count <= 1 && earlyAcknowledgment == segment.sequence &+ 1
        if isStartedBySYN || isKeepalive { next &+= 1 }
    }

    /// Takes data that is not simply the next.
    private mutating func place(
        _ segment: TCPSegment,
        at start: Int64,
        as label: Label,
        recent: inout RecentBytes,
        events: inout [StreamEvent]
    ) {
        var payload = segment.payload
        var start = start
        if start < offset {
            let old = payload.part(from: 0, length: Int(offset - start))
            check(old, at: start, segment, label, recent, &events)
            let dataEnd = start + Int64(payload.count)
            guard dataEnd + Int64(segment.missing) > offset else { return }
            // Behind what is old there may be new bytes, or only some that the capture cut off.
            payload = payload.part(from: old.count)
            start = offset
            if held.isEmpty {
                let missing = Int64(segment.missing) - max(offset - dataEnd, 0)
                deliver(payload, segment.packet, segment.time, missing: Int(missing), label, &recent, &events)
                return
            }
        }
        let (packet, time) = (segment.packet, segment.time)
        if !held.insert(payload, at: start, packet: packet, time: time, missing: segment.missing) {
            report("it brings other bytes than an earlier packet did, the earlier ones stay", segment, label, &events)
        }
        drain(label, &recent, &events)
    }

    /// Compares bytes that were delivered already.
    private func check(
        _ old: ArraySlice<UInt8>,
        at start: Int64,
        _ segment: TCPSegment,
        _ label: Label,
        _ recent: RecentBytes,
        _ events: inout [StreamEvent]
    ) {
        // A keepalive repeats the last byte with any value (RFC 9293 §3.8.4).
        if start == offset - 1, segment.payload.count == 1, segment.missing == 0 { return }
        if start < 0, !isStartedBySYN {
            let count = min(Int64(old.count), -start)
            report("\(count) bytes from before the first captured packet are left out", segment, label, &events)
        } else if recent.contradicts(old, stream: label.stream, direction: label.direction, offset: start) {
            report("it repeats bytes with other values, the earlier ones stay", segment, label, &events)
        }
    }

    /// Delivers what is held and has become the next.
    private mutating func drain(_ label: Label, _ recent: inout RecentBytes, _ events: inout [StreamEvent]) {
        while let first = held.first, first.offset <= offset, let piece = held.removeFirst() {
            deliver(piece.bytes, piece.packet, piece.time, missing: piece.missing, label, &recent, &events)
        }
    }

    private mutating func deliver(
        _ bytes: ArraySlice<UInt8>,
        _ packet: Int,
        _ time: Timestamp?,
        missing: Int,
        _ label: Label,
        _ recent: inout RecentBytes,
        _ events: inout [StreamEvent]
    ) {
        if !bytes.isEmpty {
            recent.record(bytes, stream: label.stream, direction: label.direction, offset: offset)
            events.append(
                .data(
                    StreamData(
                        stream: label.stream,
                        direction: label.direction,
                        offset: offset,
                        packet: packet,
                        time: time,
                        bytes: bytes
                    )
                )
            )
            advance(by: Int64(bytes.count))
        }
        guard missing > 0 else { return }
        let end = offset + Int64(missing)
        leaveGap(to: min(end, held.first?.offset ?? end), packet: packet, time: time, label, &events)
    }

    private mutating func leaveGap(
        to end: Int64,
        packet: Int,
        time: Timestamp?,
        _ label: Label,
        _ events: inout [StreamEvent]
    ) {
        guard end > offset else { return }
        events.append(
            .gap(
                StreamGap(
                    stream: label.stream,
                    direction: label.direction,
                    offset: offset,
                    byteCount: end - offset,
                    packet: packet,
                    time: time
                )
            )
        )
        advance(by: end - offset)
    }

    private mutating func advance(by count: Int64) {
        offset += count
        next &+= UInt32(truncatingIfNeeded: count)
    }

    private func report(_ message: String, _ segment: TCPSegment, _ label: Label, _ events: inout [StreamEvent]) {
        events.append(
            .note(CaptureNote(packet: segment.packet, stream: label.stream, time: segment.time, message))
        )
    }
}
