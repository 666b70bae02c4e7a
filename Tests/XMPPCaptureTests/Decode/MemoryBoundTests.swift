import Testing

@testable import XMPPCapture

/// One bound over all that waits or is open, whatever layer it belongs to.
@Suite("The bound over all layers")
struct MemoryBoundTests {
    private static func context(_ totalBytes: Int) -> ChannelContext {
        var limits = CaptureLimits()
        limits.totalBytes = totalBytes
        return ChannelContext(limits: limits)
    }

    /// Records of TLS with the beginning of a handshake message that claims to be 100,000 bytes long.
    private static func handshake(_ byteCount: Int) -> [UInt8] {
        let message: [UInt8] = [1, 1, 0x86, 0xA0] + [UInt8](repeating: 3, count: byteCount)
        return stride(from: 0, to: message.count, by: 16_000).flatMap { start -> [UInt8] in
            let part = message[start..<min(start + 16_000, message.count)]
            return [22, 3, 1, UInt8(part.count >> 8), UInt8(part.count & 0xFF)] + part
        }
    }

    @Test("Handshakes of TLS that do not end give way to later ones, which is said")
    func handshakes() {
        let limit = 1 << 20
        let context = Self.context(limit)
        let connections = (0..<60).map { Connection(stream: $0, context: context) }
        let bytes = Self.handshake(60_000)
        for connection in connections {
            connection.client(bytes, by: 1448)
            #expect(context.openContent.cost <= limit)
        }
        #expect(context.openContent.cost > limit / 2)
        let notes = connections[0].records().filter { $0.words.contains("the TLS session is given up") }
        #expect(notes.count > 30 && Set(notes.map(\.stream)).count == notes.count)
        #expect(notes.first?.stream == 0)
        for connection in connections { connection.close() }
        #expect(context.openContent.cost == 0)
    }

    @Test("Facts of handshakes count as long as they are kept")
    func names() {
        let limit = 1 << 20
        let context = Self.context(limit)
        // A whole ClientHello (RFC 8446 §4.1.2) with protocols (RFC 7301 §3.1) of some 30,000 bytes.
        let protocols = (0..<118).flatMap { _ in [UInt8](repeating: 0x61, count: 256).replacingFirst(with: 255) }
        let list = UInt16(protocols.count).bytes + protocols
        let extensions = [0, 16] + UInt16(list.count).bytes + list
        let body =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0x13, 0x01, 1, 0]
            + UInt16(extensions.count).bytes + extensions
        let message: [UInt8] = [1, 0] + UInt16(body.count).bytes + body
        let records = stride(from: 0, to: message.count, by: 16_000).flatMap { start -> [UInt8] in
            let part = message[start..<min(start + 16_000, message.count)]
            return [22, 3, 1] + UInt16(part.count).bytes + part
        }
        let connections = (0..<60).map { Connection(stream: $0, context: context) }
        for connection in connections {
            connection.client(records)
            #expect(context.openContent.cost <= limit)
        }
        let records2 = connections[0].records()
        #expect(records2.contains { $0.words.contains("the TLS session is given up") })
        #expect(records2.contains { $0.words.contains("ALPN offered") })
    }

    @Test("Windows of zlib count, and the streams that are given up say so")
    func windows() {
        let limit = 1 << 20
        let context = Self.context(limit)
        let compress = "<compress xmlns='http://jabber.org/protocol/compress'><method>zlib</method></compress>"
        let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='a'>"
        let connections = (0..<40).map { Connection(stream: $0, context: context) }
        for connection in connections {
            connection.client(header + compress)
            connection.server(header + "<compressed xmlns='http://jabber.org/protocol/compress'/>")
            connection.client(Deflater(.zlib).deflate(header + "<presence id='p'/>"))
            #expect(context.openContent.cost <= limit)
        }
        let records = connections[0].records()
        #expect(records.filter { $0.words.hasSuffix("presence p") }.count == 40)
        let errors = records.filter { $0.words.contains("The compressed stream is given up") }
        #expect(errors.count > 15 && errors.first?.stream == 0)
    }

    @Test("First bytes that tell nothing count with all else")
    func undecided() {
        let limit = 1 << 20
        let context = Self.context(limit)
        let connections = (0..<40).map { Connection(isWhole: false, stream: $0, context: context) }
        for connection in connections {
            connection.client([UInt8](repeating: 0xFE, count: 50_000), by: 1400)
            #expect(context.openContent.cost <= limit)
        }
        #expect(connections[0].records().contains { $0.words.contains("what the connection carries is not found out") })
    }

    @Test("Heads of HTTP that do not end count")
    func heads() {
        let limit = 1 << 20
        let context = Self.context(limit)
        let connections = (0..<60).map { Connection(stream: $0, context: context) }
        let answer = "HTTP/1.1 200 OK\r\n"
        for connection in connections {
            connection.client("POST /http-bind HTTP/1.1\r\nHost: a\r\n\r\n")
            connection.server(answer + String(repeating: "X: y\r\n", count: 8000), by: 1400)
            #expect(context.openContent.cost <= limit)
        }
    }

    /// Fragments, segments behind a gap, and elements without an end, in one capture.
    @Test("Fragments and segments draw from the same bound as what is above them")
    func together() throws {
        var limits = CaptureLimits()
        limits.totalBytes = 2 << 20
        var records: [[UInt8]] = []
        let part = String(repeating: "x", count: 1400)
        for connection in 0..<200 {
            let port = UInt16(20_000 + connection)
            func packet(_ sequence: UInt32, _ flags: TCPSegment.Flags, _ text: String) -> [UInt8] {
                Packets.ipv4(Packets.tcp(from: port, sequence: sequence, flags: flags, text))
            }
            records.append(packet(1, .syn, ""))
            records.append(
                packet(2, .ack, "<stream:stream xmlns:stream='http://etherx.jabber.org/streams'><message><body>"))
            for index in 0..<10 { records.append(packet(UInt32(10_000 + index * 1400), .ack, part)) }
        }
        var decoder = CaptureDecoder(limits: limits)
        decoder.receive(CaptureFiles.pcap(records: []))
        var most = 0
        for record in records {
            decoder.receive(CaptureFiles.record(record))
            while try decoder.next() != nil {}
            most = max(most, decoder.waitingBytes)
        }
        #expect(most <= limits.totalBytes)
        #expect(most > limits.totalBytes / 2)
    }
}

extension [UInt8] {
    fileprivate func replacingFirst(with byte: UInt8) -> [UInt8] { [byte] + dropFirst() }
}
