import Testing

@testable import XMPPCapture

/// Wireshark gives connections numbers that only ICMP messages tell of, and so do we.
@Suite struct QuotedSegmentTests {
    private static func unreachable(_ quoted: [UInt8], type: UInt8 = 3) -> [UInt8] {
        Packets.ipv4(from: Packets.server, to: Packets.client, transport: 1, [type, 3, 0, 0, 0, 0, 0, 0] + quoted)
    }

    private static func syn(from port: UInt16) -> [UInt8] {
        Packets.ipv4(Packets.tcp(from: port, sequence: 100, flags: .syn))
    }

    private func streams(_ packets: [[UInt8]]) throws -> [(stream: Int, port: UInt16)] {
        let file = CaptureFiles.pcap(link: 101, records: packets.map { CaptureFiles.record($0) })
        var opened: [(Int, UInt16)] = []
        for case .opened(let opening) in events(of: file).events {
            opened.append((opening.stream, opening.client.port))
        }
        return opened
    }

    @Test func countsConnectionsWhoseHeaderIsQuoted() throws {
        let found = try streams([
            Self.unreachable(Array(Self.syn(from: 40_000).prefix(28))), Self.unreachable(Self.syn(from: 40_000)),
            Self.syn(from: 40_001), Self.unreachable(Self.syn(from: 40_001)), Self.unreachable(Self.syn(from: 40_002)),
            Self.syn(from: 40_003),
        ])
        #expect(found.map(\.stream) == [0, 1, 2, 3])
        #expect(found.map(\.port) == [40_000, 40_001, 40_002, 40_003])
    }

    @Test func leavesOutWhatIsNoError() throws {
        #expect(try streams([Self.unreachable(Self.syn(from: 40_000), type: 8)]).isEmpty)
        #expect(try streams([Self.unreachable([0x45])]).isEmpty)
    }

    @Test func quotedDataIsNotDelivered() throws {
        let data = Packets.ipv4(Packets.tcp(sequence: 1, "<presence/>"))
        let file = CaptureFiles.pcap(
            link: 101, records: [Self.unreachable(data), data, Self.unreachable(data)].map { CaptureFiles.record($0) })
        var text = ""
        for case .data(let data) in events(of: file).events { text += String(decoding: data.bytes, as: UTF8.self) }
        #expect(text == "<presence/>")
    }
}
