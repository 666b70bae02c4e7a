import Testing

@testable import XMPPSASL

/// Whatever a man in the middle does to the server's messages, the client must not believe them.
struct SCRAMMutationTests {
    private static let serverFirst = "r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096"
    private static let serverFinal = "v=rmF9pqV8S7suAoZWja4dJRkFsKQ="

    /// Every message that one changed, missing, doubled or inserted byte makes of this one.
    private static func mutations(of message: String) -> Set<[UInt8]> {
        let bytes = message.bytes
        var mutations: Set<[UInt8]> = []
        for index in bytes.indices {
            for replacement in [bytes[index] ^ 0x01, bytes[index] ^ 0x20, 0x2C, 0x3D, 0xFF] {
                var changed = bytes
                changed[index] = replacement
                mutations.insert(changed)
                changed.insert(bytes[index], at: index)
                mutations.insert(changed)
            }
            mutations.insert(Array(bytes[..<index] + bytes[(index + 1)...]))
            mutations.insert(Array(bytes[..<index]))
        }
        mutations.remove(bytes)
        return mutations
    }

    /// Runs a client against the two messages; returns whether it believes the server.
    private func believes(_ first: [UInt8], _ final: [UInt8]) throws -> Bool {
        var client = try SCRAMClient(
            .scramSHA1,
            credentials: .init(username: "user", password: Secret("pencil")),
            nonce: "fyko+d2lbbFgONRv9qkxdawL",
            limits: SCRAMLimits(minimumIterations: 1, maximumIterations: 10_000)
        )
        _ = try client.start()
        do {
            _ = try client.respond(to: first)
            try client.finish(with: final)
            return true
        } catch {
            return false
        }
    }

    @Test func theFirstMessageIsSigned() throws {
        #expect(try believes(Self.serverFirst.bytes, Self.serverFinal.bytes))
        for mutation in Self.mutations(of: Self.serverFirst) {
            #expect(try !believes(mutation, Self.serverFinal.bytes), "\(mutation.text)")
        }
    }

    @Test func theSignatureIsChecked() throws {
        for mutation in Self.mutations(of: Self.serverFinal) {
            #expect(try !believes(Self.serverFirst.bytes, mutation), "\(mutation.text)")
        }
    }

    @Test func theProofIsChecked() throws {
        let keys = try SCRAMKeys(
            SaltedPassword(
                password: Secret("pencil"),
                hash: .sha1,
                salt: try #require(Base64.decode("QSXCR+Q6sek8bf92")),
                iterations: 4096
            )
        )
        let clientFinal = "c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts="
        func accepts(_ message: [UInt8]) throws -> Bool {
            let context = ServerTests.context([.scramSHA1], confirmsOffer: false)
            var server = try SCRAMServer(.scramSHA1, context: context, nonce: "3rfcNHYJY1ZVvWVs7j")
            _ = try server.receive("n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL".bytes)
            _ = try server.answer(.scramKeys(keys))
            if case .success = try? server.receive(message) { return true }
            return false
        }
        #expect(try accepts(clientFinal.bytes))
        for mutation in Self.mutations(of: clientFinal) {
            #expect(try !accepts(mutation), "\(mutation.text)")
        }
    }
}
