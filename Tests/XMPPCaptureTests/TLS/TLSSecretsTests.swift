import Testing
import XMPPPrimitives

@testable import XMPPCapture

@Suite struct TLSSecretsTests {
    private static let random = String(repeating: "0A", count: 32)
    private static let master = String(repeating: "5c", count: 48)
    private static let traffic = String(repeating: "e7", count: 32)

    private func key() throws -> ClientRandom { try #require(ClientRandom([UInt8](repeating: 0x0a, count: 32)[...])) }

    private func read(_ text: String) -> (TLSSecrets, TLSSecrets.Reading) {
        var secrets = TLSSecrets()
        let reading = secrets.add(keyLog: Array(text.utf8))
        return (secrets, reading)
    }

    @Test(
        arguments: [
            ("CLIENT_RANDOM", KeyLogLine.Label.masterSecret, master),
            ("PMS_CLIENT_RANDOM", .premasterSecret, master),
            ("CLIENT_EARLY_TRAFFIC_SECRET", .clientEarlyTraffic, traffic),
            ("CLIENT_HANDSHAKE_TRAFFIC_SECRET", .clientHandshakeTraffic, traffic),
            ("SERVER_HANDSHAKE_TRAFFIC_SECRET", .serverHandshakeTraffic, master),
            ("CLIENT_TRAFFIC_SECRET_0", .clientTraffic, master),
            ("SERVER_TRAFFIC_SECRET_0", .serverTraffic, traffic),
        ]
    )
    func findsSecretsByClientRandom(name: String, label: KeyLogLine.Label, secret: String) throws {
        let (secrets, reading) = read("\(name) \(Self.random) \(secret)")
        let expected = try #require(Hexadecimal.bytes(of: Array(secret.utf8)[...]))
        #expect(secrets.secret(label, of: try key()) == expected)
        #expect(reading == TLSSecrets.Reading(secrets: 1, malformedLines: 0, refusedSecrets: 0))
        #expect(!secrets.isEmpty)
    }

    @Test(
        arguments: [
            "# CLIENT_RANDOM", "", "  ", "\r", "EXPORTER_SECRET \(random) \(traffic)",
            "EARLY_EXPORTER_SECRET \(random) \(traffic)", "ECH_SECRET \(random) \(traffic)",
        ]
    )
    func passesOverWhatDecryptsNothing(line: String) {
        let (secrets, reading) = read(line)
        #expect(secrets.isEmpty)
        #expect(reading == TLSSecrets.Reading(secrets: 0, malformedLines: 0, refusedSecrets: 0))
    }

    @Test(
        arguments: [
            "CLIENT_RANDOM", "CLIENT_RANDOM \(random)", "CLIENT_RANDOM \(random) \(traffic)", "\u{0}\u{1}\u{2}",
            "CLIENT_RANDOM \(random)00 \(master)", "CLIENT_RANDOM \(random) \(master.dropLast())g",
            "CLIENT_RANDOM \(random) \(master.dropLast())", "SOMETHING \(random) \(master)", "RSA 00 11",
            "CLIENT_TRAFFIC_SECRET_0 \(random) 0102", "RSA Session-ID:xx Master-Key:\(master)",
        ]
    )
    func countsWhatIsMalformed(line: String) {
        let (secrets, reading) = read(line)
        #expect(secrets.isEmpty)
        #expect(reading.malformedLines == 1)
    }

    @Test func readsAnyLineEndsAndKeepsTheLastOfSeveral() throws {
        let first = "CLIENT_RANDOM \(Self.random) \(String(repeating: "01", count: 48))"
        let (secrets, reading) = read("\(first)\r\njunk\r\n\r\nCLIENT_RANDOM\t\(Self.random)  \(Self.master) extra\r\n")
        #expect(secrets.secret(.masterSecret, of: try key()) == [UInt8](repeating: 0x5c, count: 48))
        #expect(reading == TLSSecrets.Reading(secrets: 2, malformedLines: 1, refusedSecrets: 0))
    }

    @Test func findsSecretsOfRSALines() throws {
        let id = String(repeating: "0b", count: 32)
        let (secrets, _) = read("RSA 0102030405060708 \(Self.master)\nRSA Session-ID:\(id) Master-Key:\(Self.master)\n")
        let expected = [UInt8](repeating: 0x5c, count: 48)
        #expect(secrets.premaster(encrypted: Array(1...128), version: 0x0303) == expected)
        #expect(secrets.master(resumedBy: [UInt8](repeating: 0x0b, count: 32)) == expected)
    }

    @Test func refusesMoreThanItsLimit() {
        var limits = CaptureLimits()
        limits.tlsSecrets = 2
        var secrets = TLSSecrets(limits: limits)
        let lines = (0..<5).map { index in
            "CLIENT_RANDOM \(String(repeating: "0\(index)", count: 32)) \(Self.master)\n"
        }
        let reading = secrets.add(keyLog: Array(lines.joined().utf8))
        #expect(reading == TLSSecrets.Reading(secrets: 2, malformedLines: 0, refusedSecrets: 3))
    }

    @Test func takesKeyLogsOfCapturesAndNothingElse() {
        var secrets = TLSSecrets()
        let line = Array("CLIENT_RANDOM \(Self.random) \(Self.master)".utf8)
        #expect(secrets.add(DecryptionSecrets(format: .init(rawValue: 0x5353_484b), bytes: line)) == nil)
        #expect(secrets.add(DecryptionSecrets(format: .tlsKeyLog, bytes: line))?.secrets == 1)
    }

    @Test func saysWhyAPrivateKeyIsRefused() throws {
        var secrets = TLSSecrets()
        for text in ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"] {
            #expect(throws: TLSSecretsError("there is no private key in PEM that can be read without a password")) {
                try secrets.add(privateKeyPEM: Array(text.utf8))
            }
        }
        let edwards = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
            -----END PRIVATE KEY-----
            """
        #expect(throws: TLSSecretsError("the private key is not an RSA key, and others decrypt nothing")) {
            try secrets.add(privateKeyPEM: Array(edwards.utf8))
        }
        #expect(secrets.isEmpty)
    }
}
