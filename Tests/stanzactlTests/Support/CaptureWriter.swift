/// Writes what went over one connection as a capture (pcap) of raw IPv4 packets.
struct CaptureWriter {
    private(set) var bytes: [UInt8] = []
    private var sent: (client: UInt32, server: UInt32) = (1, 1)
    private var time: UInt32 = 1_700_000_000

    init() {
        append(little: [0xA1B2_C3D4, 0x0004_0002, 0, 0, 1 << 18, 101])
        addPacket([], isFromClient: true, number: 0, flags: 0x02)
        addPacket([], isFromClient: false, number: 0, flags: 0x12)
    }

    /// Adds bytes of the stream, at most 65,000.
    mutating func add(_ payload: [UInt8], isFromClient: Bool) {
        let number = isFromClient ? sent.client : sent.server
        addPacket(payload, isFromClient: isFromClient, number: number, flags: 0x18)
        if isFromClient {
            sent.client += UInt32(payload.count)
        } else {
            sent.server += UInt32(payload.count)
        }
    }

    private mutating func addPacket(_ payload: [UInt8], isFromClient: Bool, number: UInt32, flags: UInt32) {
        let length = UInt32(40 + payload.count)
        time += 1
        append(little: [time, 0, length, length])
        let ports: UInt32 = isFromClient ? 50_000 << 16 | 5222 : 5222 << 16 | 50_000
        let acknowledged = isFromClient ? sent.server : sent.client
        // RFC 791 §3.1, then RFC 9293 §3.1; the checksums are left out, as they are on a loopback interface.
        append(big: [0x4500 << 16 | length, 0x4000, 64 << 24 | 6 << 16, 0x7F00_0001, 0x7F00_0001])
        append(big: [ports, number, acknowledged, 5 << 28 | flags << 16 | 0xFFFF, 0])
        bytes += payload
    }

    private mutating func append(little words: [UInt32]) {
        for word in words { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
    }

    private mutating func append(big words: [UInt32]) {
        for word in words { withUnsafeBytes(of: word.bigEndian) { bytes += $0 } }
    }
}
