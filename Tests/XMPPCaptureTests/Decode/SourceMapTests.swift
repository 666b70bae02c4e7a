import Testing

@testable import XMPPCapture

@Suite struct SourceMapTests {
    @Test func whatCameLastTellsTheTimeWhereverItStands() {
        var map = SourceMap()
        for (packet, byteCount, seconds) in [(1, 3, 1), (3, 2, 9), (2, 3, 5)] {
            let time = Timestamp(seconds: Int64(seconds), digits: 0)
            map.append(byteCount: byteCount, SourceRun.Origin(packets: PacketList(packet), time: time))
        }
        #expect(map.origin(of: 0..<8).time?.seconds == 9)
        #expect(map.origin(of: 0..<8).packets.numbers == [1, 2, 3])
        #expect(map.origin(of: 5..<8).time?.seconds == 5)
        #expect(map.origin(of: 0..<3).time?.seconds == 1)
    }
}
