import Testing

@testable import XMPPCapture

@Suite struct TLSGapTests {
    @Test(
        arguments: [
            ("tls13-lost-records", 2), ("tls12-lost-records", 2), ("tls12-lost-records-cbc", 2),
            // TLS 1.0 puts the first byte into a record of its own, and needs one record more to go on.
            ("tls10-lost-records", 5),
        ]
    )
    func goesOnBehindLostRecords(name: String, records: Int) throws {
        let session = try #require(try TLSFixture(name).transcript().sessions[0])
        let kept = Array(TLSFixture.messages[..<2] + TLSFixture.messages[4...])
        #expect(session.string(.clientToServer) == kept.joined())
        // In TLS 1.3 the server's tickets come first, so that other packets were the fourth and fifth.
        let answered = name.hasPrefix("tls13") ? TLSFixture.messages[..<1] + TLSFixture.messages[3...] : kept[...]
        #expect(session.string(.serverToClient) == TLSFixture.reversed(Array(answered)))
        #expect(session.notes == [])
        #expect(session.gaps.map(\.records) == [records, records])
        #expect(session.gaps.allSatisfy { $0.missingBytes > 0 })
    }

    /// What each direction says when a run of bytes is missing is what it says otherwise, except for the records that
    /// are not whole.
    @Test(
        arguments: [
            "tls12-chacha20", "tls12-cbc-mac-then-encrypt", "tls12-static-rsa", "tls12-ccm8", "tls13-ccm8",
            "tls13-key-update", "tls13-hello-retry",
        ]
    )
    func losesNothingButWhatIsMissing(name: String) throws {
        let fixture = TLSFixture(name)
        let secrets = try fixture.loggedSecrets()
        let input = try fixture.streamEvents().cut(to: 10)
        let whole = try #require(TLSTranscript(of: input, secrets: secrets).sessions[0])
        let starts = firstDataOffsets(of: whole)
        var tried = 0
        for case .data(let lost) in input where lost.offset >= starts[lost.direction] ?? .max {
            let part = lost.offset..<lost.offset + Int64(lost.bytes.count)
            let damaged = input.losing { $0.direction == lost.direction && $0.offset == lost.offset }
            let session = try #require(TLSTranscript(of: damaged, secrets: secrets).sessions[0])
            let expected = whole.plaintexts.filter {
                $0.direction != lost.direction || !$0.ciphertext.overlaps(part)
            }
            #expect(session.plaintexts.map(\.bytes) == expected.map(\.bytes), "\(lost.direction) \(part)")
            #expect(session.gaps.map(\.missingBytes) == [Int64(lost.bytes.count)])
            #expect(session.gaps.allSatisfy { $0.ciphertext.overlaps(part) })
            #expect(session.notes == [])
            tried += 1
        }
        #expect(tried > 20)
    }

    private func firstDataOffsets(of session: TLSTranscript.Session) -> [Direction: Int64] {
        Dictionary(session.plaintexts.map { ($0.direction, $0.ciphertext.lowerBound) }, uniquingKeysWith: { a, _ in a })
    }

    @Test(arguments: ["tls12-chacha20", "tls12-static-rsa-cbc-sha1", "tls13-ccm", "tls13-early-data"])
    func saysWhatALostHandshakeCosts(name: String) throws {
        let fixture = TLSFixture(name)
        let secrets = try fixture.loggedSecrets()
        let input = try fixture.streamEvents()
        let whole = TLSTranscript(of: input, secrets: secrets)
        for case .data(let lost) in input {
            let damaged = input.losing { $0.stream == lost.stream && $0.packet == lost.packet }
            var transcript = TLSTranscript(secrets: secrets)
            transcript.takesAll = true
            for event in damaged { transcript.receive(event) }
            let session = try #require(transcript.sessions[lost.stream])
            let expected = try #require(whole.sessions[lost.stream])
            let all = Set(expected.plaintexts.map(\.bytes))
            #expect(Set(session.plaintexts.map(\.bytes)).isSubset(of: all))
            let isComplete = session.text == expected.text
            #expect(isComplete || !session.notes.isEmpty || !session.gaps.isEmpty)
            #expect(session.notes.count <= 1)
            #expect(transcript.secrets.heldBytes == 0)
        }
    }

    @Test func triesTheNextNumbersOnlyWithinItsBudget() throws {
        let fixture = TLSFixture("tls12-chacha20")
        var decoder = TLSSessionDecoder()
        var secrets = try fixture.loggedSecrets()
        var last: StreamData?
        for case .data(let data) in try fixture.streamEvents() {
            decoder.receive(data, secrets: &secrets)
            if data.direction == .clientToServer { last = data }
        }
        let end = try #require(last)
        let noise: [UInt8] = [23, 3, 3, 0x40, 0] + [UInt8](repeating: 23, count: 0x4000)
        let data = end.part(from: 1 << 24, bytes: noise[...])
        let gap = StreamGap(
            stream: 0,
            direction: .clientToServer,
            offset: end.offset + Int64(end.bytes.count),
            byteCount: 1 << 24,
            packet: 1,
            time: nil
        )
        decoder.receive(gap, secrets: &secrets)
        for _ in 0..<8 { decoder.receive(data, secrets: &secrets) }
        var notes: [String] = []
        while let event = decoder.nextEvent() {
            if case .note(let note) = event { notes.append(note.message) }
        }
        #expect(notes.count == 1)
        #expect(notes.first?.hasPrefix("nothing can be decrypted after the gap at byte ") == true)
    }
}
