import Foundation
import Testing
import XMLStream

@testable import XMPPCapture

/// Captures of real servers and clients, and of all ways to compress and frame, beside what both ends said.
@Suite struct RecordedLayersTests {
    static let names = [
        "ejabberd-plain-zlib-gloox.pcapng", "zlib-flushes.pcap", "prosody-bosh-http.pcapng", "bosh-codings.pcap",
        "ws-prosody-fragments.pcap", "ws-deflate-takeover.pcap", "ws-deflate-isolated.pcap", "ws-deflate-window9.pcap",
        "ws-no-subprotocol.pcap", "prosody-wss-https-bosh.pcap",
    ]

    private struct Side: Hashable, Comparable {
        let stream: Int
        let direction: String

        static func < (a: Side, b: Side) -> Bool { (a.stream, a.direction) < (b.stream, b.direction) }
    }

    private static let folder = URL(filePath: #filePath).appending(path: "../../Fixtures/layers").standardized
    private static let corpus = URL(filePath: #filePath).appending(path: "../../../../Corpus/captures").standardized

    private static func data(_ name: String) throws -> Data {
        let file = folder.appending(path: name)
        let isHere = FileManager.default.fileExists(atPath: file.path)
        return try Data(contentsOf: isHere ? file : corpus.appending(path: name))
    }

    private static func bytes(_ name: String) throws -> [UInt8] { try Array(data(name)) }

    /// What the key logs of all of them have; each finds its own by its random values.
    private static let secrets: TLSSecrets = {
        var secrets = TLSSecrets()
        for name in names {
            guard let log = try? data("\(name.prefix { $0 != "." }).keys.log") else { continue }
            secrets.add(keyLog: Array(log))
        }
        return secrets
    }()

    private func truth(_ name: String) throws -> [Side: [String]] {
        let stem = name.prefix { $0 != "." }
        let text = String(decoding: try Self.data("\(stem).truth.jsonl"), as: UTF8.self)
        var sides: [Side: [String]] = [:]
        for line in text.split(separator: "\n") {
            let unit = try JSONDecoder().decode(Sample.Unit.self, from: Data(line.utf8))
            sides[Side(stream: unit.stream, direction: unit.dir), default: []] += try Self.lines(ofUnit: unit.xml)
        }
        return sides
    }

    /// What a unit is to be read as: a body of BOSH and its elements, a stream header or an element.
    private static func lines(ofUnit xml: String) throws -> [String] {
        if xml.hasPrefix("</") { return ["close"] }
        var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
        parser.receive(Array(xml.utf8))
        switch try #require(try parser.next()) {
        case .streamOpen(let opening): return [canonical(opening.element)]
        case .element(let element) where element.has(Name("body", in: BOSHBody.namespace)):
            return [canonical(Element(element.name, attributes: element.attributes))] + element.children.map(canonical)
        case .element(let element) where element.has(Name("close", in: .framing)): return ["close"]
        case .element(let element): return [canonical(element)]
        default: return ["?"]
        }
    }

    private static func canonical(_ element: Element) -> String {
        let attributes = element.attributes.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: ",")
        let content = element.nodes.map { node in
            switch node {
            case .element(let child): canonical(child)
            case .text(let text): text.debugDescription
            }
        }
        return "\(element.name)[\(attributes)](\(content.joined()))"
    }

    private static func line(of record: TrafficRecord) -> String? {
        if case .streamClose = record.content { return "close" }
        return record.element.map(canonical)
    }

    static func records(_ file: [UInt8], chunk: Int = .max) throws -> [TrafficRecord] {
        var decoder = TrafficDecoder(secrets: secrets)
        var records: [TrafficRecord] = []
        var rest = file[...]
        while !rest.isEmpty {
            decoder.receive(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
            while let record = try decoder.next() { records.append(record) }
        }
        decoder.finish()
        while let record = try decoder.next() { records.append(record) }
        return records
    }

    @Test(arguments: names)
    func saysWhatBothEndsSaid(name: String) throws {
        let records = try Self.records(try Self.bytes(name))
        let expected = try truth(name)
        var found: [Side: [String]] = [:]
        for record in records {
            guard let line = Self.line(of: record), let stream = record.stream, let direction = record.direction else {
                continue
            }
            found[Side(stream: stream, direction: direction.rawValue), default: []].append(line)
        }
        #expect(found.keys.sorted() == expected.keys.sorted())
        for (side, lines) in expected { #expect(found[side] == lines, "\(side)") }
        for case .error(let message) in records.map(\.content) { Issue.record("\(message)") }
    }

    @Test(arguments: names)
    func everyRecordHasItsPacketsAndTime(name: String) throws {
        let file = try Self.bytes(name)
        var times: [Int: Timestamp] = [:]
        var reader = CaptureReader(limits: CaptureLimits())
        reader.receive(file)
        reader.finish()
        while let record = try reader.next() {
            if case .packet(let packet) = record { times[packet.number] = packet.time }
        }
        for record in try Self.records(file) where record.element != nil {
            #expect(!record.packets.isEmpty)
            #expect(record.packets == record.packets.sorted())
            #expect(record.time == record.packets.last.flatMap { times[$0] })
        }
    }

    @Test(arguments: names)
    func isReadAlikeInPieces(name: String) throws {
        let file = try Self.bytes(name)
        #expect(try Self.records(file, chunk: 61) == Self.records(file))
    }

    @Test(arguments: names)
    func cutAnywhereKeepsWhatIsWhole(name: String) throws {
        let file = try Self.bytes(name)
        let whole = try Self.records(file).compactMap(Self.line)
        for step in 1..<40 {
            var decoder = TrafficDecoder(secrets: Self.secrets)
            decoder.receive(Array(file.prefix(file.count * step / 40)))
            decoder.finish()
            var lines: [String] = []
            while let record = try? decoder.next() { lines += Self.line(of: record).map { [$0] } ?? [] }
            #expect(lines == Array(whole.prefix(lines.count)))
            if step == 39 { #expect(lines.count > whole.count / 2) }
        }
    }

    /// What is read of a capture without its first packets is part of what is read of all of it.
    @Test(arguments: names.filter { $0.hasSuffix(".pcap") })
    func startMidwayInventsNothing(name: String) throws {
        let file = try Self.bytes(name)
        let whole = try Self.records(file).compactMap(Self.line)
        var reader = CaptureReader(limits: CaptureLimits())
        reader.receive(file)
        reader.finish()
        var packets: [[UInt8]] = []
        while let record = try reader.next() {
            if case .packet(let packet) = record { packets.append(CaptureFiles.record(Array(packet.bytes))) }
        }
        for step in 1..<20 {
            let rest = Array(packets.dropFirst(packets.count * step / 20))
            let lines = try Self.records(CaptureFiles.pcap(records: rest)).compactMap(Self.line)
            var remaining = whole[...]
            for line in lines {
                let index = try #require(remaining.firstIndex(of: line), "\(step): \(line.prefix(200))")
                remaining = remaining[(index + 1)...]
            }
            if step < 10, name == "bosh-codings.pcap" || name == "ws-no-subprotocol.pcap" { #expect(lines.count > 5) }
        }
    }

    /// Damage costs at most what it touches: it ends, and gives no more records than the bytes can hold.
    @Test(arguments: names)
    func damageNeitherCrashesNorMultiplies(name: String) throws {
        let file = try Self.bytes(name)
        let whole = try Self.records(file).count
        var random = SeededRandom(state: 0x1a7e5)
        for _ in 0..<60 {
            var damaged = file
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                damaged[Int.random(in: 24..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var decoder = TrafficDecoder(secrets: Self.secrets)
            decoder.receive(damaged)
            decoder.finish()
            var count = 0
            while let record = try? decoder.next() { count += record.layers.isEmpty ? 0 : 1 }
            #expect(count <= 2 * whole + 50)
        }
    }
}
