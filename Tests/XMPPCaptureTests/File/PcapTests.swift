import Testing

@testable import XMPPCapture

@Suite struct PcapTests {
    @Test(arguments: [ByteOrder.bigEndian, .littleEndian])
    func bothByteOrdersAndPrecisions(order: ByteOrder) {
        for (magic, fraction, text) in [
            (0xa1b2_c3d4, 123_456, "2023-11-14T22:13:20.123456Z"),
            (0xa1b2_3c4d, 123_456_789, "2023-11-14T22:13:20.123456789Z"),
        ] as [(UInt32, UInt32, String)] {
            let records = [
                CaptureFiles.record([1, 2], order: order, fraction: fraction, original: 900),
                CaptureFiles.record([3], order: order),
            ]
            let file = CaptureFiles.pcap(magic: magic, order: order, link: 113, records: records)
            let packets = CaptureFiles.read(file, chunk: 7).records.packets
            #expect(packets.map(\.number) == [1, 2])
            #expect(packets.map(\.bytes) == [[1, 2], [3]])
            #expect(packets.map(\.originalLength) == [900, 1])
            #expect(packets.first?.time?.description == text)
            #expect(packets.first?.link == .linuxSLL)
        }
    }

    @Test func recordsWithMoreHeader() {
        let modified = CaptureFiles.record([1, 2], extra: [UInt8](repeating: 9, count: 8))
        let file = CaptureFiles.pcap(magic: 0xa1b2_cd34, records: [modified, modified])
        #expect(CaptureFiles.read(file).records.packets.map(\.bytes) == [[1, 2], [1, 2]])
        let ixia = CaptureFiles.pcap(
            magic: 0x1c00_01ac,
            extraFileHeader: [0, 0, 0, 9],
            records: [CaptureFiles.record([5])]
        )
        #expect(CaptureFiles.read(ixia).records.packets.map(\.bytes) == [[5]])
    }

    @Test func lengthOfTheCheckSequenceIsNotPartOfTheLink() {
        let file = CaptureFiles.pcap(link: 0x2400_0001, records: [CaptureFiles.record([1])])
        #expect(CaptureFiles.read(file).records.packets.first?.link == .ethernet)
    }

    @Test func tooLongARecordIsRefusedBeforeItArrives() {
        let file = CaptureFiles.pcap(records: [
            CaptureFiles.record([1]), CaptureFiles.record([], captured: 0x7fff_ffff),
        ])
        let (records, error) = CaptureFiles.read(file)
        #expect(records.packets.count == 1)
        #expect(error?.code == .limitExceeded)
        #expect(error?.offset == 49)
    }

    @Test func unknownVersionIsRefused() {
        var file = CaptureFiles.pcap(records: [])
        file[4] = 3
        #expect(CaptureFiles.read(file).error?.code == .unsupportedVersion)
    }
}
