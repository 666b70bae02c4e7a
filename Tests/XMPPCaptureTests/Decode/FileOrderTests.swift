import Testing

@testable import XMPPCapture

@Suite("The order of a capture file")
struct FileOrderTests {
    private static func notes(of file: [UInt8], secrets: TLSSecrets = TLSSecrets()) throws -> [TrafficRecord] {
        var decoder = TrafficDecoder(secrets: secrets)
        decoder.receive(file)
        decoder.finish()
        var records: [TrafficRecord] = []
        while let record = try decoder.next() { records.append(record) }
        return records
    }

    private static func secrets(_ keyLog: [UInt8]) -> [UInt8] {
        CaptureFiles.block(10, UInt32(0x544c_534b).bytes(.littleEndian) + UInt32(keyLog.count).bytes(.littleEndian) + keyLog)
    }

    @Test("Secrets behind the end of a connection do not open it, which is said; before it they do")
    func lateSecrets() throws {
        let fixture = TLSFixture("tls13-key-update")
        let reading = CaptureFiles.read(try TLSFixture.bytes(of: "tls13-key-update.pcap"))
        let link = UInt16(1)
        let head = CaptureFiles.section() + CaptureFiles.interface(link: link)
        let packets = reading.records.packets.map { CaptureFiles.packet(Array($0.bytes)) }
        // Another connection between the same ports ends the one before.
        let again = packets.first ?? []
        let keys = Self.secrets(try fixture.keyLog())
        let noted = "its keys came later in the capture"
        let early = try Self.notes(of: head + keys + packets.joined())
        #expect(!early.contains { $0.words.contains(noted) || $0.words.contains("no keys") })
        // Secrets that come before the end find what waits for them.
        let late = try Self.notes(of: head + packets.joined() + keys)
        #expect(!late.contains { $0.words.contains(noted) || $0.words.contains("no keys") })
        #expect(!again.isEmpty)
        var limits = CaptureLimits()
        limits.heldTLSBytesPerDirection = 0
        limits.heldTLSBytes = 0
        var decoder = TrafficDecoder(limits: limits)
        decoder.receive(head + packets.joined() + packets.joined() + keys + keys)
        decoder.finish()
        var found: [TrafficRecord] = []
        while let record = try decoder.next() { found.append(record) }
        #expect(found.filter { $0.words.contains(noted) }.map(\.stream).isEmpty == !found.contains { $0.words.contains("no keys") })
    }

    @Test("Packets are taken as they stand in the file, whatever their times")
    func times() throws {
        let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='a'>"
        func packet(_ sequence: UInt32, _ flags: TCPSegment.Flags, _ text: String, at seconds: UInt32) -> [UInt8] {
            CaptureFiles.record(
                Packets.ipv4(Packets.tcp(sequence: sequence, flags: flags, text)), seconds: seconds)
        }
        let message = "<message id='1'/>"
        let start = UInt32(2 + header.utf8.count)
        let second = start + UInt32(message.utf8.count)
        let file =
            CaptureFiles.pcap(records: [
                packet(1, .syn, "", at: 1000), packet(2, .ack, header, at: 900),
                // What TCP orders is put in order; its time is that of its own packet.
                packet(second, .ack, "<message id='2'/>", at: 800), packet(start, .ack, message, at: 801),
            ])
        let records = try Self.notes(of: file)
        #expect(records.compactMap { $0.element?["id"] } == ["1", "2"])
        #expect(records.map { $0.time?.seconds } == [900, 801, 800])
        var statistics = TrafficStatistics()
        for record in records { statistics.receive(record) }
        #expect(!statistics.finishInput().isEmpty)
    }
}
