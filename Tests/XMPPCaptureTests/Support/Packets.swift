@testable import XMPPCapture

/// Builds the packets of tests, layer by layer.
enum Packets {
    static let client = IPAddress(ipv4: 0x0a00_0001)
    static let server = IPAddress(ipv4: 0x0a00_0002)
    static let client6 = IPAddress(ipv6High: 0x2001_0db8_0000_0000, low: 1)
    static let server6 = IPAddress(ipv6High: 0x2001_0db8_0000_0000, low: 2)

    static func tcp(
        from source: UInt16 = 40_000,
        to destination: UInt16 = 5222,
        sequence: UInt32 = 1,
        acknowledgment: UInt32 = 0,
        flags: TCPSegment.Flags = .ack,
        headerLength: Int = 20,
        _ payload: String = ""
    ) -> [UInt8] {
        let options = [UInt8](repeating: 1, count: max(headerLength - 20, 0))
        return source.bytes + destination.bytes + sequence.bytes + acknowledgment.bytes
            + [UInt8(headerLength / 4) << 4, flags.rawValue] + [0x20, 0, 0, 0, 0, 0] + options + Array(payload.utf8)
    }

    static func ipv4(
        from source: IPAddress = client,
        to destination: IPAddress = server,
        transport: UInt8 = 6,
        totalLength: UInt16? = nil,
        options: [UInt8] = [],
        identification: UInt16 = 0,
        fragmentOffset: Int = 0,
        hasMore: Bool = false,
        _ payload: [UInt8]
    ) -> [UInt8] {
        let headerLength = 20 + options.count
        let flagsAndOffset = UInt16(fragmentOffset / 8) | (hasMore ? 0x2000 : 0)
        let length = totalLength ?? UInt16(headerLength + payload.count)
        return [0x40 | UInt8(headerLength / 4), 0] + length.bytes + identification.bytes + flagsAndOffset.bytes
            + [64, transport, 0, 0] + UInt32(source.low).bytes + UInt32(destination.low).bytes + options + payload
    }

    static func ipv6(next: UInt8 = 6, payloadLength: UInt16? = nil, _ payload: [UInt8]) -> [UInt8] {
        [0x60, 0, 0, 0] + (payloadLength ?? UInt16(payload.count)).bytes + [next, 64]
            + client6.high.bytes + client6.low.bytes + server6.high.bytes + server6.low.bytes + payload
    }

    static func ipv6Fragment(
        next: UInt8 = 6,
        offset: Int,
        hasMore: Bool,
        identification: UInt32 = 7,
        _ part: some Collection<UInt8>
    ) -> [UInt8] {
        [next, 0] + (UInt16(offset) | (hasMore ? 1 : 0)).bytes + identification.bytes + Array(part)
    }

    static func ethernet(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 2, count: 12) + type.bytes + payload
    }

    /// What the decoder makes of captured packets, and what it has to say.
    static func decode(
        _ packets: [[UInt8]],
        link: LinkType = .raw,
        originalLength: Int = 0,
        secondsApart: Int64 = 0,
        limits: CaptureLimits = CaptureLimits()
    ) -> (segments: [TCPSegment], notes: [String]) {
        var decoder = PacketDecoder(limits: limits)
        var notes: [CaptureNote] = []
        var segments: [TCPSegment] = []
        for (index, bytes) in packets.enumerated() {
            let packet = CapturedPacket(
                number: index + 1,
                time: Timestamp(seconds: Int64(index) * secondsApart, digits: 6),
                link: link,
                originalLength: originalLength,
                bytes: bytes[...]
            )
            if let segment = decoder.decode(packet, notes: &notes) { segments.append(segment) }
        }
        decoder.finish(notes: &notes)
        return (segments, notes.map(\.description))
    }
}

extension FixedWidthInteger {
    /// The integer's bytes in network order.
    var bytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    /// The integer's bytes in the given order.
    func bytes(_ order: ByteOrder) -> [UInt8] { order == .bigEndian ? bytes : bytes.reversed() }
}

extension TCPSegment {
    var text: String { String(decoding: payload, as: UTF8.self) }
}
