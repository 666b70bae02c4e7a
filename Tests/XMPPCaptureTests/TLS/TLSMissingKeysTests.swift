import Testing
import XMPPPrimitives

@testable import XMPPCapture

@Suite struct TLSMissingKeysTests {
    /// Secrets whose first byte is another, under the right names.
    private func spoiled(_ keyLog: [UInt8], where isSpoiled: (String) -> Bool = { _ in true }) -> TLSSecrets {
        let lines = String(decoding: keyLog, as: UTF8.self).split(separator: "\n").map { line in
            var words = line.split(separator: " ").map(String.init)
            guard words.count == 3, isSpoiled(words[0]) else { return String(line) }
            words[2] = (words[2].hasPrefix("00") ? "ff" : "00") + words[2].dropFirst(2)
            return words.joined(separator: " ")
        }
        var secrets = TLSSecrets()
        secrets.add(keyLog: Array(lines.joined(separator: "\n").utf8))
        return secrets
    }

    @Test(arguments: ["tls12-chacha20", "tls12-cbc-mac-then-encrypt", "tls13-ccm"])
    func saysOnceThatThereAreNoKeys(name: String) throws {
        let session = try #require(try TLSFixture(name).transcript(secrets: TLSSecrets()).sessions[0])
        let facts = session.decoder.handshake
        let random = Hexadecimal.text(of: facts.clientRandom)
        #expect(random.count == 64)
        #expect(session.notes == ["no keys for this session, whose client random is \(random)"])
        #expect(session.plaintexts.isEmpty)
        #expect(facts.serverName == "xmpp.example.test")
        // The certificate is in clear before TLS 1.3.
        #expect((facts.serverCertificate == nil) == (facts.version == .tls13))
    }

    @Test(arguments: ["tls12-chacha20", "tls12-cbc-mac-then-encrypt", "tls12-ccm", "tls10-cbc", "tls13-ccm"])
    func saysOnceThatASecretIsWrong(name: String) throws {
        let fixture = TLSFixture(name)
        let session = try #require(
            try fixture.transcript(secrets: spoiled(try fixture.keyLog())).sessions[0]
        )
        #expect(session.notes.count == 1)
        #expect(session.notes.first?.hasSuffix(" is not authentic under the secret for this session") == true)
        #expect(session.plaintexts.isEmpty)
    }

    @Test func needsOnlyTheSecretsOfTheData() throws {
        let fixture = TLSFixture("tls13-ccm")
        let lines = String(decoding: try fixture.keyLog(), as: UTF8.self).split(separator: "\n")
        var secrets = TLSSecrets()
        secrets.add(keyLog: Array(lines.filter { $0.contains("_TRAFFIC_SECRET_0") }.joined(separator: "\n").utf8))
        let session = try #require(try fixture.transcript(secrets: secrets).sessions[0])
        #expect(session.string(.clientToServer) == TLSFixture.lines.joined())
        #expect(session.string(.serverToClient) == TLSFixture.reversed(TLSFixture.lines))
        #expect(session.notes == [])
    }

    @Test func wrongSecretsOfTheHandshakeDoNotCostTheData() throws {
        let fixture = TLSFixture("tls13-ccm")
        let secrets = spoiled(try fixture.keyLog()) { $0.contains("HANDSHAKE") }
        let session = try #require(try fixture.transcript(secrets: secrets).sessions[0])
        #expect(session.string(.clientToServer) == TLSFixture.lines.joined())
        #expect(session.notes.count == 1)
    }

    @Test func saysThatNoRecordFitsTheOnlySecret() throws {
        let fixture = TLSFixture("tls13-ccm")
        let lines = String(decoding: try fixture.keyLog(), as: UTF8.self).split(separator: "\n")
        let data = lines.filter { $0.contains("_TRAFFIC_SECRET_0") }.joined(separator: "\n")
        let session = try #require(try fixture.transcript(secrets: spoiled(Array(data.utf8))).sessions[0])
        #expect(session.notes == ["the secret for c2s fits none of the session's records"])
    }

    @Test(arguments: ["tls12-chacha20", "tls12-cbc-mac-then-encrypt", "tls13-ccm", "tls13-key-update"])
    func takesSecretsThatComeLate(name: String) throws {
        let fixture = TLSFixture(name)
        let input = try fixture.streamEvents()
        let expected = try fixture.transcript().sessions[0]
        let log = DecryptionSecrets(format: .tlsKeyLog, bytes: try fixture.keyLog())
        for place in input.indices {
            let late = input[..<place] + [.secrets(log)] + input[place...]
            let transcript = TLSTranscript(of: Array(late), secrets: TLSSecrets())
            #expect(transcript.sessions[0]?.text == expected?.text)
            #expect(transcript.sessions[0]?.notes == [])
            #expect(transcript.secrets.heldBytes == 0)
        }
    }

    @Test func givesUpWhenTooMuchWaits() throws {
        let fixture = TLSFixture("tls12-chacha20")
        let input = try fixture.streamEvents()
        var decoder = TLSSessionDecoder()
        var secrets = TLSSecrets()
        var notes = 0
        let hello = input.compactMap { if case .data(let data) = $0 { data } else { nil } }
        for data in hello { decoder.receive(data, secrets: &secrets) }
        // Records of the client that never end.
        let record: [UInt8] = [23, 3, 3, 0x40, 0] + [UInt8](repeating: 7, count: 0x4000)
        var offset = decoder.unreadOffset(of: .clientToServer) + 1 << 16
        for _ in 0..<64 {
            let part = try #require(hello.last { $0.direction == .clientToServer })
            let data = StreamData(
                stream: 0,
                direction: .clientToServer,
                offset: offset,
                packet: part.packet,
                time: nil,
                bytes: record[...]
            )
            decoder.receive(data, secrets: &secrets)
            offset += Int64(record.count)
            #expect(secrets.heldBytes <= CaptureLimits().heldTLSBytesPerDirection + record.count)
            while let event = decoder.nextEvent() {
                if case .note = event { notes += 1 }
            }
        }
        #expect(notes == 1)
        // Nothing is left to wait for, so that nothing has to be known of where the bytes came from.
        #expect(decoder.unreadOffset(of: .clientToServer) == offset)
        decoder.finish(secrets: &secrets)
        #expect(secrets.heldBytes == 0)
    }

    @Test func allSessionsShareWhatMayWait() throws {
        var limits = CaptureLimits()
        limits.heldTLSBytes = 40_000
        var secrets = TLSSecrets(limits: limits)
        let input = try TLSFixture("tls12-chacha20").streamEvents()
        let record: [UInt8] = [23, 3, 3, 0x20, 0] + [UInt8](repeating: 7, count: 0x2000)
        var decoders = (0..<10).map { TLSSessionDecoder(stream: $0, limits: limits) }
        for index in decoders.indices {
            for case .data(let data) in input { decoders[index].receive(data, secrets: &secrets) }
            for _ in 0..<4 {
                let data = StreamData(
                    stream: index,
                    direction: .serverToClient,
                    offset: 1 << 20,
                    packet: 1,
                    time: nil,
                    bytes: record[...]
                )
                decoders[index].receive(data, secrets: &secrets)
            }
            #expect(secrets.heldBytes <= 80_000)
        }
        for index in decoders.indices { decoders[index].finish(secrets: &secrets) }
        #expect(secrets.heldBytes == 0)
    }

    @Test func saysThatTheHandshakeIsNotThere() throws {
        let fixture = TLSFixture("tls12-chacha20")
        var hasBegun = false
        let input = try fixture.streamEvents().filter { event in
            guard case .data(let data) = event else { return true }
            if data.bytes.first == 23 { hasBegun = true }
            return hasBegun
        }
        var transcript = TLSTranscript(secrets: try fixture.loggedSecrets())
        transcript.takesAll = true
        for event in input { transcript.receive(event) }
        #expect(transcript.sessions[0]?.notes == ["encrypted, the handshake is not in the file"])
        #expect(transcript.sessions[0]?.events.count == 1)
    }
}
