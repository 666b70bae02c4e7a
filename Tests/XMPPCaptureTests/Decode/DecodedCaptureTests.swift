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
