import Testing

@testable import XMPPSASL

/// Complete and successful exchanges.
struct SCRAMClientTests {
    @Test func fixtureIsComplete() {
        #expect(SCRAMExchange.all.count == 18)
    }

    @Test(arguments: SCRAMExchange.all)
    func computesTheExchange(_ exchange: SCRAMExchange) throws {
        var client = try exchange.client()
        #expect(try client.start().text == exchange.clientFirst)
        #expect(try client.respond(to: exchange.serverFirst.bytes).text == exchange.clientFinal)
        #expect(client.saltedPassword == nil)
        try client.finish(with: exchange.serverFinal.bytes)
        #expect(client.saltedPassword?.key.bytes == [UInt8](hex: exchange.saltedPassword))
    }

    @Test(arguments: SCRAMExchange.all)
    func takesTheSignatureFromAChallenge(_ exchange: SCRAMExchange) throws {
        var client = try exchange.client()
        _ = try client.start()
        _ = try client.respond(to: exchange.serverFirst.bytes)
        #expect(try client.respond(to: exchange.serverFinal.bytes) == [])
        #expect(client.saltedPassword == nil)
        try client.finish(with: nil)
        #expect(client.saltedPassword != nil)
    }

    @Test(arguments: SCRAMExchange.all)
    func logsInAgainWithTheSaltedPassword(_ exchange: SCRAMExchange) throws {
        var client = try exchange.client()
        _ = try client.start()
        _ = try client.respond(to: exchange.serverFirst.bytes)
        try client.finish(with: exchange.serverFinal.bytes)
        let kept = client.saltedPassword
        var second = try exchange.client(saltedPassword: kept)
        _ = try second.start()
        #expect(try second.respond(to: exchange.serverFirst.bytes).text == exchange.clientFinal)
        try second.finish(with: exchange.serverFinal.bytes)
    }

    @Test(arguments: ["r=abcx,s=c2FsdA==,i=4097", "r=abcx,s=c2FsdHg=,i=4096", "r=abcx,s=c2Fs,i=4096"])
    func saltedPasswordIsUsedForItsSaltAndCountOnly(_ serverFirst: String) throws {
        let kept = try SaltedPassword(password: Secret("pencil"), hash: .sha1, salt: "salt".bytes, iterations: 4096)
        var onlyKept = try SCRAMClient(
            .scramSHA1,
            credentials: .init(username: "user", password: nil, saltedPassword: kept),
            nonce: "abc"
        )
        _ = try onlyKept.start()
        #expect(errorCode { () throws(SASLError) in try onlyKept.respond(to: serverFirst.bytes) } == .staleKeys)

        // With the password at hand the proof is that of a client that kept nothing.
        var both = try SCRAMClient(
            .scramSHA1,
            credentials: .init(username: "user", password: Secret("pencil"), saltedPassword: kept),
            nonce: "abc"
        )
        var fresh = try SCRAMClient(
            .scramSHA1,
            credentials: .init(username: "user", password: Secret("pencil")),
            nonce: "abc"
        )
        _ = try both.start()
        _ = try fresh.start()
        #expect(try both.respond(to: serverFirst.bytes) == (try fresh.respond(to: serverFirst.bytes)))
    }

    @Test func escapesNames() throws {
        var client = try SCRAMClient(
            .scramSHA1,
            credentials: .init(username: "a=b,c", password: Secret("x")),
            authorizationIdentity: "=,@example.org",
            nonce: "n"
        )
        #expect(try client.start().text == "n,a==3D=2C@example.org,n=a=3Db=2Cc,r=n")
    }

    @Test(arguments: [
        (ChannelBindingUse.unsupported, "n,,n=user,r=n", "c=biws,"),
        (ChannelBindingUse.notOffered, "y,,n=user,r=n", "c=eSws,"),
    ])
    func sendsNoBindingDataUnlessBound(use: ChannelBindingUse, first: String, final: String) throws {
        var client = try SCRAMClient(
            .scramSHA1,
            credentials: .init(username: "user", password: Secret("pencil")),
            binding: use,
            nonce: "n"
        )
        #expect(try client.start().text == first)
        #expect(try client.respond(to: "r=nm,s=c2FsdA==,i=4096".bytes).text.hasPrefix(final))
    }

    /// A salt is bytes, and keys longer than a block of the hash are hashed first.
    @Test(arguments: [
        ("AAECAw==", 6, HashFunction.sha1), ("cwBh", 6, .sha256), ("c2FsdA==", 100, .sha512),
        ("c2FsdA==", 200, .sha512),
        ("c2FsdA==", 100, .sha3512), ("c2FsdA==", 65, .sha1),
    ])
    func provesTheKeyThatTheServerStores(salt: String, passwordLength: Int, hash: HashFunction) throws {
        let password = Secret(String(repeating: "p", count: passwordLength))
        let mechanism = try #require(SASLMechanism.supported.last { $0.scramHash == hash })
        var client = try SCRAMClient(mechanism, credentials: .init(username: "u", password: password), nonce: "n")
        let clientFirst = try client.start().text
        let serverFirst = "r=nm,s=\(salt),i=4096"
        let clientFinal = try client.respond(to: serverFirst.bytes).text
        let split = try #require(clientFinal.range(of: ",p="))

        // The server's check, RFC 5802 §3, from the stored key alone.
        let salted = try SaltedPassword(
            password: password,
            hash: hash,
            salt: try #require(Base64.decode(salt)),
            iterations: 4096
        )
        let keys = try SCRAMKeys(salted)
        let message = "\(clientFirst.dropFirst(3)),\(serverFirst),\(clientFinal[..<split.lowerBound])"
        let signature = try hash.authenticationCode(for: message.bytes, key: keys.storedKey)
        let proof = Secret(try #require(Base64.decode(clientFinal[split.upperBound...])))
        let clientKey = Secret(proof.exclusiveOr(signature))
        #expect(try SCRAMKeys.storedKey(of: clientKey, hash: hash).matches(keys.storedKey))
    }
}
