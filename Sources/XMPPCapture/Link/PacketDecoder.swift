/// Finds the TCP segment in a captured packet, through link and IP headers, fragments and IP-in-IP tunnels.
public struct PacketDecoder: Sendable {
    /// How deep IP may be packed in IP (RFC 2003, RFC 4213).
    private static let maximumTunnels = 4
    private static let minimumTCPHeader = 20
    /// How much of the header must be captured for a packet to count as TCP; it ends with the window, as in Wireshark.
    private static let neededTCPHeader = 16

    private var fragments: FragmentReassembler
    private var unsupportedLinks: Set<LinkType> = []

    /// Creates a decoder that holds no fragments yet.
    public init(limits: CaptureLimits = CaptureLimits()) {
        fragments = FragmentReassembler(limits: limits)
    }

    /// The segment that the packet holds or, as the last fragment, completes; nil if it brings none.
    ///
    /// What is malformed, unsupported or given up on the way is added to `notes`.
    public mutating func decode(_ packet: CapturedPacket, notes: inout [CaptureNote]) -> TCPSegment? {
        let frame = WireBytes(packet.bytes, length: packet.originalLength)
        switch LinkLayer.content(of: frame, link: packet.link) {
        case .ip(let bytes):
            do {
                return try segment(in: bytes, of: packet, notes: &notes)
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

    /// Gives up the datagrams that are still incomplete.
    public mutating func finish(notes: inout [CaptureNote]) {
        fragments.finish(notes: &notes)
    }

    private mutating func segment(
        in bytes: WireBytes,
        of packet: CapturedPacket,
        notes: inout [CaptureNote]
    ) throws(IPPacket.Malformation) -> TCPSegment? {
        var bytes = bytes
        for _ in 0...Self.maximumTunnels {
            let ip = try IPPacket(bytes)
            var (transport, payload) = (ip.transport, ip.payload)
            if let fragment = ip.fragment {
                guard let whole = fragments.add(fragment, of: ip, packet: packet, notes: &notes) else { return nil }
                (transport, payload) = try IPPacket.skippingExtensions(whole.transport, whole.payload)
            }
            switch transport {
            case 6: return try tcp(payload, in: ip, of: packet, notes: &notes)
            case 4, 41: bytes = payload
            default: return nil
            }
        }
        throw IPPacket.Malformation(message: "more than \(Self.maximumTunnels) tunnels in each other")
    }

    private func tcp(
        _ bytes: WireBytes,
        in ip: IPPacket,
        of packet: CapturedPacket,
        notes: inout [CaptureNote]
    ) throws(IPPacket.Malformation) -> TCPSegment {
        let header = bytes.captured
        guard let sourcePort = header.uint16(at: 0), let destinationPort = header.uint16(at: 2),
            let sequence = header.uint32(at: 4), let acknowledgment = header.uint32(at: 8),
            let offset = header.byte(at: 12), let flags = header.byte(at: 13), header.count >= Self.neededTCPHeader
        else { throw IPPacket.Malformation(message: "a TCP header is cut") }
        let headerLength = Int(offset >> 4) * 4
        var payload = WireBytes([], length: 0)
        if headerLength >= Self.minimumTCPHeader, let data = bytes.dropping(headerLength) {
            payload = data
        } else {
            let message = "a TCP header of \(headerLength) bytes in a segment of \(bytes.length), its data is left out"
            notes.append(CaptureNote(packet: packet.number, time: packet.time, message))
        }
        return TCPSegment(
            packet: packet.number,
            time: packet.time,
            source: Endpoint(address: ip.source, port: sourcePort),
            destination: Endpoint(address: ip.destination, port: destinationPort),
            sequence: sequence,
            acknowledgment: acknowledgment,
            flags: TCPSegment.Flags(rawValue: flags),
            payload: payload.captured,
            missing: payload.length - payload.captured.count
        )
    }
}
