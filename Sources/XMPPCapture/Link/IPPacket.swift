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
    let payload: PacketPart

    /// Reads an IPv4 or IPv6 header; what is behind the length it gives is padding.
    init(_ packet: PacketPart, in bytes: ArraySlice<UInt8>) throws(Malformation) {
        switch packet.byte(at: 0, in: bytes).map({ $0 >> 4 }) {
        case 4: try self.init(ipv4: packet, in: bytes)
        case 6: try self.init(ipv6: packet, in: bytes)
        case let version?: throw Malformation(message: "IP version \(version), where 4 and 6 are known")
        case nil: throw Malformation(message: "an IP header is cut")
        }
    }

    private init(ipv4 packet: PacketPart, in bytes: ArraySlice<UInt8>) throws(Malformation) {
        guard let first = packet.byte(at: 0, in: bytes), let totalLength = packet.uint16(at: 2, in: bytes),
            let identification = packet.uint16(at: 4, in: bytes), let flagsAndOffset = packet.uint16(at: 6, in: bytes),
            let transport = packet.byte(at: 9, in: bytes), let source = packet.uint32(at: 12, in: bytes),
            let destination = packet.uint32(at: 16, in: bytes)
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
            (self.transport, self.payload) = try Self.skippingExtensions(transport, payload, in: bytes)
        }
    }

    private init(ipv6 packet: PacketPart, in bytes: ArraySlice<UInt8>) throws(Malformation) {
        guard let payloadLength = packet.uint16(at: 4, in: bytes), let next = packet.byte(at: 6, in: bytes),
            let sourceHigh = packet.uint64(at: 8, in: bytes), let sourceLow = packet.uint64(at: 16, in: bytes),
            let destinationHigh = packet.uint64(at: 24, in: bytes),
            let destinationLow = packet.uint64(at: 32, in: bytes),
            let rest = packet.dropping(40)
        else { throw Malformation(message: "an IPv6 header is cut") }
        source = IPAddress(ipv6High: sourceHigh, low: sourceLow)
        destination = IPAddress(ipv6High: destinationHigh, low: destinationLow)
        // 0 is a jumbogram (RFC 2675) or a packet that segmentation offload has yet to fill in.
        let limited = payloadLength == 0 ? rest : rest.limited(to: Int(payloadLength))
        let (transport, payload) = try Self.skippingExtensions(next, limited, in: bytes)
        guard transport == Self.fragmentHeader else {
            (self.transport, self.payload, fragment) = (transport, payload, nil)
            return
        }
        guard let next = payload.byte(at: 0, in: bytes), let offsetAndMore = payload.uint16(at: 2, in: bytes),
            let identification = payload.uint32(at: 4, in: bytes), let part = payload.dropping(8)
        else { throw Malformation(message: "an IPv6 fragment header is cut") }
        let offset = Int(offsetAndMore & 0xfff8)
        let hasMore = offsetAndMore & 1 != 0
        if hasMore || offset > 0 {
            fragment = Fragment(identification: identification, offset: offset, isLast: !hasMore)
            (self.transport, self.payload) = (next, part)
        } else {
            fragment = nil
            (self.transport, self.payload) = try Self.skippingExtensions(next, part, in: bytes)
        }
    }

    private static let fragmentHeader: UInt8 = 44

    /// Goes through the extension headers that may stand before a transport (RFC 8200 §4, RFC 4302).
    static func skippingExtensions(
        _ type: UInt8,
        _ payload: PacketPart,
        in bytes: ArraySlice<UInt8>
    ) throws(Malformation) -> (transport: UInt8, payload: PacketPart) {
        var (type, payload) = (type, payload)
        while true {
            let unit: (bytes: Int, extra: Int)
            switch type {
            // Hop-by-hop, routing, destination options, mobility, HIP, shim6.
            case 0, 43, 60, 135, 139, 140: unit = (8, 1)
            case 51: unit = (4, 2)
            default: return (type, payload)
            }
            guard let next = payload.byte(at: 0, in: bytes), let length = payload.byte(at: 1, in: bytes),
                let rest = payload.dropping((Int(length) + unit.extra) * unit.bytes)
            else { throw Malformation(message: "an extension header of IP is cut") }
            (type, payload) = (next, rest)
        }
    }
}
