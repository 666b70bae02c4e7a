import Testing

@testable import XMPPCapture

/// Which stream a packet belongs to, and who is the client.
@Suite struct StreamTests {
    @Test func streamsAreInterleaved() {
        var tcp = Conversation()
        for port in [40_000, 40_001, 40_002] as [UInt16] { tcp.client(.syn, 1000, port: port) }
        for port in [40_002, 40_000, 40_001] as [UInt16] { tcp.client(.ack, 1001, 0, "\(port)", port: port) }
        let streams = tcp.events.compactMap { event -> Int? in
            if case .data(let data) = event { data.stream } else { nil }
        }
        #expect(streams == [2, 0, 1])
    }

    @Test func anotherSynIsAnotherStream() {
        var tcp = Conversation()
        tcp.open()
        tcp.client(.ack, 1001, 5001, "a")
        tcp.client(.syn, 1000)
        tcp.client(.syn, 7000)
        tcp.client(.ack, 7001, 5001, "b")
        #expect(tcp.log.suffix(4) == ["c2s 4 a", "closed 0 replaced", "open 1 10.0.0.1:40000", "c2s 7 b"])
    }

    @Test func portsAreUsedAgainAfterTheEnd() {
        var tcp = Conversation()
        for start in [1000, 90_000] as [UInt32] {
            tcp.open(client: start)
            tcp.client([.fin, .ack], start + 1, 5001)
            tcp.server([.fin, .ack], 5001, start + 2)
            tcp.client(.ack, start + 2, 5002)
        }
        #expect(tcp.finish() == ["closed 0 finished", "closed 1 finished"])
    }

    @Test func synOfALaterOpeningEndsAStreamSeenFromTheMiddle() {
        var tcp = Conversation()
        tcp.client(.ack, 500, 900, "tail")
        tcp.client(.syn, 100)
        #expect(
            tcp.log == [
                "open 0 10.0.0.1:40000 guessed", "c2s 1 tail", "closed 0 replaced", "open 1 10.0.0.1:40000",
            ]
        )
    }

    @Test func lateSynOfTheSameStreamIsNoOtherStream() {
        var tcp = Conversation()
        tcp.server([.syn, .ack], 5000, 1001)
        tcp.client(.syn, 1000)
        tcp.client(.ack, 1001, 5001, "a")
        #expect(tcp.log == ["open 0 10.0.0.1:40000", "c2s 3 a"])
    }

    @Test func wrongGuessIsSaid() {
        var tcp = Conversation()
        tcp.client(.ack, 101, 900, "a", port: 1000, to: 2000)
        tcp.client(.syn, 100, port: 1000, to: 2000)
        #expect(
            tcp.finish() == [
                "s2c 1 a", "note 2 its SYN shows that 10.0.0.1:1000 is the client, not 10.0.0.2:2000",
                "closed 0 endOfCapture",
            ]
        )
    }

    @Test(
        arguments: [
            (40_000, 5222, "10.0.0.1:40000"), (5222, 40_000, "10.0.0.2:40000"), (5269, 1000, "10.0.0.2:1000"),
            (443, 5280, "10.0.0.2:5280"), (30_000, 20_000, "10.0.0.1:30000"), (20_000, 30_000, "10.0.0.2:30000"),
            (9999, 9999, "10.0.0.1:9999"),
        ] as [(UInt16, UInt16, String)]
    )
    func portsTellWhoIsTheClient(from source: UInt16, to destination: UInt16, client: String) {
        var tcp = Conversation()
        tcp.client(.ack, 1, 1, port: source, to: destination)
        #expect(tcp.log == ["open 0 \(client) guessed"])
    }

    @Test func streamsFromTheMiddleBeginWithTheFirstPacket() {
        var tcp = Conversation()
        tcp.client(.ack, 3_000_000_000, 700, "abc")
        tcp.server(.ack, 700, 3_000_000_003, "xyz")
        tcp.client(.ack, 2_999_999_998, 703, "--ab")
        #expect(
            tcp.finish() == [
                "c2s 1 abc", "s2c 2 xyz", "note 3 2 bytes from before the first captured packet are left out",
                "closed 0 endOfCapture",
            ]
        )
    }

    @Test func keepaliveAtTheBeginningIsNoData() {
        var tcp = Conversation()
        tcp.server(.ack, 700, 1001)
        tcp.client(.ack, 1000, 700, "?")
        tcp.client(.ack, 1001, 700, "abc")
        #expect(tcp.finish() == ["c2s 3 abc", "closed 0 endOfCapture"])
    }

    @Test func idleStreamsAreEvictedWhenThereAreTooMany() {
        var limits = CaptureLimits()
        limits.streams = 32
        var tcp = Conversation(limits: limits)
        for port in 1...33 as ClosedRange<UInt16> {
            tcp.client(.syn, 1000, port: port)
            tcp.client(.ack, 1001, 0, "x", port: 1)
        }
        #expect(tcp.log.filter { $0.hasPrefix("closed") } == ["closed 1 evicted", "closed 2 evicted"])
        #expect(tcp.finish().filter { $0.hasSuffix("endOfCapture") }.count == 31)
    }

    @Test func closedStreamsGoBeforeOpenOnes() {
        var limits = CaptureLimits()
        limits.streams = 16
        var tcp = Conversation(limits: limits)
        tcp.open(port: 1)
        tcp.open(port: 2)
        tcp.client([.fin, .ack], 1001, 5001, port: 2)
        tcp.server([.fin, .ack], 5001, 1002, port: 2)
        for port in 3...17 as ClosedRange<UInt16> { tcp.client(.syn, 1000, port: port) }
        #expect(tcp.log.filter { $0.hasPrefix("closed") } == ["closed 1 finished"])
    }
}
