import Testing
import XMPPPrimitives

@testable import XMPPCapture

@Suite struct TLSDecryptionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let version: TLSProtocolVersion
        let suite: String

        init(_ name: String, _ version: TLSProtocolVersion, _ suite: String) {
            self.name = name
            self.version = version
            self.suite = suite
        }

        var testDescription: String { name }
    }

    static let cases = [
        Case("tls10-cbc", .tls10, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA"),
        Case("tls10-cbc-mac-then-encrypt", .tls10, "TLS_RSA_WITH_AES_128_CBC_SHA"),
        Case("tls11-cbc", .tls11, "TLS_RSA_WITH_AES_256_CBC_SHA"),
        Case("tls12-static-rsa-cbc-sha1", .tls12, "TLS_RSA_WITH_AES_128_CBC_SHA"),
        Case("tls12-static-rsa-no-ems", .tls12, "TLS_RSA_WITH_AES_256_CBC_SHA"),
        Case("tls12-cbc-sha256-mac-then-encrypt", .tls12, "TLS_RSA_WITH_AES_256_CBC_SHA256"),
        Case("tls12-cbc-mac-then-encrypt", .tls12, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384"),
        Case("tls12-camellia", .tls12, "TLS_RSA_WITH_CAMELLIA_256_CBC_SHA256"),
        Case("tls12-static-rsa", .tls12, "TLS_RSA_WITH_AES_128_GCM_SHA256"),
        Case("tls12-ccm", .tls12, "TLS_DHE_RSA_WITH_AES_128_CCM"),
        Case("tls12-ccm8", .tls12, "TLS_DHE_RSA_WITH_AES_256_CCM_8"),
        Case("tls12-chacha20", .tls12, "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"),
        Case("tls13-ccm", .tls13, "TLS_AES_128_CCM_SHA256"),
        Case("tls13-ccm8", .tls13, "TLS_AES_128_CCM_8_SHA256"),
        Case("tls13-hello-retry", .tls13, "TLS_AES_256_GCM_SHA384"),
    ]

    @Test(arguments: cases)
    func decrypts(_ sample: Case) throws {
        let session = try #require(try TLSFixture(sample.name).transcript().sessions[0])
        #expect(session.string(.clientToServer) == TLSFixture.lines.joined())
        #expect(session.string(.serverToClient) == TLSFixture.reversed(TLSFixture.lines))
        #expect(session.notes == [])
        #expect(session.gaps == [])
        #expect(session.alerts.map(\.isCloseNotify) == [true, true])
        let facts = session.decoder.handshake
        #expect(facts.version == sample.version)
        #expect(facts.cipherSuite?.name == sample.suite)
        #expect(facts.serverName == "xmpp.example.test")
        #expect(facts.serverCertificate?.subject == "O=Example,CN=xmpp.example.test")
        #expect(facts.serverCertificate?.alternativeNames == ["xmpp.example.test", "*.example.test"])
        #expect(facts.wasRetried == sample.name.hasSuffix("retry"))
        #expect(!facts.isResumed)
    }

    @Test(arguments: cases.map(\.name) + ["tls13-key-update", "tls13-early-data", "tls12-renegotiation"])
    func readsAlikeInPiecesOfAnySize(name: String) throws {
        let fixture = TLSFixture(name)
        let input = try fixture.streamEvents()
        let whole = try TLSTranscript(of: input, secrets: fixture.loggedSecrets())
        for size in [1, 7, 100] {
            let cut = try TLSTranscript(of: input.cut(to: size), secrets: fixture.loggedSecrets())
            #expect(cut.sessions.mapValues(\.events) == whole.sessions.mapValues(\.events))
        }
    }

    @Test func followsKeyUpdatesOfBothSides() throws {
        let session = try #require(try TLSFixture("tls13-key-update").transcript().sessions[0])
        #expect(session.string(.clientToServer) == "first\nsecond\nthird\n")
        #expect(session.string(.serverToClient) == "one\ntwo\nthree\n")
        #expect(session.notes == [])
    }

    /// A key log that was begun late has the secrets from some update on.
    @Test func beginsWithTheSecretAfterAKeyUpdate() throws {
        let fixture = TLSFixture("tls13-key-update")
        let lines = String(decoding: try fixture.keyLog(), as: UTF8.self).split(separator: "\n")
        let hash = try #require(try fixture.transcript().sessions[0]).decoder.negotiation.algorithms?.hash
        let hashFunction = try #require(hash)
        var secrets = TLSSecrets()
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 3, words[0].contains("_TRAFFIC_SECRET_0") else {
                secrets.add(keyLog: Array(line.utf8))
                continue
            }
            var secret = try #require(Hexadecimal.bytes(of: Array(words[2].utf8)[...]))
            let side = words[0].prefix { $0 != "_" }
            // Out of order, and with more than is needed: the first one that is there leads to all later ones.
            var later: [String] = []
            for number in 1...3 {
                let length = hashFunction.length
                let expansion = try #require(KeySchedule.Expansion(of: secret, hash: hashFunction))
                secret = try #require(expansion.bytes("traffic upd", length: length))
                later.append("\(side)_TRAFFIC_SECRET_\(number) \(words[1]) \(Hexadecimal.text(of: secret))")
            }
            let reading = secrets.add(keyLog: Array(later.reversed().joined(separator: "\n").utf8))
            #expect(reading.secrets == 3)
        }
        let session = try #require(try fixture.transcript(secrets: secrets).sessions[0])
        #expect("first\nsecond\nthird\n".hasSuffix(session.string(.clientToServer)))
        #expect(session.string(.clientToServer).contains("third\n"))
        #expect(session.string(.serverToClient).hasSuffix("three\n"))
    }

    @Test(arguments: [
        "CLIENT_TRAFFIC_SECRET_", "CLIENT_TRAFFIC_SECRET_x", "CLIENT_TRAFFIC_SECRET_99999999999999999999",
    ])
    func refusesNumbersOfUpdatesThatAreNone(label: String) {
        var secrets = TLSSecrets()
        let line = "\(label) \(String(repeating: "ab", count: 32)) \(String(repeating: "cd", count: 32))"
        #expect(secrets.add(keyLog: Array(line.utf8)).secrets == 0)
    }

    @Test func followsRenegotiation() throws {
        let session = try #require(try TLSFixture("tls12-renegotiation").transcript().sessions[0])
        #expect(session.string(.clientToServer) == "before\nafter\n")
        #expect(session.string(.serverToClient) == "server line\n")
        #expect(session.decoder.handshake.isRenegotiation)
        #expect(session.notes == [])
    }

    @Test(arguments: ["tls12-resumption-ticket", "tls12-resumption-identifier"])
    func followsResumption(name: String) throws {
        let fixture = TLSFixture(name)
        // The first session's secret must do for both.
        let first = try fixture.keyLog().split(separator: 0x0a)[0]
        var secrets = TLSSecrets()
        secrets.add(keyLog: Array(first))
        let transcript = try fixture.transcript(secrets: secrets)
        for (stream, isResumed) in [(0, false), (1, true)] {
            let session = try #require(transcript.sessions[stream])
            #expect(session.string(.clientToServer) == TLSFixture.lines.joined())
            #expect(session.string(.serverToClient) == TLSFixture.reversed(TLSFixture.lines))
            #expect(session.decoder.handshake.isResumed == isResumed)
        }
    }

    @Test func marksEarlyData() throws {
        let session = try #require(try TLSFixture("tls13-early-data").transcript().sessions[1])
        #expect(session.string(.clientToServer) == "<early xmlns='data'/>\nlater\n")
        let early = session.plaintexts.filter { $0.direction == .clientToServer }.map(\.isEarlyData)
        #expect(early == [true, false])
        #expect(session.decoder.handshake.acceptsEarlyData == true)
        #expect(session.decoder.handshake.isResumed)
    }

    @Test(arguments: [("tls13-early-data-refused", 2), ("tls13-early-data-retry", 1)])
    func leavesOutRefusedEarlyData(name: String, stream: Int) throws {
        let session = try #require(try TLSFixture(name).transcript().sessions[stream])
        #expect(session.string(.clientToServer) == "later\n")
        #expect(session.string(.serverToClient) == "server line\n")
        #expect(session.notes == ["the server refused the client's early data, it is left out"])
        #expect(session.decoder.handshake.acceptsEarlyData == false)
    }

    @Test(
        arguments: [
            "tls12-static-rsa", "tls12-static-rsa-cbc-sha1", "tls12-static-rsa-no-ems", "tls10-cbc-mac-then-encrypt",
            "tls11-cbc", "tls12-resumption-identifier",
        ]
    )
    func decryptsStaticRSAWithThePrivateKey(name: String) throws {
        var secrets = TLSSecrets()
        try secrets.add(privateKeyPEM: try TLSFixture.bytes(of: "server-key.pem"))
        for session in try TLSFixture(name).transcript(secrets: secrets).sessions.values {
            #expect(session.string(.clientToServer) == TLSFixture.lines.joined())
            #expect(session.string(.serverToClient) == TLSFixture.reversed(TLSFixture.lines))
        }
    }

    @Test func tellsWhereEachPieceWas() throws {
        let fixture = TLSFixture("tls13-hello-retry")
        var wire: [Direction: [UInt8]] = [:]
        for case .data(let data) in try fixture.streamEvents() { wire[data.direction, default: []] += data.bytes }
        let session = try #require(try fixture.transcript().sessions[0])
        var ends: [Direction: (plain: Int64, cipher: Int64)] = [:]
        for piece in session.plaintexts {
            let start = Int(piece.ciphertext.lowerBound)
            let bytes = try #require(wire[piece.direction])
            #expect(bytes[start] == 23)
            #expect(piece.ciphertext.count == 5 + Int(bytes[start + 3]) << 8 + Int(bytes[start + 4]))
            #expect(piece.offset == ends[piece.direction]?.plain ?? 0)
            #expect(piece.ciphertext.lowerBound >= ends[piece.direction]?.cipher ?? 0)
            ends[piece.direction] = (piece.offset + Int64(piece.bytes.count), piece.ciphertext.upperBound)
        }
        #expect(session.plaintexts.count == 6)
    }
}
