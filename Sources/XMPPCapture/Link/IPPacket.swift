/// What the headers of an IP packet say: who sends what to whom, and which part of it this is.
struct IPPacket: Sendable {
    /// Where a fragment belongs (RFC 791 §3.2, RFC 8200 §4.5).
    struct Fragment: Sendable {
        let identification: UInt32
        let offset: Int
        let isLast: Bool
    }

    /// Why a packet cannot be read.
    struct Malformation: Error, Sendable {
        let message: String
    }

    let source: IPAddress
    let destination: IPAddress
    /// The number of the protocol within; of a fragment's whole if this is one.
    let transport: UInt8
    let fragment: Fragment?
    let payload: WireBytes

    /// Reads an IPv4 or IPv6 header; what is behind the length it gives is padding.
    init(_ packet: WireBytes) throws(Malformation) {
        switch packet.captured.byte(at: 0).map({ $0 >> 4 }) {
        case 4: try self.init(ipv4: packet)
        case 6: try self.init(ipv6: packet)
        case let version?: throw Malformation(message: "IP version \(version), where 4 and 6 are known")
        case nil: throw Malformation(message: "an IP header is cut")
        }
    }

    private init(ipv4 packet: WireBytes) throws(Malformation) {
        let header = packet.captured
        guard let first = header.byte(at: 0), let totalLength = header.uint16(at: 2),
            let identification = header.uint16(at: 4), let flagsAndOffset = header.uint16(at: 6),
            let transport = header.byte(at: 9), let source = header.uint32(at: 12),
            let destination = header.uint32(at: 16)
        else { throw Malformation(message: "an IPv4 header is cut") }
        let headerLength = Int(first & 15) * 4
        // Segmentation offload hands the capture packets whose length is filled in only later: 0.
        let length = totalLength == 0 ? packet.length : Int(totalLength)
        guard headerLength >= 20, length >= headerLength else {
            throw Malformation(message: "an IPv4 header of \(headerLength) bytes in a packet of \(length)")
        }
        guard let payload = packet.limited(to: length).dropping(headerLength) else {
            throw Malformation(message: "an IPv4 header is cut")
        }
        self.source = IPAddress(ipv4: source)
        self.destination = IPAddress(ipv4: destination)
        let offset = Int(flagsAndOffset & 0x1fff) * 8
        let hasMore = flagsAndOffset & 0x2000 != 0
        if hasMore || offset > 0 {
            fragment = Fragment(identification: UInt32(identification), offset: offset, isLast: !hasMore)
            (self.transport, self.payload) = (transport, payload)
        } else {
            fragment = nil
            (self.transport, self.payload) = try Self.skippingExtensions(transport, payload)
        }
    }

    private init(ipv6 packet: WireBytes) throws(Malformation) {
        let header = packet.captured
        guard let payloadLength = header.uint16(at: 4), let next = header.byte(at: 6),
            let sourceHigh = header.uint64(at: 8), let sourceLow = header.uint64(at: 16),
            let destinationHigh = header.uint64(at: 24), let destinationLow = header.uint64(at: 32),
            let rest = packet.dropping(40)
        else { throw Malformation(message: "an IPv6 header is cut") }
        source = IPAddress(ipv6High: sourceHigh, low: sourceLow)
        destination = IPAddress(ipv6High: destinationHigh, low: destinationLow)
        // 0 is a jumbogram (RFC 2675) or a packet that segmentation offload has yet to fill in.
        let limited = payloadLength == 0 ? rest : rest.limited(to: Int(payloadLength))
        let (transport, payload) = try Self.skippingExtensions(next, limited)
        guard transport == Self.fragmentHeader else {
            (self.transport, self.payload, fragment) = (transport, payload, nil)
            return
        }
        guard let next = payload.captured.byte(at: 0), let offsetAndMore = payload.captured.uint16(at: 2),
            let identification = payload.captured.uint32(at: 4), let part = payload.dropping(8)
        else { throw Malformation(message: "an IPv6 fragment header is cut") }
        let offset = Int(offsetAndMore & 0xfff8)
        let hasMore = offsetAndMore & 1 != 0
        if hasMore || offset > 0 {
            fragment = Fragment(identification: identification, offset: offset, isLast: !hasMore)
            (self.transport, self.payload) = (next, part)
        } else {
            fragment = nil
            (self.transport, self.payload) = try Self.skippingExtensions(next, part)
        }
    }

    private static let fragmentHeader: UInt8 = 44

    /// Goes through the extension headers that may stand before a transport (RFC 8200 §4, RFC 4302).
    static func skippingExtensions(
        _ type: UInt8,
        _ payload: WireBytes
    ) throws(Malformation) -> (transport: UInt8, payload: WireBytes) {
        var (type, payload) = (type, payload)
        while true {
            let unit: (bytes: Int, extra: Int)
            switch type {
            // Hop-by-hop, routing, destination options, mobility, HIP, shim6.
            case 0, 43, 60, 135, 139, 140: unit = (8, 1)
            case 51: unit = (4, 2)
            default: return (type, payload)
            }
            guard let next = payload.captured.byte(at: 0), let length = payload.captured.byte(at: 1),
                let rest = payload.dropping((Int(length) + unit.extra) * unit.bytes)
            else { throw Malformation(message: "an extension header of IP is cut") }
            (type, payload) = (next, rest)
        }
    }
}
