import Testing

@testable import XMPPCapture

@Suite struct PcapngTests {
    private let packet = CaptureFiles.packet([1, 2, 3])

    @Test func sectionsMayChangeTheByteOrder() {
        let file =
            CaptureFiles.section() + CaptureFiles.interface() + packet
            + CaptureFiles.section(order: .bigEndian) + CaptureFiles.interface(order: .bigEndian, link: 1)
            + CaptureFiles.packet(order: .bigEndian, [4, 5])
        for chunk in [1, 13, 1000] {
            let packets = CaptureFiles.read(file, chunk: chunk).records.packets
            #expect(packets.map(\.number) == [1, 2])
            #expect(packets.map(\.bytes) == [[1, 2, 3], [4, 5]])
            #expect(packets.map(\.link) == [.raw, .ethernet])
            #expect(packets.map(\.time?.description) == Array(repeating: "2023-11-14T22:13:20.000000Z", count: 2))
        }
    }

    @Test func interfacesAreTheSectionsOwn() {
        let file =
            CaptureFiles.section() + CaptureFiles.interface() + CaptureFiles.interface(link: 0)
            + CaptureFiles.packet(interface: 1, [1]) + CaptureFiles.section() + packet
            + CaptureFiles.interface(link: 1) + packet
        let records = CaptureFiles.read(file).records
        #expect(records.packets.map(\.link) == [.null, .ethernet])
        #expect(records.packets.map(\.number) == [1, 3])
        #expect(records.notes == ["packet 2: interface 0 is not described"])
    }

    @Test func timesFollowTheInterface() {
        let file =
            CaptureFiles.section()
            + CaptureFiles.interface(
                options: CaptureFiles.option(9, [3]) + CaptureFiles.option(14, Int64(100).bytes(.littleEndian))
            )
            + CaptureFiles.packet(ticks: 1_700_000_000_123, [1])
        #expect(CaptureFiles.read(file).records.packets.first?.time?.description == "2023-11-14T22:15:00.123Z")
    }

    @Test func simpleAndObsoletePackets() {
        let obsolete = UInt16(0).bytes + [0, 0] + [0, 0, 0, 0, 64, 66, 15, 0] + [2, 0, 0, 0, 9, 0, 0, 0, 7, 8]
        let file =
            CaptureFiles.section() + CaptureFiles.interface(snapLength: 3)
            + CaptureFiles.block(3, UInt32(5).bytes(.littleEndian) + [1, 2, 3])
            + CaptureFiles.block(2, obsolete)
        let packets = CaptureFiles.read(file).records.packets
        #expect(packets.map(\.bytes) == [[1, 2, 3], [7, 8]])
        #expect(packets.map(\.originalLength) == [5, 9])
        #expect(packets.map(\.time?.description) == [nil, "1970-01-01T00:00:01.000000Z"])
    }

    @Test func commentsAndSecretsAreHandedOut() {
        let keys = Array("CLIENT_RANDOM 00 11\n".utf8)
        let secrets = UInt32(0x544c_534b).bytes(.littleEndian) + UInt32(keys.count).bytes(.littleEndian) + keys
        let comment = { (text: String) in CaptureFiles.option(1, Array(text.utf8)) }
        let file =
            CaptureFiles.section(options: comment("all")) + CaptureFiles.interface(options: comment("eth0"))
            + CaptureFiles.block(10, secrets) + CaptureFiles.packet(options: comment("look here"), [1])
        let records = CaptureFiles.read(file).records
        let expected: [CaptureRecord] = [
            .comment("all"), .comment("eth0"), .secrets(DecryptionSecrets(format: .tlsKeyLog, bytes: keys)),
        ]
        #expect(Array(records.prefix(3)) == expected)
        #expect(records.packets.first?.comments == ["look here"])
    }

    @Test func commentsKeepTheirOrderAndTheirNumberIsBounded() {
        let comments = (0..<5000).map { CaptureFiles.option(1, Array("\($0)".utf8)) }
        let records = CaptureFiles.read(CaptureFiles.section(options: Array(comments.joined()))).records
        #expect(records == (0..<1024).map { .comment("\($0)") })
    }

    @Test func unknownBlocksAreSkippedHoweverLong() {
        var limits = CaptureLimits()
        limits.blockBytes = 1000
        let long = CaptureFiles.block(0x7777, [UInt8](repeating: 1, count: 5000))
        let file = CaptureFiles.section() + CaptureFiles.interface() + packet + long + packet
        let (records, error) = CaptureFiles.read(file, chunk: 100, limits: limits)
        #expect(error == nil)
        #expect(records.packets.map(\.number) == [1, 2])
    }

    @Test(arguments: [9, 0xbad, 0x4000_0bad, 0x204, 0x216] as [UInt32])
    func someOtherBlocksCountAsFrames(type: UInt32) {
        let other = CaptureFiles.block(type, [UInt8](repeating: 0, count: 40))
        let file = CaptureFiles.section() + CaptureFiles.interface() + packet + other + packet
        #expect(CaptureFiles.read(file).records.packets.map(\.number) == [1, 3])
    }

    @Test func lyingLengthsInsideABlockCostThePacketAlone() {
        let file =
            CaptureFiles.section() + CaptureFiles.interface() + CaptureFiles.packet(captured: 900, [1, 2]) + packet
        let records = CaptureFiles.read(file).records
        #expect(records.packets.map(\.number) == [2])
        #expect(records.notes == ["packet 1: the packet claims 900 bytes, its block has 4"])
    }

    @Test(
        arguments: [
            (CaptureFiles.block(6, [UInt8](repeating: 0, count: 2 << 20)), .limitExceeded),
            (UInt32(6).bytes(.littleEndian) + UInt32(0xffff_fff0).bytes(.littleEndian) + [0, 0, 0, 0], .limitExceeded),
            (UInt32(6).bytes(.littleEndian) + UInt32(30).bytes(.littleEndian) + [0, 0, 0, 0], .malformed),
            (UInt32(6).bytes(.littleEndian) + UInt32(8).bytes(.littleEndian) + [0, 0, 0, 0], .malformed),
            (Array(CaptureFiles.packet([1]).dropLast(4)) + [1, 2, 3, 4], .malformed),
            (CaptureFiles.block(1, [0, 0]), .malformed),
            (CaptureFiles.section(major: 2), .unsupportedVersion),
        ] as [([UInt8], CaptureError.Code)]
    )
    func brokenFramingEndsTheFileWithItsPlace(block: [UInt8], code: CaptureError.Code) {
        let start = CaptureFiles.section() + CaptureFiles.interface() + packet
        let (records, error) = CaptureFiles.read(start + block)
        #expect(records.packets.count == 1)
        #expect(error?.code == code)
        #expect((error?.offset ?? 0) >= UInt64(start.count))
    }

    @Test func cutBlockIsSaid() {
        let start = CaptureFiles.section() + CaptureFiles.interface() + packet
        #expect(CaptureFiles.read(start + packet.dropLast(5)).records.notes.count == 1)
        #expect(CaptureFiles.read(start + CaptureFiles.block(0x7777, [1, 2, 3]).dropLast(1)).records.notes.count == 1)
        #expect(CaptureFiles.read(start).records.notes.isEmpty)
    }

    @Test(
        arguments: [
            (6, 0, 1_700_000_000_123_456, "2023-11-14T22:13:20.123456Z"),
            (9, 0, 1_700_000_000_123_456_789, "2023-11-14T22:13:20.123456789Z"),
            (0, 0, 1_700_000_000, "2023-11-14T22:13:20Z"), (0, -1_700_000_000, 1_700_000_000, "1970-01-01T00:00:00Z"),
            (12, 0, 1_500_000_000_001, "1970-01-01T00:00:01.500000000Z"),
            (0x80 | 10, 0, 1024 + 513, "1970-01-01T00:00:01.5009Z"),
            (0x80 | 20, 0, 3 << 19, "1970-01-01T00:00:01.5000000Z"),
            (0x80 | 0, 0, 7, "1970-01-01T00:00:07Z"), (0x80 | 63, 0, 1 << 63, "1970-01-01T00:00:01.000000000Z"),
            (0x80 | 64, 0, 1 << 63, "1970-01-01T00:00:00.500000000Z"),
            (0xff, 0, .max, "1970-01-01T00:00:00.000000000Z"), (0x7f, 0, .max, "1970-01-01T00:00:00.000000000Z"),
            (0, .max, .max, "9999-12-31T23:59:59Z"), (0, .min, 0, "0000-01-01T00:00:00Z"),
        ] as [(UInt8, Int64, UInt64, String)]
    )
    func everyResolutionIsExact(octet: UInt8, offset: Int64, ticks: UInt64, text: String) {
        let resolution = TimeResolution(exponentOctet: octet, offset: offset)
        #expect(resolution.timestamp(ticks: ticks).description == text)
    }
}
