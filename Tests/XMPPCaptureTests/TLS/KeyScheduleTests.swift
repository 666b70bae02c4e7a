import Testing
import XMPPPrimitives

@testable import XMPPCapture

@Suite("Keys of TLS 1.3")
struct KeyScheduleTests {
    private func bytes(_ text: String) throws -> [UInt8] {
        try #require(Hexadecimal.bytes(of: Array(text.utf8)[...]))
    }

    @Test("Keys and vectors are those of RFC 8448 §3")
    func simpleHandshake() throws {
        let secret = try bytes("b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38")
        let expansion = try #require(KeySchedule.Expansion(of: secret, hash: .sha256))
        #expect(expansion.bytes("key", length: 16) == (try bytes("3fce516009c21727d0f2e4e86ee403bc")))
        #expect(expansion.bytes("iv", length: 12) == (try bytes("5d313eb2671276ee13000b30")))
    }

    @Test("As much can be derived as RFC 5869 §2.3 allows")
    func lengths() throws {
        let expansion = try #require(KeySchedule.Expansion(of: [UInt8](repeating: 7, count: 48), hash: .sha384))
        for length in [0, 1, 48, 49, 96, 200] {
            #expect(expansion.bytes("key", length: length)?.count == length)
        }
        #expect(expansion.bytes("key", length: 255 * 48 + 1) == nil)
    }
}
