/// Finds the TCP segment in a captured packet, through link and IP headers, fragments and IP-in-IP tunnels.
public struct PacketDecoder: Sendable {
    /// How deep IP may be packed in IP (RFC 2003, RFC 4213).
    private static let maximumTunnels = 4
    private static let tcpProtocol: UInt8 = 6
    private static let minimumTCPHeader = 20
    /// How much of the header must be captured for a packet to count as TCP; it ends with the window, as in Wireshark.
    private static let neededTCPHeader = 16

    private var fragments: FragmentReassembler
    private var unsupportedLinks: Set<LinkType> = []
    private var repetitions = NoteRepetitions()
    /// How many packets with data were not captured to their end, and the most bytes that are there of one.
    private var cutPackets = (count: 0, length: 0)

    /// Creates a decoder that holds no fragments yet.
    public init(limits: CaptureLimits = CaptureLimits()) {
        fragments = FragmentReassembler(limits: limits)
    }

    /// How many bytes the fragments take that wait for others.
    var waitingBytes: Int { fragments.cost }

    /// The segment that the packet holds or, as the last fragment, completes; nil if it brings none.
    ///
    /// What is malformed, unsupported or given up on the way is added to `notes`, the first time for each kind of it;
    /// how often it came again is told by ``finish(notes:)``.
    public mutating func decode(_ packet: CapturedPacket, notes: inout [CaptureNote]) -> TCPSegment? {
        var found: [CaptureNote] = []
        defer { if !found.isEmpty { notes += repetitions.newKinds(among: found) } }
        let segment = segment(in: packet, notes: &found)
        if packet.originalLength > packet.bytes.count, segment.map({ $0.missing > 0 }) ?? false {
            cutPackets = (cutPackets.count + 1, max(cutPackets.length, packet.bytes.count))
        }
        return segment
    }

    private mutating func segment(in packet: CapturedPacket, notes: inout [CaptureNote]) -> TCPSegment? {
        switch LinkLayer.content(of: packet.bytes, length: packet.originalLength, link: packet.link) {
        case .ip(let part):
            do {
                return try segment(in: part, of: packet, notes: &notes)
            } catch {
                notes.append(CaptureNote(packet: packet.number, time: packet.time, error.message))
            }
        case .malformed(let message):
            notes.append(CaptureNote(packet: packet.number, time: packet.time, message))
        case .unsupported:
            guard unsupportedLinks.insert(packet.link).inserted else { break }
            let message = "packets of link type \(packet.link.rawValue) are not supported and left out"
            notes.append(CaptureNote(packet: packet.number, time: packet.time, message))
        case .other:
            break
        }
        return nil
    }

    /// Gives up the datagrams that are still incomplete, and tells how often what was told came again.
    public mutating func finish(notes: inout [CaptureNote]) {
        var found: [CaptureNote] = []
        fragments.finish(notes: &found)
        notes += repetitions.newKinds(among: found) + repetitions.takeCounts()
        if cutPackets.count > 0 { notes.append(CaptureNote(cutMessage)) }
    }

    /// What the snap length of the capture has cost (`tcpdump -s`).
    private var cutMessage: String {
        let packets = cutPackets.count == 1 ? "1 packet with data was" : "\(cutPackets.count) packets with data were"
        return "\(packets) captured only to byte \(cutPackets.length) at most (snap length), what is behind is missing"
    }

    private mutating func segment(
        in part: PacketPart,
        of packet: CapturedPacket,
        notes: inout [CaptureNote]
    ) throws(IPPacket.Malformation) -> TCPSegment? {
        let ip = try IPPacket(part, in: packet.bytes)
        if ip.transport == Self.tcpProtocol, ip.fragment == nil {
            return try tcp(ip.payload, in: packet.bytes, from: ip, of: packet, notes: &notes)
        }
        return try unpack(ip, of: packet, notes: &notes)
    }

    /// Goes through fragments and tunnels.
    private mutating func unpack(
        _ outer: IPPacket,
        of packet: CapturedPacket,
        notes: inout [CaptureNote]
    ) throws(IPPacket.Malformation) -> TCPSegment? {
        var ip = outer
        var bytes = packet.bytes
        for _ in 0...Self.maximumTunnels {
            var (transport, payload) = (ip.transport, ip.payload)
            if let fragment = ip.fragment {
                guard let whole = fragments.add(fragment, of: ip, in: bytes, packet: packet, notes: &notes) else {
                    return nil
                }
                bytes = whole.payload[...]
                let part = PacketPart(bytes, length: bytes.count)
                (transport, payload) = try IPPacket.skippingExtensions(whole.transport, part, in: bytes)
            }
            switch transport {
            case Self.tcpProtocol: return try tcp(payload, in: bytes, from: ip, of: packet, notes: &notes)
            case 4, 41: ip = try IPPacket(payload, in: bytes)
            case 1, 58: return quotedSegment(in: payload, of: bytes, isVersion6: transport == 58, packet: packet)
            default: return nil
            }
        }
        throw IPPacket.Malformation(message: "more than \(Self.maximumTunnels) tunnels in each other")
    }

    /// The segment that an ICMP message says could not be delivered (RFC 792; RFC 4443 §3), if that much of it is quoted.
    ///
    /// It brings no data, but Wireshark counts the connection that it belongs to.
    private func quotedSegment(
        in message: PacketPart,
        of bytes: ArraySlice<UInt8>,
        isVersion6: Bool,
        packet: CapturedPacket
    ) -> TCPSegment? {
        let errors: Set<UInt8> = isVersion6 ? [1, 2, 3, 4] : [3, 4, 5, 11, 12]
        guard let type = message.byte(at: 0, in: bytes), errors.contains(type), let quote = message.dropping(8),
            let ip = try? IPPacket(quote, in: bytes), ip.transport == Self.tcpProtocol, ip.fragment == nil
        else { return nil }
        var notes: [CaptureNote] = []
        var segment = try? tcp(ip.payload, in: bytes, from: ip, of: packet, notes: &notes)
        segment?.isQuoted = true
        return segment
    }

    private func tcp(
        _ part: PacketPart,
        in bytes: ArraySlice<UInt8>,
        from ip: IPPacket,
        of packet: CapturedPacket,
        notes: inout [CaptureNote]
    ) throws(IPPacket.Malformation) -> TCPSegment {
        guard let ports = part.uint32(at: 0, in: bytes), let sequence = part.uint32(at: 4, in: bytes),
            let acknowledgment = part.uint32(at: 8, in: bytes), let offset = part.byte(at: 12, in: bytes),
            let flags = part.byte(at: 13, in: bytes), part.captured >= Self.neededTCPHeader
        else { throw IPPacket.Malformation(message: "a TCP header is cut") }
        let headerLength = Int(offset >> 4) * 4
        var payload = part.limited(to: 0)
        if headerLength >= Self.minimumTCPHeader, let data = part.dropping(headerLength) {
            payload = data
        } else {
            let message = "a TCP header of \(headerLength) bytes in a segment of \(part.length), its data is left out"
            notes.append(CaptureNote(packet: packet.number, time: packet.time, message))
        }
        return TCPSegment(
            packet: packet.number,
            time: packet.time,
            source: Endpoint(address: ip.source, port: UInt16(truncatingIfNeeded: ports >> 16)),
            destination: Endpoint(address: ip.destination, port: UInt16(truncatingIfNeeded: ports)),
            sequence: sequence,
            acknowledgment: acknowledgment,
            flags: TCPSegment.Flags(rawValue: flags),
            payload: payload.bytes(in: bytes),
            missing: payload.length - payload.captured
        )
    }
}
