/// Puts IP datagrams together from their fragments (RFC 791 §3.2, RFC 8200 §4.5).
///
/// Where fragments overlap, what came first stays. Memory is bounded in bytes and in capture time; what is given up
/// becomes a note.
struct FragmentReassembler: Sendable {
    private struct Key: Sendable, Hashable {
        let source: IPAddress
        let destination: IPAddress
        let identification: UInt32
        /// Part of the key of IPv4 alone.
        let transport: UInt8
    }

    fileprivate struct Datagram: Sendable {
        let serial: Int
        let packet: Int
        let time: Timestamp?
        var transport: UInt8
        var held = HeldBytes()
        var length: Int64?
    }

    private static let maximumLength = 65_535

    private let limits: CaptureLimits
    private var datagrams: [Key: Datagram] = [:]
    /// The datagrams in the order in which they began; those complete by now are still in it.
    private var order: [(key: Key, serial: Int)] = []
    private var oldest = 0
    private var serial = 0
    /// How many bytes the fragments take that wait for others.
    private(set) var cost = 0

    init(limits: CaptureLimits) {
        self.limits = limits
    }

    /// Adds a fragment; gives the datagram's payload when this completes it.
    mutating func add(
        _ fragment: IPPacket.Fragment,
        of ip: IPPacket,
        in packetBytes: ArraySlice<UInt8>,
        packet: CapturedPacket,
        notes: inout [CaptureNote]
    ) -> (transport: UInt8, payload: [UInt8])? {
        expire(before: packet.time, notes: &notes)
        let bytes = ip.payload.bytes(in: packetBytes)
        let note = { (message: String) in CaptureNote(packet: packet.number, time: packet.time, message) }
        guard ip.payload.captured == ip.payload.length else {
            notes.append(note("a fragment is cut by the capture, its datagram is lost"))
            return nil
        }
        guard fragment.offset + bytes.count <= Self.maximumLength else {
            notes.append(note("a fragment reaches beyond the length that a datagram can have"))
            return nil
        }
        let key = Key(
            source: ip.source,
            destination: ip.destination,
            identification: fragment.identification,
            transport: ip.source.isIPv4 ? ip.transport : 0
        )
        // Taken out, so that its pieces are changed in place.
        var datagram = datagrams.removeValue(forKey: key) ?? begin(key, transport: ip.transport, packet: packet)
        cost -= datagram.held.cost
        if fragment.offset == 0 { datagram.transport = ip.transport }
        if fragment.isLast, datagram.length == nil { datagram.length = Int64(fragment.offset + bytes.count) }
        let isSame = datagram.held.insert(bytes, at: Int64(fragment.offset), packet: packet.number, time: packet.time)
        if !isSame { notes.append(note("a fragment overlaps an earlier one with other bytes, the earlier ones stay")) }
        if let payload = datagram.completePayload() {
            return (datagram.transport, payload)
        }
        cost += datagram.held.cost
        datagrams[key] = datagram
        while cost > limits.fragmentBytes, dropOldest(because: "for want of room", notes: &notes) {}
        return nil
    }

    /// Gives up what is incomplete, at the end of the capture.
    mutating func finish(notes: inout [CaptureNote]) {
        while dropOldest(because: "when the capture ended", notes: &notes) {}
    }

    private mutating func begin(_ key: Key, transport: UInt8, packet: CapturedPacket) -> Datagram {
        serial += 1
        // Those that were completed leave their place in the order, which must not grow with the file.
        if order.count - oldest > 2 * datagrams.count + 1024 {
            order = order[oldest...].filter { datagrams[$0.key]?.serial == $0.serial }
            oldest = 0
        }
        order.append((key, serial))
        return Datagram(serial: serial, packet: packet.number, time: packet.time, transport: transport)
    }

    private mutating func expire(before time: Timestamp?, notes: inout [CaptureNote]) {
        guard let time else { return }
        while oldest < order.count {
            let (key, serial) = order[oldest]
            if let datagram = datagrams[key], datagram.serial == serial {
                guard let began = datagram.time else { return }
                let age = time.seconds.subtractingReportingOverflow(began.seconds)
                guard !age.overflow, age.partialValue > limits.fragmentSeconds else { return }
                _ = dropOldest(because: "within \(limits.fragmentSeconds) seconds", notes: &notes)
            } else {
                forgetOldest()
            }
        }
    }

    /// Gives up the oldest incomplete datagram; false if there is none.
    private mutating func dropOldest(because reason: String, notes: inout [CaptureNote]) -> Bool {
        while oldest < order.count {
            let (key, serial) = order[oldest]
            forgetOldest()
            guard let datagram = datagrams[key], datagram.serial == serial else { continue }
            datagrams[key] = nil
            cost -= datagram.held.cost
            let message = "a datagram from \(key.source) to \(key.destination) was not complete \(reason)"
            notes.append(CaptureNote(packet: datagram.packet, time: datagram.time, message))
            return true
        }
        return false
    }

    private mutating func forgetOldest() {
        oldest += 1
        if oldest > 64, oldest > order.count / 2 {
            order.removeFirst(oldest)
            oldest = 0
        }
    }
}

extension FragmentReassembler.Datagram {
    /// All bytes in one piece, if none is missing.
    fileprivate mutating func completePayload() -> [UInt8]? {
        guard let length, held.isContiguous(upTo: length) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(length))
        while bytes.count < Int(length), let piece = held.removeFirst() {
            bytes += piece.bytes.prefix(Int(length) - bytes.count)
        }
        return bytes
    }
}
