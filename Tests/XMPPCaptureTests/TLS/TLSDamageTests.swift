import Testing

@testable import XMPPCapture

@Suite struct TLSDamageTests {
    static let names = [
        "tls10-cbc-mac-then-encrypt", "tls12-chacha20", "tls12-cbc-mac-then-encrypt", "tls12-camellia", "tls12-ccm",
        "tls12-renegotiation", "tls13-ccm8", "tls13-key-update", "tls13-early-data",
    ]

    @Test(arguments: names)
    func aStreamCutAnywhereKeepsWhatIsWhole(name: String) throws {
        let fixture = TLSFixture(name)
        let secrets = try fixture.loggedSecrets()
        let input = try fixture.streamEvents().cut(to: 37)
        let whole = TLSTranscript(of: input, secrets: secrets)
        for end in input.indices {
            let closings = input[end...].filter { if case .closed = $0 { true } else { false } }
            let transcript = TLSTranscript(of: input[..<end] + closings, secrets: secrets)
            for (stream, session) in transcript.sessions {
                let expected = whole.sessions[stream]?.plaintexts ?? []
                #expect(expected.map(\.bytes).starts(with: session.plaintexts.map(\.bytes)))
                #expect(session.notes.count <= 1)
            }
            #expect(transcript.secrets.heldBytes == 0)
        }
    }

    @Test(arguments: names)
    func aChangedByteIsNeverBelieved(name: String) throws {
        let fixture = TLSFixture(name)
        let secrets = try fixture.loggedSecrets()
        let input = try fixture.streamEvents()
        let whole = TLSTranscript(of: input, secrets: secrets)
        var random = SeededRandom(state: 0x7_15)
        for _ in 0..<300 {
            let index = Int.random(in: input.indices, using: &random)
            guard case .data(let data) = input[index] else { continue }
            var bytes = Array(data.bytes)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var damaged = input
            damaged[index] = .data(data.part(from: 0, bytes: bytes[...]))
            var transcript = TLSTranscript(secrets: secrets)
            transcript.takesAll = true
            for event in damaged { transcript.receive(event) }
            for (stream, session) in transcript.sessions {
                let all = Set((whole.sessions[stream]?.plaintexts ?? []).map(\.bytes))
                #expect(Set(session.plaintexts.map(\.bytes)).isSubset(of: all))
                #expect(session.notes.count <= 3)
            }
            #expect(transcript.secrets.heldBytes == 0)
        }
    }

    @Test func aDamagedRecordCostsItselfAlone() throws {
        let fixture = TLSFixture("tls13-hello-retry")
        let secrets = try fixture.loggedSecrets()
        let input = try fixture.streamEvents()
        let whole = try #require(TLSTranscript(of: input, secrets: secrets).sessions[0])
        let target = try #require(whole.plaintexts.first { $0.direction == .clientToServer })
        let damaged = input.map { event -> StreamEvent in
            guard case .data(let data) = event, data.direction == target.direction,
                data.offset == target.ciphertext.lowerBound
            else { return event }
            var bytes = Array(data.bytes)
            bytes[20] ^= 1
            return .data(data.part(from: 0, bytes: bytes[...]))
        }
        let session = try #require(TLSTranscript(of: damaged, secrets: secrets).sessions[0])
        #expect(session.plaintexts.map(\.bytes) == whole.plaintexts.filter { $0 != target }.map(\.bytes))
        #expect(session.gaps.map(\.ciphertext) == [target.ciphertext])
        #expect(session.gaps.map(\.records) == [1])
        #expect(session.notes.count == 1)
    }

    @Test func noiseIsNeverTakenForASession() {
        var random = SeededRandom(state: 99)
        for length in 0..<400 {
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            if length % 2 == 0 { bytes.insert(contentsOf: [22, 3, 1, 0, UInt8(length & 0xff), 1, 0], at: 0) }
            var transcript = TLSTranscript(secrets: TLSSecrets())
            transcript.takesAll = true
            for direction in Direction.allCases {
                let data = StreamData(
                    stream: 0,
                    direction: direction,
                    offset: 0,
                    packet: 1,
                    time: nil,
                    bytes: bytes[...]
                )
                transcript.receive(.data(data))
            }
            transcript.receive(.closed(TCPStreamClosing(stream: 0, reason: .finished, packet: 1, time: nil)))
            #expect(transcript.sessions[0]?.plaintexts.isEmpty == true)
            #expect((transcript.sessions[0]?.notes.count ?? 0) <= 2)
        }
    }
}
