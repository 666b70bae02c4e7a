import Testing

@testable import XMPPCapture

@Suite struct CaptureReaderTests {
    @Test(
        arguments: [
            ([0xa1, 0xb2, 0xc3, 0xd4], .pcap), ([0x4d, 0x3c, 0xb2, 0xa1], .pcap), ([0xa1, 0xb2, 0xcd, 0x34], .pcap),
            ([0x1f, 0x8b, 8, 0], .gzip), ([0x0a, 0x0d, 0x0d, 0x0a, 0, 0, 0, 28, 0x1a, 0x2b, 0x3c, 0x4d], .pcapng),
            ([0x0a, 0x0d, 0x0d, 0x0a, 0, 0, 0, 28, 1, 2, 3, 4], nil), ([0x0a, 0x0d, 0x0d, 0x0a], nil), ([], nil),
            (Array("<stream:stream".utf8), nil),
        ] as [([UInt8], CaptureFormat?)]
    )
    func formatShowsInTheFirstBytes(prefix: [UInt8], format: CaptureFormat?) {
        #expect(CaptureFormat.detect(prefix) == format)
    }

    @Test(arguments: [[], Array("<presence/>".utf8), Array("<message to='a@example.test'/>".utf8)])
    func otherInputIsRefused(file: [UInt8]) {
        let (records, error) = CaptureFiles.read(file)
        #expect(records.isEmpty)
        #expect(error?.code == .notACapture)
    }

    @Test func errorStays() {
        var reader = CaptureReader()
        reader.receive([UInt8](repeating: 7, count: 40))
        #expect(throws: CaptureError.self) { try reader.next() }
        reader.receive(CaptureFiles.pcap(records: []))
        #expect(throws: CaptureError.self) { try reader.next() }
    }

    @Test func packetComesAsSoonAsItIsWhole() throws {
        let file = CaptureFiles.pcap(records: [CaptureFiles.record([1, 2, 3])])
        var reader = CaptureReader()
        for byte in file.dropLast() {
            reader.receive([byte])
            #expect(try reader.next() == nil)
        }
        reader.receive(Array(file.suffix(1)))
        #expect(try reader.next() != nil)
    }

    @Test func cutRecordIsSaid() {
        let file = CaptureFiles.pcap(records: [CaptureFiles.record([1, 2, 3]), CaptureFiles.record([4, 5, 6])])
        let (records, error) = CaptureFiles.read(Array(file.dropLast()))
        #expect(error == nil)
        #expect(records.packets.map(\.bytes) == [[1, 2, 3]])
        #expect(records.notes == ["the last record is cut at the end of the file, at byte 43"])
    }

    @Test func packetsOutliveWhatFollows() throws {
        var reader = CaptureReader()
        reader.receive(CaptureFiles.pcap(records: [CaptureFiles.record([1, 2, 3])]) + [9])
        let first = try reader.next()
        reader.receive([UInt8](repeating: 0, count: 100))
        guard case .packet(let packet) = first else {
            Issue.record("no packet")
            return
        }
        #expect(packet.bytes == [1, 2, 3])
    }
}
