import Testing

@testable import XMPPCapture

@Suite("A key log that grows while packets come")
struct GrowingKeyLogTests {
    private static let waits = "the keys of this session are not there yet"

    /// What is decoded of a recorded session when its keys come before the packet of that number, or behind its end.
    private static func notes(
        of fixture: TLSFixture, keysAt place: Int, isFollowed: Bool = false
    ) throws -> (notes: [String], insideBytes: Int) {
        var secrets = TLSSecrets()
        secrets.areFollowed = isFollowed
        var decoder = TrafficDecoder(secrets: secrets)
        let (session, next) = try FileOrderTests.packets(of: fixture)
        let head = CaptureFiles.section() + CaptureFiles.interface()
        let pieces = [head] + Self.blocks(session) + [next]
        var notes: [String] = []
        func pull() throws {
            while let record = try decoder.next() {
                if case .note(let text) = record.content { notes.append(text) }
            }
        }
        for (index, piece) in pieces.enumerated() {
            if index == place { decoder.receive(keyLog: try fixture.keyLog()) }
            decoder.receive(piece)
            try pull()
        }
        if place >= pieces.count { decoder.receive(keyLog: try fixture.keyLog()) }
        decoder.finish()
        try pull()
        let inside = decoder.nextClosedConnection()?.tls?.inside.total ?? 0
        return (notes, inside)
    }

    /// The blocks of a pcapng file, each of its own.
    private static func blocks(_ bytes: [UInt8]) -> [[UInt8]] {
        var (rest, blocks) = (bytes[...], [[UInt8]]())
        while rest.count >= 8 {
            let length = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            blocks.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return blocks
    }

    @Test("Keys that come during a session open all of it", arguments: ["tls12-chacha20", "tls13-ccm"])
    func during(name: String) throws {
        let fixture = TLSFixture(name)
        let count = Self.blocks(try FileOrderTests.packets(of: fixture).session).count
        let expected = try Self.notes(of: fixture, keysAt: 0)
        #expect(expected.insideBytes > 0)
        for place in 1...count {
            let found = try Self.notes(of: fixture, keysAt: place)
            #expect(found.notes == expected.notes, "before packet \(place)")
            #expect(found.insideBytes == expected.insideBytes, "before packet \(place)")
        }
    }

    /// As every packet before the keys waits, both sides have much to say when these come.
    @Test("What a connection said while it waited for keys is in the order of its packets")
    func order() throws {
        let bytes = try Sample(name: "libstrophe-starttls13-chacha20.pcapng", isComplete: true).bytes()
        let keys = try Sample(name: "libstrophe-starttls13-chacha20.keys.log", isComplete: true).bytes()
        func elements(keysAt place: Int) throws -> [Int: [String]] {
            var decoder = TrafficDecoder()
            var found: [Int: [String]] = [:]
            func pull() throws {
                while let record = try decoder.next() {
                    guard let element = record.element, let stream = record.stream else { continue }
                    found[stream, default: []].append(
                        "\(record.direction?.rawValue ?? "") \(record.packets) \(element)")
                }
            }
            if place == 0 { decoder.receive(keyLog: keys) }
            decoder.receive(Array(bytes[..<place]))
            try pull()
            if place > 0 { decoder.receive(keyLog: keys) }
            decoder.receive(Array(bytes[place...]))
            decoder.finish()
            try pull()
            return found
        }
        let expected = try elements(keysAt: 0)
        #expect(expected[0]?.count ?? 0 > 20)
        for share in [4, 2] { #expect(try elements(keysAt: bytes.count - bytes.count / share) == expected) }
    }

    @Test("Behind its end they do not, which is said", arguments: ["tls12-chacha20", "tls13-ccm"])
    func after(name: String) throws {
        let (notes, inside) = try Self.notes(of: TLSFixture(name), keysAt: .max)
        #expect(inside == 0)
        #expect(notes.filter { $0.hasPrefix(TrafficDecoder.missingKeys) }.count == 1)
        #expect(notes.last == "its keys came to the key log when it was over: decode it once more to have it opened")
        #expect(!notes.contains { $0.hasPrefix(Self.waits) })
    }

    @Test("Who follows is told once, before the end, that a session waits", arguments: ["tls12-chacha20", "tls13-ccm"])
    func waiting(name: String) throws {
        let fixture = TLSFixture(name)
        let (notes, _) = try Self.notes(of: fixture, keysAt: .max, isFollowed: true)
        let told = notes.indices.filter { notes[$0].hasPrefix(Self.waits) }
        let end = notes.firstIndex { $0.hasPrefix(TrafficDecoder.missingKeys) }
        #expect(told.count == 1)
        #expect(try #require(told.first) < #require(end))
        // The end of the handshake alone may still get its keys from a program that is about to write them.
        let early = try Self.notes(of: fixture, keysAt: 1, isFollowed: true)
        #expect(!early.notes.contains { $0.hasPrefix(Self.waits) })
    }
}
