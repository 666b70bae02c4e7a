import Testing
import XMPPPrimitives

@testable import XMPPCapture

@Suite("Keys that come too late")
struct LateKeysTests {
    private static func keyLog(_ random: UInt8) -> DecryptionSecrets {
        let digits = Hexadecimal.text(of: [UInt8](repeating: random, count: 32))
        let secret = String(repeating: "ab", count: 32)
        let line = "SERVER_HANDSHAKE_TRAFFIC_SECRET \(digits) \(secret)\nCLIENT_TRAFFIC_SECRET_0 \(digits) \(secret)\n"
        return DecryptionSecrets(format: .tlsKeyLog, bytes: Array(line.utf8))
    }

    private static func random(_ byte: UInt8) -> ClientRandom? {
        ClientRandom([UInt8](repeating: byte, count: 32)[...])
    }

    @Test("Each session is told once, and others never")
    func once() throws {
        var keys = LateKeys()
        keys.miss(try #require(Self.random(7)), of: 3)
        #expect(keys.connections(in: Self.keyLog(8)) == [])
        #expect(keys.connections(in: Self.keyLog(7)) == [3])
        #expect(keys.connections(in: Self.keyLog(7)) == [])
    }
}
