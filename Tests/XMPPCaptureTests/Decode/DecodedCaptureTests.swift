import Foundation
import Testing
import XMLStream

@testable import XMPPCapture

/// Recorded captures, decoded, against what the server's process read and wrote.
@Suite struct DecodedCaptureTests {
    static let plain = [
        "prosody-scram-im.pcapng", "prosody-roster-reordered.pcap", "tiny-segments-loopback.pcap",
        "qxmpp-snaplen-nanoseconds.pcap.gz", "slixmpp-midstream-start.pcap", "prosody-sm-resume.pcapng",
        "prosody-component-vlan.pcap", "prosody-dialback.pcapng", "prosody-stream-errors.pcapng",
        "not-xmpp-http.pcapng",
    ]

    struct Side: Hashable {
        let stream: Int
        let direction: String
    }

    /// The records of a capture that is pushed in pieces of `chunk` bytes.
    static func records(of file: [UInt8], chunk: Int = .max) throws -> [TrafficRecord] {
        var decoder = TrafficDecoder()
        var records: [TrafficRecord] = []
        var rest = file[...]
        while !rest.isEmpty {
            decoder.receive(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(min(chunk, rest.count))
            while let record = try decoder.next() { records.append(record) }
        }
        decoder.finish()
        while let record = try decoder.next() { records.append(record) }
        return records
    }

    /// What a record says in the form of `canonical(_:)`, or nil for what is no part of a stream.
    static func item(_ record: TrafficRecord) throws -> String? {
        switch record.content {
        case .streamOpen(let opening):
            var bytes: [UInt8] = []
            try XMLWriter(in: .anywhere).writeStart(of: opening, to: &bytes)
            return canonical(String(decoding: bytes, as: UTF8.self))
        case .streamClose: return canonical("</stream:stream>")
        case .stanza(let element), .nonza(let element), .bosh(let element):
            return canonical(try element.xml(in: .anywhere))
        case .gap, .error, .note: return nil
        }
    }

    @Test(arguments: plain)
    func saysWhatTheServerSaw(name: String) throws {
        let sample = Sample(name: name, isComplete: true)
        var decoded: [Side: [String]] = [:]
        for record in try Self.records(of: sample.bytes()) {
            guard let item = try Self.item(record) else { continue }
            let side = Side(stream: try #require(record.stream), direction: try #require(record.direction?.rawValue))
            decoded[side, default: []].append(item)
            #expect(!record.packets.isEmpty && record.time != nil)
        }
        var truth: [Side: [String]] = [:]
        var headers: [Side: String] = [:]
        for unit in try sample.truth() where unit.isCaptured && unit.incomplete != true {
            let side = Side(stream: unit.stream, direction: unit.dir)
            guard !unit.xml.hasPrefix("<!--") else { continue }
            if unit.xml.contains("<stream:stream") { headers[side] = unit.xml }
            // What stands behind a violation in the same unit is read.
            let xml = unit.xml.replacingOccurrences(of: "<?pi here?>", with: "")
            truth[side, default: []].append(canonical(xml, within: headers[side]))
        }
        #expect(Set(decoded.keys) == Set(truth.keys))
        for (side, items) in truth { #expect(decoded[side] == items, "\(side)") }
    }

    @Test(arguments: plain)
    func isTheSameInPiecesOfAnySize(name: String) throws {
        let file = try Sample(name: name, isComplete: true).bytes()
        #expect(try Self.records(of: file, chunk: 97) == Self.records(of: file))
    }

    @Test func packetsAreThoseThatCarriedTheElement() throws {
        let file = try Sample(name: "tiny-segments-loopback.pcap", isComplete: true).bytes()
        let records = try Self.records(of: file)
        let message = try #require(
            records.first { $0.element?.localName == "message" && $0.direction == .clientToServer })
        #expect(message.packets.count > 3)
        #expect(message.packets == message.packets.sorted())
        #expect(Set(message.packets).count == message.packets.count)
    }

    /// A pcapng file's blocks with their types.
    private func blocks(of file: [UInt8]) -> [(type: UInt32, bytes: [UInt8])] {
        var blocks: [(type: UInt32, bytes: [UInt8])] = []
        var rest = file[...]
        while let type = rest.uint32(at: 0, .littleEndian), let length = rest.uint32(at: 4, .littleEndian) {
            blocks.append((type, Array(rest.prefix(Int(length)))))
            rest = rest.dropFirst(Int(length))
        }
        return blocks
    }

    /// A capture that brings its secrets, with a block for each of them, where `place` says.
    private func moved(_ file: [UInt8], to place: (Int) -> Int) throws -> [UInt8] {
        let all = blocks(of: file)
        let secrets = try #require(all.first { $0.type == 10 })
        let log = try #require(secrets.bytes[...].uint32(at: 12, .littleEndian))
        let lines = secrets.bytes[16..<16 + Int(log)].split(separator: UInt8(ascii: "\n"))
        try #require(lines.count > 3)
        var rest = all.filter { $0.type != 10 }.map(\.bytes)
        for line in lines {
            let body = UInt32(0x544c_534b).bytes(.littleEndian) + UInt32(line.count).bytes(.littleEndian) + line
            rest.insert(CaptureFiles.block(10, body), at: place(rest.count))
        }
        return Array(rest.joined())
    }

    @Test func secretsMayComeInSeveralBlocks() throws {
        let file = try Sample(name: "slixmpp-direct-tls13-embedded-keys.pcapng", isComplete: true).bytes()
        let records = try Self.records(of: file)
        #expect(records.contains { $0.element?.localName == "message" })
        #expect(try Self.records(of: moved(file) { _ in 1 }) == records)
    }

    /// What waits for secrets is read when they come, as long as its connection is open.
    @Test func secretsMayComeBehindThePacketsThatNeedThem() throws {
        let whole = try Sample(name: "slixmpp-direct-tls13-embedded-keys.pcapng", isComplete: true).bytes()
        let file = Array(blocks(of: whole).dropLast(15).map(\.bytes).joined())
        let elements = try Self.records(of: file).filter { $0.element != nil }
        let late = try Self.records(of: moved(file) { $0 })
        for stream in Set(elements.map(\.stream)) {
            for direction in Direction.allCases {
                let early = elements.filter { $0.stream == stream && $0.direction == direction }
                #expect(late.filter { $0.element != nil && $0.stream == stream && $0.direction == direction } == early)
            }
        }
        #expect(!late.contains { $0.words.contains("no keys") })
    }

    @Test func nothingIsFoundInOtherProtocols() throws {
        let file = try Sample(name: "not-xmpp-http.pcapng", isComplete: true).bytes()
        #expect(try Self.records(of: file).isEmpty)
    }

    @Test func readingGoesOnBehindAViolation() throws {
        let file = try Sample(name: "prosody-stream-errors.pcapng", isComplete: true).bytes()
        let records = try Self.records(of: file).filter { $0.stream == 5 && $0.direction == .clientToServer }
        let kinds = records.compactMap { record -> String? in
            switch record.content {
            case .error(let message): String(message.prefix { $0 != ":" })
            case .stanza(let element): element.localName
            default: nil
            }
        }
        #expect(kinds == ["restricted-xml", "message"])
    }

    @Test func damagedFilesNeverCrash() throws {
        var random = SystemRandomNumberGenerator()
        for name in Self.plain {
            let file = try Sample(name: name, isComplete: true).bytes()
            for _ in 0..<20 {
                var damaged = Array(file.prefix(Int.random(in: 0...file.count, using: &random)))
                for _ in 0..<10 where !damaged.isEmpty {
                    damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                _ = try? Self.records(of: damaged, chunk: 1000)
            }
        }
    }
}
