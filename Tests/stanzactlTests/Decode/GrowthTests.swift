import Foundation
import Testing

/// What little input could make large.
@Suite("Growth of what is printed and kept")
struct GrowthTests {
    @Test(
        "A long namespace that many are in is not printed for each of them",
        arguments: [
            ["decode"], ["decode", "--format", "jsonl"], ["decode", "--format", "xml"],
            ["decode", "--format", "pretty"],
            ["decode", "--format", "html"], ["redact"], ["stats", "--format", "json"],
        ])
    func namespaces(arguments: [String]) throws {
        let namespace = String(repeating: "n", count: 100_000)
        for child in ["<p:b/>", "<b p:a='1'/>", "<b/>"] {
            let declaration = child == "<b/>" ? "xmlns='\(namespace)'" : "xmlns='jabber:client' xmlns:p='\(namespace)'"
            let input = "<message \(declaration)>\(String(repeating: child, count: 3000))</message>"
            let run = try Tool.run(arguments: arguments, input: input)
            #expect(run.output.utf8.count < 4_000_000, "\(child)")
        }
    }

    @Test("The canonical form, which repeats a namespace for each of its elements, is written as it comes")
    func canonical() throws {
        let namespace = String(repeating: "n", count: 50_000)
        let count = 4000
        let input =
            "<message xmlns='jabber:client' xmlns:p='\(namespace)'>" + String(repeating: "<p:b/>", count: count)
            + "</message>\n"
        let tool = try RunningTool(["fmt", "--format", "canonical", "-"])
        try tool.send(Array(input.utf8))
        #expect(tool.skip(count * namespace.utf8.count) >= count * namespace.utf8.count)
        // All of it would be 200 MB.
        if let peak = tool.peakMemory { #expect(peak < 100_000) }
    }

    /// More of it than the bound allows: of each handshake 48 KB are there.
    private static func handshakes(_ count: Int) -> ManyConnections {
        var capture = ManyConnections()
        let part = [22, 3, 1, 0x3E, 0x80] + [1, 1, 0x86, 0xA0] + [UInt8](repeating: 3, count: 15_996)
        let further = [22, 3, 1, 0x3E, 0x80] + [UInt8](repeating: 3, count: 16_000)
        for connection in 0..<count { capture.add(part + further + further, connection: connection) }
        return capture
    }

    @Test("Handshakes that do not end give way, which is said")
    func handshakes() throws {
        let file = try TemporaryFile(Data(Self.handshakes(2500).bytes))
        let run = try Tool.run("decode", "--contains", "given up", file.url.path)
        #expect(run.code == 0)
        #expect(run.lines.count > 500)
        #expect(run.output.contains("the TLS session is given up, because too much is open in all connections"))
    }

    @Test("However many there are, they take no more than the bound allows")
    func memory() throws {
        var capture = Self.handshakes(5000)
        capture.add(
            Array(
                "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'><message/>".utf8),
            connection: 5000)
        let tool = try RunningTool(["decode", "--type", "message", "-"])
        try tool.send(capture.bytes)
        #expect(try tool.readLine().contains("message"))
        // Without the bound it would be more than 300 MB.
        if let peak = tool.peakMemory { #expect(peak < 200_000) }
    }
}

/// A capture (pcap) of raw IPv4 packets that begin connections.
private struct ManyConnections {
    private(set) var bytes: [UInt8] = []

    init() {
        append(little: [0xA1B2_C3D4, 0x0004_0002, 0, 0, 1 << 18, 101])
    }

    /// Adds a connection whose client sends at most 65,000 bytes.
    mutating func add(_ payload: [UInt8], connection: Int) {
        packet([], connection, number: 1, flags: 0x02)
        packet(payload, connection, number: 2, flags: 0x18)
    }

    private mutating func packet(_ payload: [UInt8], _ connection: Int, number: UInt32, flags: UInt32) {
        let length = UInt32(40 + payload.count)
        append(little: [1_700_000_000, 0, length, length])
        append(big: [0x4500 << 16 | length, 0x4000, 64 << 24 | 6 << 16, 0x7F00_0001, 0x7F00_0002])
        append(big: [UInt32(20_000 + connection) << 16 | 5223, number, 1, 5 << 28 | flags << 16 | 0xFFFF, 0])
        bytes += payload
    }

    private mutating func append(little words: [UInt32]) {
        for word in words { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
    }

    private mutating func append(big words: [UInt32]) {
        for word in words { withUnsafeBytes(of: word.bigEndian) { bytes += $0 } }
    }
}
