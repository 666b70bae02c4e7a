import Testing

@testable import XMPPSASL

/// Whatever a man in the middle does to the server's messages, the client must not believe them.
struct SCRAMMutationTests {
    private static let limits = SCRAMLimits(minimumIterations: 1, maximumIterations: 10_000)

    /// An exchange that is right, of a single iteration so that it can be repeated a thousand times.
    private struct Exchange {
        let serverFirst: [UInt8]
        let clientFinal: [UInt8]
        let serverFinal: [UInt8]
    }

    private func client() throws -> SCRAMClient {
        let credentials = SCRAMClient.Credentials(username: "user", password: Secret("pencil"))
        var client = try SCRAMClient(.scramSHA1, credentials: credentials, nonce: "client", limits: Self.limits)
        _ = try client.start()
        return client
    }

    /// A server that has sent its challenge, and the challenge.
    private func server() throws -> (SCRAMServer, challenge: [UInt8]) {
        let salted = try SaltedPassword(password: Secret("pencil"), hash: .sha1, salt: "salt".bytes, iterations: 1)
        let context = ServerTests.context([.scramSHA1], confirmsOffer: false)
        var server = try SCRAMServer(.scramSHA1, context: context, nonce: "server")
        _ = try server.receive("n,,n=user,r=client".bytes)
        guard case .challenge(let challenge) = try server.answer(.scramKeys(SCRAMKeys(salted))) else {
            return (server, [])
        }
        return (server, challenge)
    }

    private func exchange() throws -> Exchange {
        var client = try client()
        var (server, challenge) = try server()
        let clientFinal = try client.respond(to: challenge)
        guard case .success(let success) = try server.receive(clientFinal), let data = success.data else {
            throw SASLError(.notAuthorized, "the exchange must be right")
        }
        return Exchange(serverFirst: challenge, clientFinal: clientFinal, serverFinal: data)
    }

    /// Every message that one changed, missing, doubled or inserted byte makes of this one.
    private static func mutations(of bytes: [UInt8]) -> Set<[UInt8]> {
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
        var client = try client()
        do {
            _ = try client.respond(to: first)
            try client.finish(with: final)
            return true
        } catch {
            return false
        }
    }

    @Test func theFirstMessageIsSigned() throws {
        let right = try exchange()
        #expect(try believes(right.serverFirst, right.serverFinal))
        for mutation in Self.mutations(of: right.serverFirst) {
            #expect(try !believes(mutation, right.serverFinal), "\(mutation.text)")
        }
    }

    @Test func theSignatureIsChecked() throws {
        let right = try exchange()
        for mutation in Self.mutations(of: right.serverFinal) {
            #expect(try !believes(right.serverFirst, mutation), "\(mutation.text)")
        }
    }

    @Test func theProofIsChecked() throws {
        for mutation in Self.mutations(of: try exchange().clientFinal) {
            var (server, _) = try server()
            if case .success = try? server.receive(mutation) {
                Issue.record("the server must not believe \(mutation.text)")
            }
        }
    }
}
