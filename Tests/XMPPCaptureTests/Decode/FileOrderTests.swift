import Testing

@testable import XMPPCapture

@Suite("The order of a capture file")
struct FileOrderTests {
    private static func records(
        of file: [UInt8], limits: CaptureLimits = CaptureLimits()
    ) throws -> [TrafficRecord] {
        var decoder = TrafficDecoder(limits: limits)
        decoder.receive(file)
        decoder.finish()
        var records: [TrafficRecord] = []
        while let record = try decoder.next() { records.append(record) }
        return records
    }

    private static func secrets(_ keyLog: [UInt8]) -> [UInt8] {
        let head = UInt32(0x544c_534b).bytes(.littleEndian) + UInt32(keyLog.count).bytes(.littleEndian)
        return CaptureFiles.block(10, head + keyLog)
    }

    /// The packets of a recorded session, from a SYN to another one between the same ports, which ends it.
    static func packets(of fixture: TLSFixture) throws -> (session: [UInt8], next: [UInt8]) {
        func fromClient(_ sequence: UInt32, _ flags: TCPSegment.Flags, _ bytes: ArraySlice<UInt8>) -> [UInt8] {
            Packets.ipv4(Packets.tcp(sequence: sequence, flags: flags) + bytes)
        }
        func fromServer(_ sequence: UInt32, _ flags: TCPSegment.Flags, _ bytes: ArraySlice<UInt8>) -> [UInt8] {
            Packets.ipv4(
                from: Packets.server, to: Packets.client,
                Packets.tcp(from: 5222, to: 40_000, sequence: sequence, flags: flags) + bytes)
        }
        var packets = [fromClient(0, .syn, []), fromServer(0, [.syn, .ack], [])]
        var sequence: [Direction: UInt32] = [.clientToServer: 1, .serverToClient: 1]
        for case .data(let data) in try fixture.streamEvents() where data.stream == 0 {
            let number = sequence[data.direction, default: 1]
            let isSent = data.direction == .clientToServer
            packets.append(isSent ? fromClient(number, .ack, data.bytes) : fromServer(number, .ack, data.bytes))
            sequence[data.direction] = number + UInt32(data.bytes.count)
        }
        return (packets.flatMap { CaptureFiles.packet($0) }, CaptureFiles.packet(fromClient(99_999, .syn, [])))
    }

    @Test("Secrets behind the end of a connection do not open it, which is said; before it they do")
    func lateSecrets() throws {
        let fixture = TLSFixture("tls13-key-update")
        let head = CaptureFiles.section() + CaptureFiles.interface()
        let (session, next) = try Self.packets(of: fixture)
        let keys = Self.secrets(try fixture.keyLog())
        func streams(_ file: [UInt8], _ words: String) throws -> [Int?] {
            try Self.records(of: file).filter { $0.words.contains(words) }.map(\.stream)
        }
        let noted = "its keys came later in the capture"
        // Before the end, or while the connection is open, so that what waits is opened then.
        for file in [head + keys + session + next, head + session + keys + next] {
            #expect(try streams(file, "no keys for this session") == [])
            #expect(try streams(file, noted) == [])
        }
        let late = head + session + next + keys + keys
        #expect(try streams(late, "no keys for this session") == [0])
        #expect(try streams(late, noted) == [0])
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
        let records = try Self.records(of: file)
        #expect(records.compactMap { $0.element?["id"] } == ["1", "2"])
        #expect(records.map { $0.time?.seconds } == [900, 801, 800])
        var statistics = TrafficStatistics()
        for record in records { statistics.receive(record) }
        #expect(!statistics.finishInput().isEmpty)
    }
}
