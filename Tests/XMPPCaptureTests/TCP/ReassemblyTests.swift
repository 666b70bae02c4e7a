import Testing

@testable import XMPPCapture

@Suite struct ReassemblyTests {
    @Test func wholeConversation() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1001, 5001, "hello")
        tcp.server(.ack, 5001, 1006, "hi")
        tcp.client([.fin, .ack], 1006, 5003)
        tcp.server([.fin, .ack], 5003, 1007)
        #expect(tcp.log == ["open 0 10.0.0.1:40000", "c2s 4 hello", "s2c 5 hi", "closed 0 finished"])
        tcp.client(.ack, 1007, 5004)
        #expect(tcp.finish() == ["c2s 4 hello", "s2c 5 hi", "closed 0 finished"])
    }

    @Test func orderIsRestored() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1003, 5001, "cd")
        tcp.client(.ack, 1007, 5001, "gh")
        tcp.client(.ack, 1005, 5001, "ef")
        tcp.client(.ack, 1001, 5001, "ab")
        tcp.client([.fin, .ack], 1009, 5001)
        #expect(tcp.finish() == ["c2s 7 ab", "c2s 4 cd", "c2s 6 ef", "c2s 5 gh", "closed 0 endOfCapture"])
    }

    @Test func sequenceNumbersWrap() {
        var tcp = Conversation()
        tcp.open(client: 0xffff_fffb, server: 0x7fff_ffff)
        tcp.client(.ack, 0xffff_fffc, 0x8000_0000, "abcdef")
        tcp.client(.ack, 4, 0x8000_0000, "ij")
        tcp.client(.ack, 2, 0x8000_0000, "gh")
        tcp.server(.ack, 0x8000_0000, 6, "x")
        #expect(tcp.finish() == ["c2s 4 abcdef", "c2s 6 gh", "c2s 5 ij", "s2c 7 x", "closed 0 endOfCapture"])
    }

    @Test func retransmissionsAndOverlapsAddOnlyWhatIsNew() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1001, 5001, "abcd")
        tcp.client(.ack, 1001, 5001, "abcd")
        tcp.client(.ack, 1003, 5001, "cdef")
        tcp.client(.ack, 1009, 5001, "ij")
        tcp.client(.ack, 1005, 5001, "efghijkl")
        #expect(
            tcp.finish() == ["c2s 4 abcd", "c2s 6 ef", "c2s 8 gh", "c2s 7 ij", "c2s 8 kl", "closed 0 endOfCapture"]
        )
    }

    @Test func firstBytesWinAndTheContradictionIsSaid() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1001, 5001, "abcd")
        tcp.client(.ack, 1001, 5001, "abXX")
        tcp.client(.ack, 1003, 5001, "YYef")
        tcp.client(.ack, 1009, 5001, "ij")
        tcp.client(.ack, 1007, 5001, "ghZ")
        #expect(
            tcp.finish() == [
                "c2s 4 abcd", "note 5 it repeats bytes with other values, the earlier ones stay",
                "note 6 it repeats bytes with other values, the earlier ones stay", "c2s 6 ef",
                "note 8 it brings other bytes than an earlier packet did, the earlier ones stay",
                "c2s 8 gh", "c2s 7 ij", "closed 0 endOfCapture",
            ]
        )
    }

    @Test func keepalivesAndWindowProbesAreNoData() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1001, 5001, "abc")
        tcp.client(.ack, 1003, 5001, "\u{0}")
        tcp.client(.ack, 1003, 5001)
        tcp.server(.ack, 5000, 1004)
        tcp.client(.ack, 1004, 5001, "d")
        tcp.client(.ack, 1004, 5001, "def")
        #expect(tcp.finish() == ["c2s 4 abc", "c2s 8 d", "c2s 9 ef", "closed 0 endOfCapture"])
    }

    @Test func dataMayComeWithTheHandshakeAndTheFin() {
        var tcp = Conversation()
        tcp.client(.syn, 1000, 0, "early")
        tcp.server([.syn, .ack], 5000, 1006)
        tcp.client([.fin, .ack], 1006, 5001, "late")
        tcp.server([.fin, .ack], 5001, 1011, "bye")
        #expect(tcp.finish() == ["c2s 1 early", "c2s 3 late", "s2c 4 bye", "closed 0 finished"])
    }

    @Test func finBeforeItsDataWaits() {
        var tcp = Conversation()
        tcp.open()
        tcp.server([.fin, .ack], 5004, 1001)
        tcp.client([.fin, .ack], 1001, 5005)
        tcp.server(.ack, 5001, 1001, "abc")
        #expect(tcp.finish() == ["s2c 6 abc", "closed 0 finished"])
    }

    @Test func resetEndsTheStreamWhenWhatWasUnderWayIsThere() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.rst, 1001, 0, "why")
        tcp.server(.ack, 5001, 1001, "crossing")
        tcp.client(.rst, 1001)
        tcp.time = 1
        tcp.client(.syn, 1, port: 50_000)
        #expect(tcp.log.last == "open 1 10.0.0.1:50000")
        tcp.time = 2
        tcp.client(.syn, 1, port: 50_001)
        #expect(tcp.log.suffix(2) == ["closed 0 reset", "open 2 10.0.0.1:50001"])
    }

    @Test func streamGoesOnAfterAResetThatDidNothing() {
        var tcp = Conversation()
        tcp.open()
        tcp.server(.rst, 5001)
        tcp.client(.ack, 1001, 5001, "a")
        tcp.time = 9
        tcp.client(.ack, 1002, 5001, "b")
        #expect(tcp.finish() == ["c2s 5 a", "c2s 6 b", "closed 0 reset"])
    }

    @Test func farSequenceNumbersAreLeftOut() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1001 &+ 1 << 30, 5001, "x")
        tcp.client(.ack, 1001, 5001, "a")
        #expect(
            tcp.finish() == [
                "note 4 its sequence number is far outside the window, its data is left out", "c2s 5 a",
                "closed 0 endOfCapture",
            ]
        )
    }

    @Test func offsetsLeadToPackets() {
        var tcp = Conversation()
        tcp.open()
        tcp.time = 1
        tcp.client(.ack, 1001, 5001, "abc")
        tcp.client(.ack, 1006, 5001, "fgh")
        tcp.time = 3
        tcp.client(.ack, 1004, 5001, "de")
        var index = PacketIndex()
        for case .data(let data) in tcp.events { index.append(data) }
        #expect(index.packets(in: 0..<3) == [4])
        #expect(index.packets(in: 2..<4) == [4, 6])
        #expect(index.packets(in: 3..<8) == [5, 6])
        #expect(index.time(ofLastIn: 2..<5)?.seconds == 3)
        #expect(index.time(ofLastIn: 5..<8)?.seconds == 1)
        #expect(index.time(ofLastIn: 3..<8)?.seconds == 3)
        #expect(index.packets(in: 8..<20) == [])
        #expect(index.packets(in: 4..<4) == [])
        index.forget(before: 4)
        #expect(index.packets(in: 0..<8) == [5, 6])
    }
}
