import Testing

@testable import XMPPCapture

@Suite struct PacketDecoderTests {
    private static let segment = Packets.tcp("<a/>")
    private static let packet = Packets.ipv4(segment)
    private static let packet6 = Packets.ipv6(segment)

    private static let pppoe: [UInt8] = [0x11, 0, 0, 9] + UInt16(packet.count + 2).bytes + [0, 0x21] + packet
    private static let sll2: [UInt8] = [8, 0] + [UInt8](repeating: 0, count: 18) + packet

    static let frames: [(LinkType, [UInt8])] = [
        (.ethernet, Packets.ethernet(0x0800, packet)),
        (.ethernet, Packets.ethernet(0x86dd, packet6)),
        (.ethernet, Packets.ethernet(0x8100, [0, 42, 8, 0] + packet)),
        (.ethernet, Packets.ethernet(0x88a8, [0, 7, 0x81, 0, 0, 42, 8, 0] + packet)),
        (.ethernet, Packets.ethernet(0x8864, pppoe)),
        (.ethernet, Packets.ethernet(0x8100, [0, 42, 0x88, 0x64] + pppoe)),
        (.ethernet, Packets.ethernet(UInt16(packet.count + 8), [0xaa, 0xaa, 3, 0, 0, 0, 8, 0] + packet)),
        (.null, [2, 0, 0, 0] + packet), (.null, [0, 0, 0, 2] + packet), (.loop, [0, 0, 0, 2] + packet),
        (.null, [30, 0, 0, 0] + packet6), (.null, [24, 0, 0, 0] + packet6), (.null, [0, 0, 0, 28] + packet6),
        (.linuxSLL, [UInt8](repeating: 0, count: 14) + [8, 0] + packet),
        (.linuxSLL, [UInt8](repeating: 0, count: 14) + [0x81, 0, 0, 5, 0x86, 0xdd] + packet6),
        (.linuxSLL2, sll2), (.raw, packet), (.raw, packet6), (.ipv4, packet), (.ipv6, packet6),
        (LinkType(rawValue: 12), packet), (LinkType(rawValue: 14), packet6),
        (.ppp, [0, 0x21] + packet), (.ppp, [0x21] + packet), (.pppHDLC, [0xff, 3, 0, 0x57] + packet6),
        (.pppoe, pppoe),
    ]

    @Test(arguments: frames)
    func segmentIsFoundBehindEveryLink(link: LinkType, frame: [UInt8]) throws {
        let (segments, notes) = Packets.decode([frame], link: link)
        let found = try #require(segments.first)
        #expect(found.text == "<a/>")
        #expect(found.source.port == 40_000)
        #expect(found.destination == Endpoint(address: found.destination.address, port: 5222))
        #expect(found.missing == 0)
        #expect(notes.isEmpty)
    }

    @Test(arguments: frames)
    func whatFollowsThePacketIsPadding(link: LinkType, frame: [UInt8]) {
        let padded = frame + [UInt8](repeating: 0, count: 14)
        #expect(Packets.decode([padded], link: link).segments.map(\.text) == ["<a/>"])
    }

    @Test func whatIsWrongManyTimesIsToldOnceWithItsCount() {
        let (_, notes) = Packets.decode(
            [[1], [1, 2], Packets.ethernet(0x0800, [0x45, 0, 0, 40]), [1]], link: .ethernet, originalLength: 60)
        #expect(notes.count == 3)
        #expect(notes.first?.hasPrefix("packet 1: ") == true)
        #expect(notes.last?.hasPrefix("packet 4: 2 times more, here for the last time: ") == true)
        #expect(notes.filter { $0.contains("an IPv4 header is cut") }.count == 1)
    }

    @Test(arguments: frames)
    func everyCutIsReadAsFarAsItGoes(link: LinkType, frame: [UInt8]) {
        for count in 0..<frame.count {
            let cut = Array(frame.prefix(count))
            let (segments, notes) = Packets.decode([cut], link: link, originalLength: frame.count)
            #expect(segments.allSatisfy { $0.payload.count + $0.missing == 4 } || segments.isEmpty)
            #expect(segments.count + notes.count <= 2)
        }
        let cut = Packets.decode([Array(frame.dropLast())], link: link, originalLength: frame.count).segments
        #expect(cut.map(\.text) == ["<a/"])
        #expect(cut.map(\.missing) == [1])
        // Only what costs data is told, once for all packets.
        let notes = Packets.decode(
            [Array(frame.dropLast()), Array(frame.dropLast(3))], link: link, originalLength: frame.count
        ).notes
        let told = "2 packets with data were captured only to byte \(frame.count - 1) at most (snap length)"
        #expect(notes == [told + ", what is behind is missing"])
        #expect(Packets.decode([frame], link: link, originalLength: frame.count).notes == [])
    }

    @Test func headersOfAnyLength() {
        let packets = [
            Packets.ipv4(options: [1, 1, 1, 1, 1, 1, 1, 0], Packets.tcp(headerLength: 60, "a")),
            Packets.ipv6(
                next: 0,
                [60, 0] + [0, 0, 0, 0, 0, 0] + [6, 1] + [UInt8](repeating: 0, count: 14) + Packets.tcp("b")
            ),
            Packets.ipv6(next: 51, [6, 1] + [UInt8](repeating: 0, count: 10) + Packets.tcp("c")),
            Packets.ipv6(next: 44, Packets.ipv6Fragment(offset: 0, hasMore: false, Packets.tcp("d"))),
        ]
        #expect(Packets.decode(packets).segments.map(\.text) == ["a", "b", "c", "d"])
    }

    @Test func segmentationOffloadLeavesTheLengthZero() {
        let packets = [
            Packets.ipv4(totalLength: 0, Packets.tcp("abc")), Packets.ipv6(payloadLength: 0, Packets.tcp("de")),
        ]
        #expect(Packets.decode(packets).segments.map(\.text) == ["abc", "de"])
    }

    @Test func tunnelsAreLookedInto() {
        let inner = Packets.ipv4(Packets.tcp("x"))
        let packets = [Packets.ipv4(transport: 4, inner), Packets.ipv4(transport: 41, Packets.ipv6(next: 4, inner))]
        #expect(Packets.decode(packets).segments.map(\.text) == ["x", "x"])
        let deep = (0..<9).reduce(inner) { packet, _ in Packets.ipv4(transport: 4, packet) }
        let (segments, notes) = Packets.decode([deep])
        #expect(segments.isEmpty)
        #expect(notes == ["packet 1: more than 4 tunnels in each other"])
    }

    @Test(
        arguments: [
            ([0x50, 0, 0, 0], "IP version 5, where 4 and 6 are known"),
            ([0x45, 0, 0, 40], "an IPv4 header is cut"), ([0x60, 0, 0, 0, 0, 40], "an IPv6 header is cut"),
            (Packets.ipv4(totalLength: 12, segment), "an IPv4 header of 20 bytes in a packet of 12"),
            (Packets.ipv4(totalLength: 30, segment), "a TCP header is cut"),
            ([0x44] + Packets.ipv4(segment).dropFirst(), "an IPv4 header of 16 bytes in a packet of 44"),
            (Packets.ipv6(next: 43, [6, 200]), "an extension header of IP is cut"),
            ([], "an IP header is cut"),
        ] as [([UInt8], String)]
    )
    func contradictionsAreSaid(packet: [UInt8], message: String) {
        let (segments, notes) = Packets.decode([packet])
        #expect(segments.isEmpty)
        #expect(notes == ["packet 1: \(message)"])
    }

    @Test(arguments: [8, 60])
    func headerLengthThatLiesCostsTheDataAlone(length: UInt8) {
        var segment = Packets.tcp("abc")
        segment[12] = length / 4 << 4
        let (segments, notes) = Packets.decode([Packets.ipv4(segment)])
        #expect(segments.map(\.text) == [""])
        #expect(notes.count == 1)
    }

    @Test func otherTrafficPassesSilently() {
        let packets = [Packets.ipv4(transport: 17, Packets.tcp()), Packets.ipv6(next: 58, [1, 2, 3])]
        #expect(Packets.decode(packets).notes.isEmpty)
        #expect(Packets.decode([Packets.ethernet(0x0806, packets[0])], link: .ethernet).notes.isEmpty)
        #expect(Packets.decode([[1, 0, 0, 0] + packets[0]], link: .null).segments.isEmpty)
    }

    @Test func unsupportedLinkIsSaidOnce() {
        let (segments, notes) = Packets.decode([[1], [2], [3]], link: LinkType(rawValue: 147))
        #expect(segments.isEmpty)
        #expect(notes == ["packet 1: packets of link type 147 are not supported and left out"])
    }
}
