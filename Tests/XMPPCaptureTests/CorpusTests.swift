import Foundation
import Testing

@testable import XMPPCapture

@Suite struct CorpusTests {
    private struct Side: Hashable {
        let stream: Int
        let direction: String
    }

    /// The bytes of each direction, with a NUL, which XML cannot have, where bytes are missing.
    private func bytes(of events: [StreamEvent]) -> [Side: Data] {
        var bytes: [Side: Data] = [:]
        for event in events {
            switch event {
            case .data(let data):
                bytes[Side(stream: data.stream, direction: data.direction.rawValue), default: Data()] += data.bytes
            case .gap(let gap):
                bytes[Side(stream: gap.stream, direction: gap.direction.rawValue), default: Data()].append(0)
            default: break
            }
        }
        return bytes
    }

    @Test(arguments: Sample.all)
    func holdsWhatTheServerSaw(sample: Sample) throws {
        let (events, error) = events(of: try sample.bytes(), chunk: 4096)
        #expect(error == nil)
        var rest = bytes(of: events)
        var found = 0
        for unit in try sample.truth() where unit.isCaptured {
            let side = Side(stream: unit.stream, direction: unit.dir)
            let here = try #require(rest[side])
            let range = try #require(here.range(of: Data(unit.xml.utf8)), "\(unit.xml.prefix(80))")
            if sample.isComplete {
                #expect(here[..<range.lowerBound].allSatisfy { " \n\t\r".utf8.contains($0) })
            }
            rest[side] = here[range.upperBound...]
            found += 1
        }
        #expect(found >= 20)
        if sample.isComplete {
            #expect(rest.values.allSatisfy { $0.allSatisfy { " \n\t\r".utf8.contains($0) } })
        }
    }

    @Test(arguments: Sample.all)
    func isReadAlikeInPiecesOfAnySize(sample: Sample) throws {
        let file = try sample.bytes()
        let whole = events(of: file).events
        #expect(events(of: file, chunk: 1).events == whole)
        #expect(events(of: file, chunk: 61).events == whole)
    }

    @Test func countsGapsOfCutPackets() throws {
        let sample = try #require(Sample.all.first { $0.name.hasSuffix(".gz") })
        var missing: Int64 = 0
        for case .gap(let gap) in events(of: try sample.bytes()).events { missing += gap.byteCount }
        #expect(missing == 6755)
    }

    @Test func guessesTheDirectionOfStreamsWithoutTheirBeginning() throws {
        let sample = try #require(Sample.all.first { $0.name.contains("midstream") })
        for case .opened(let opening) in events(of: try sample.bytes()).events {
            #expect(opening.directionIsGuessed)
            #expect(opening.server.port == 5222)
        }
    }

    @Test(arguments: Sample.all)
    func cutAnywhereKeepsWhatIsWhole(sample: Sample) throws {
        let file = try sample.bytes()
        let whole = events(of: file)
        let total = dataLength(whole.events)
        var last = 0
        for step in 0..<200 {
            let cut = events(of: Array(file.prefix(file.count * step / 200)))
            let length = dataLength(cut.events)
            #expect(length >= last && length <= total)
            last = length
        }
        #expect(last > total / 2)
    }

    @Test(arguments: Sample.all)
    func damagedBytesNeitherCrashNorInventData(sample: Sample) throws {
        let file = try sample.bytes()
        var random = SeededRandom(state: 0x5eed)
        for _ in 0..<250 {
            var damaged = file
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                damaged[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let outcome = events(of: damaged, chunk: 8192)
            if !sample.name.hasSuffix(".gz") { #expect(dataLength(outcome.events) <= file.count) }
        }
    }

    private func dataLength(_ events: [StreamEvent]) -> Int {
        var length = 0
        for case .data(let data) in events { length += data.bytes.count }
        return length
    }
}

/// SplitMix64: the same numbers in every run.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        return bits ^ bits >> 31
    }
}
