import Testing

@testable import XMPPCapture

/// When bytes that do not come count as missing.
@Suite struct GapTests {
    /// A conversation in which "abc" and, behind a hole of three bytes, "ghi" were seen from the client.
    private func withHole(limits: CaptureLimits = CaptureLimits()) -> Conversation {
        var tcp = Conversation(limits: limits)
        tcp.open()
        tcp.client(.ack, 1001, 5001, "abc")
        tcp.client(.ack, 1007, 5001, "ghi")
        return tcp
    }

    @Test func holeStaysOpenWhileTheReceiverLacksIt() {
        var tcp = withHole()
        for _ in 0..<200 { tcp.server(.ack, 5001, 1004) }
        tcp.time = 100
        tcp.server(.ack, 5001, 1004)
        tcp.client(.ack, 1004, 5001, "def")
        #expect(tcp.finish() == ["c2s 4 abc", "c2s 207 def", "c2s 5 ghi", "closed 0 endOfCapture"])
    }

    @Test func acknowledgmentBeforeTheDataIsNoGap() {
        var tcp = withHole()
        tcp.server(.ack, 5001, 1010)
        for _ in 0..<12 { tcp.server(.ack, 5001, 1010) }
        tcp.client(.ack, 1004, 5001, "def")
        #expect(tcp.finish() == ["c2s 4 abc", "c2s 19 def", "c2s 5 ghi", "closed 0 endOfCapture"])
    }

    @Test func acknowledgedHoleIsAGapAfterSomePackets() {
        var tcp = withHole()
        for _ in 0..<17 { tcp.server(.ack, 5001, 1010) }
        #expect(tcp.log.suffix(2) == ["gap c2s 3+3 5", "c2s 5 ghi"])
    }

    @Test func acknowledgedHoleIsAGapAfterSomeTime() {
        var tcp = withHole()
        tcp.server(.ack, 5001, 1010)
        tcp.time = 2
        tcp.client(.syn, 1, port: 50_000)
        #expect(tcp.log.suffix(3) == ["gap c2s 3+3 5", "c2s 5 ghi", "open 1 10.0.0.1:50000"])
    }

    @Test(arguments: [Int64.max, Int64.min])
    func impossibleTimesDoNoHarm(time: Int64) {
        var tcp = withHole()
        tcp.time = time
        for _ in 0..<3 { tcp.server(.ack, 5001, 1004) }
        tcp.client(.rst, 1010)
        tcp.time = .max
        for _ in 0..<3 { tcp.server(.ack, 5001, 1004) }
        #expect(tcp.finish().suffix(3) == ["gap c2s 3+3 5", "c2s 5 ghi", "closed 0 reset"])
    }

    @Test func acknowledgmentOfPartOfAHoleMakesThatPartFinal() {
        var tcp = withHole()
        tcp.server(.ack, 5001, 1006)
        tcp.time = 2
        tcp.server(.ack, 5001, 1006)
        tcp.client(.ack, 1006, 5001, "f")
        #expect(tcp.finish() == ["c2s 4 abc", "gap c2s 3+2 5", "c2s 8 f", "c2s 5 ghi", "closed 0 endOfCapture"])
    }

    @Test func bothDirectionsHaveTheirOwnGaps() {
        var tcp = Conversation()
        tcp.open()
        tcp.server(.ack, 5101, 1001, "later")
        tcp.client(.ack, 1051, 5106, "also later")
        #expect(
            tcp.finish() == [
                "gap c2s 0+50 5", "c2s 5 also later", "gap s2c 0+100 4", "s2c 4 later", "closed 0 endOfCapture",
            ]
        )
    }

    @Test func missingEndIsAGap() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1001, 5001, "abc")
        tcp.server(.ack, 5001, 1034)
        #expect(tcp.finish() == ["c2s 4 abc", "gap c2s 3+30 5", "closed 0 endOfCapture"])
    }

    @Test func acknowledgedFinIsNoGapEvenIfItWasNotCaptured() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1001, 5001, "abc")
        tcp.server(.ack, 5001, 1005)
        tcp.server([.fin, .ack], 5001, 1005)
        tcp.client(.ack, 1005, 5002)
        #expect(tcp.finish() == ["c2s 4 abc", "closed 0 endOfCapture"])
    }

    @Test func onlyOneSideCapturedNeedsMorePatience() {
        var tcp = Conversation()
        tcp.client(.syn, 1000)
        tcp.client(.ack, 1004, 5001, "def")
        tcp.time = 5
        tcp.client(.ack, 1007, 5001, "ghi")
        #expect(tcp.log == ["open 0 10.0.0.1:40000"])
        tcp.time = 10
        tcp.client(.ack, 1010, 5001, "jkl")
        #expect(tcp.log.dropFirst() == ["gap c2s 0+3 2", "c2s 2 def", "c2s 3 ghi", "c2s 4 jkl"])
    }

    @Test func cutPacketsLeaveAGapAtOnce() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1001, 5001, "abc", missing: 100)
        tcp.client(.ack, 1104, 5001, "def", missing: 10)
        tcp.client([.fin, .ack], 1117, 5001)
        #expect(
            tcp.finish() == ["c2s 4 abc", "gap c2s 3+100 4", "c2s 5 def", "gap c2s 106+10 5", "closed 0 endOfCapture"]
        )
    }

    @Test func cutPacketsOutOfOrder() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1011, 5001, "kl", missing: 8)
        tcp.client(.ack, 1001, 5001, "ab", missing: 8)
        tcp.client(.ack, 1021, 5001, "uv")
        #expect(
            tcp.finish() == [
                "c2s 5 ab", "gap c2s 2+8 5", "c2s 4 kl", "gap c2s 12+8 4", "c2s 6 uv", "closed 0 endOfCapture",
            ]
        )
    }

    @Test func tooMuchHeldMakesHolesFinal() {
        var limits = CaptureLimits()
        limits.heldBytesPerDirection = 1000
        var tcp = Conversation(limits: limits)
        tcp.open()
        for index in 0..<10 as Range<UInt32> { tcp.client(.ack, 1002 + index * 2, 5001, "x") }
        #expect(tcp.log.prefix(4).suffix(3) == ["gap c2s 0+1 4", "c2s 4 x", "gap c2s 2+1 5"])
        #expect(tcp.finish().filter { $0.hasPrefix("c2s") }.count == 10)
    }

    @Test func tooMuchHeldInAllStreamsEndsTheOldestWaiting() {
        var limits = CaptureLimits()
        limits.heldBytes = 2000
        var tcp = Conversation(limits: limits)
        for port in 1...20 as ClosedRange<UInt16> {
            tcp.client(.syn, 1000, port: port)
            tcp.client(.ack, 1011, 0, "x", port: port)
        }
        #expect(tcp.log.contains("gap c2s 0+10 2"))
        #expect(tcp.log.filter { $0.hasPrefix("gap") }.count < 20)
        #expect(tcp.finish().filter { $0.hasPrefix("c2s") }.count == 20)
    }

    @Test func severalHolesAreGapsOneAfterTheOther() {
        var tcp = Conversation()
        tcp.open()
        for index in 0..<300 as Range<UInt32> where index % 10 != 3 {
            tcp.client(.ack, 1001 + index, 5001, "x")
            tcp.server(.ack, 5001, 1002 + index)
        }
        let early = tcp.log.filter { $0.hasPrefix("gap") }.count
        #expect(early >= 20)
        #expect(tcp.finish().filter { $0.hasPrefix("gap") }.count == 30)
    }
}
