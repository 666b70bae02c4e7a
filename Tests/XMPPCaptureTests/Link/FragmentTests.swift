import Testing

@testable import XMPPCapture

@Suite struct FragmentTests {
    private let segment = Packets.tcp(String(repeating: "<abc/>", count: 20))
    private let text = String(repeating: "<abc/>", count: 20)

    /// The parts of the segment at the given offsets, each up to the next or, with `overlap`, beyond it.
    private func fragments(at offsets: [Int], overlap: Int = 0, identification: UInt16 = 3) -> [[UInt8]] {
        offsets.enumerated().map { index, offset in
            let end = index + 1 < offsets.count ? min(offsets[index + 1] + overlap, segment.count) : segment.count
            return Packets.ipv4(
                identification: identification,
                fragmentOffset: offset,
                hasMore: index + 1 < offsets.count,
                Array(segment[offset..<end])
            )
        }
    }

    @Test func anyOrderAndOverlapGiveTheWhole() {
        for overlap in [0, 8, 16] {
            let parts = fragments(at: [0, 24, 64, 104], overlap: overlap)
            for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [0, 0, 1, 2, 1, 3]] {
                let (segments, notes) = Packets.decode(order.map { parts[$0] })
                #expect(segments.map(\.text) == [text])
                #expect(segments.first?.packet == order.count)
                #expect(notes.isEmpty)
            }
        }
    }

    @Test func ipv6FragmentsHaveTheirOwnHeader() {
        let parts = [0, 64, 128].map { offset in
            let part = segment[offset..<min(offset + 64, segment.count)]
            return Packets.ipv6(next: 44, Packets.ipv6Fragment(offset: offset, hasMore: offset < 128, part))
        }
        for order in [[0, 1, 2], [2, 1, 0]] {
            #expect(Packets.decode(order.map { parts[$0] }).segments.map(\.text) == [text])
        }
    }

    @Test func manyDatagramsOneAfterTheOther() {
        let packets = (0..<3000).flatMap { fragments(at: [0, 64], identification: UInt16($0)) }
        let (segments, notes) = Packets.decode(packets)
        #expect(segments.map(\.packet) == (1...3000).map { 2 * $0 })
        #expect(notes.isEmpty)
    }

    @Test func datagramsAreKeptApart() {
        let first = fragments(at: [0, 64], identification: 1)
        let second = fragments(at: [0, 80], identification: 2)
        let segments = Packets.decode([first[0], second[0], second[1], first[1]]).segments
        #expect(segments.map(\.text) == [text, text])
        #expect(segments.map(\.packet) == [3, 4])
    }

    @Test func earlierBytesStayAndTheContradictionIsSaid() {
        var parts = fragments(at: [0, 64], overlap: 16)
        parts[1][20] ^= 0xff
        let (segments, notes) = Packets.decode(parts)
        #expect(segments.map(\.text) == [text])
        #expect(notes == ["packet 2: a fragment overlaps an earlier one with other bytes, the earlier ones stay"])
    }

    @Test func whatStaysIncompleteIsSaid() {
        let parts = fragments(at: [0, 64])
        let end = Packets.decode([parts[0]])
        #expect(end.notes == ["packet 1: a datagram from 10.0.0.1 to 10.0.0.2 was not complete when the capture ended"])
        let late = Packets.decode(Array(repeating: parts[0], count: 2) + [parts[1]], secondsApart: 50)
        #expect(late.segments.isEmpty)
        #expect(late.notes.count == 2)
        #expect(late.notes[0].hasSuffix("was not complete within 60 seconds"))
    }

    @Test func memoryIsBounded() throws {
        var limits = CaptureLimits()
        limits.fragmentBytes = 2000
        let parts = (0..<100).map { fragments(at: [0, 64], identification: UInt16($0))[0] }
        let rest = fragments(at: [0, 64], identification: 99)[1]
        let (segments, notes) = Packets.decode(parts + [rest], limits: limits)
        #expect(segments.map(\.text) == [text])
        let told = notes.filter { $0.hasSuffix("for want of room") }
        #expect(told.count == 2)
        let times = told.last?.firstMatch(of: #/: (\d+) times more, /#).flatMap { Int($0.output.1) }
        #expect(try #require(times) >= 84)
    }

    @Test func impossibleAndCutFragmentsAreLeftOut() {
        let beyond = Packets.ipv4(
            identification: 1,
            fragmentOffset: 65_528,
            hasMore: true,
            [UInt8](repeating: 0, count: 64)
        )
        #expect(Packets.decode([beyond]).notes.count == 1)
        let cut = Packets.decode([fragments(at: [0, 64])[0]], originalLength: 500)
        #expect(cut.notes.count == 1)
        let short = Packets.decode([Array(fragments(at: [0, 64])[0].dropLast())], originalLength: 84)
        #expect(short.notes == ["packet 1: a fragment is cut by the capture, its datagram is lost"])
    }
}
