import Testing

@testable import XMPPTLS

/// Connections that work, and how they end.
struct TLSEngineTests {
    @Test(arguments: TLSVersion.allCases, [1, 7, Int.max])
    func carriesPlaintextBothWays(version: TLSVersion, chunk: Int) throws {
        let pair = try Pair(
            client: Fixture.clientContext { $0.maximumVersion = version },
            server: Fixture.serverContext(),
            chunk: chunk
        )
        pair.run()
        let handshake = try #require(pair.clientSide.handshake)
        #expect(handshake.version == version)
        #expect(handshake.cipherSuite.hasPrefix("TLS_"))
        #expect(!handshake.isResumed)
        #expect(handshake.applicationProtocol == nil)
        #expect(handshake.peerCertificate?.failures == [])
        #expect(handshake.peerCertificate?.chain.count == 2)
        #expect(handshake.peerCertificate?.notBefore == 1_577_836_800)
        #expect(handshake.peerCertificate?.notAfter == 4_733_510_400)
        #expect(pair.serverSide.handshake?.version == version)
        #expect(pair.serverSide.handshake?.serverName == "example.test")
        #expect(pair.serverSide.handshake?.peerCertificate == nil)

        // More than a record, and more than one read.
        let question = (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }
        try pair.client.send(plaintext: question)
        pair.run()
        #expect(pair.serverSide.plaintext == question)
        try pair.server.send(plaintext: [1, 2, 3])
        try pair.server.send(plaintext: [])
        try pair.server.send(plaintext: [4])
        pair.run()
        #expect(pair.clientSide.plaintext == [1, 2, 3, 4])
        #expect(pair.clientSide.closures.isEmpty && pair.serverSide.closures.isEmpty)
    }

    @Test(arguments: TLSVersion.allCases)
    func closesOneWayAfterTheOther(version: TLSVersion) throws {
        let pair = try Pair(
            client: Fixture.clientContext { $0.maximumVersion = version },
            server: Fixture.serverContext()
        )
        pair.run()
        pair.client.close()
        #expect(!pair.client.isWritable)
        #expect(throws: TLSError.self) { try pair.client.send(plaintext: [1]) }
        pair.run()
        #expect(pair.serverSide.closures == [.closeNotify])
        // The other direction is still open.
        try pair.server.send(plaintext: [9])
        pair.server.close()
        pair.server.close()
        pair.run()
        #expect(pair.clientSide.plaintext == [9])
        #expect(pair.clientSide.closures == [.closeNotify])
        pair.client.receiveEndOfTransport()
        pair.server.receiveEndOfTransport()
        pair.run()
        #expect(pair.clientSide.closures == [.closeNotify])
        #expect(pair.serverSide.closures == [.closeNotify])
    }

    @Test func truncationIsNotAClose() throws {
        let pair = try Pair(client: Fixture.clientContext(), server: Fixture.serverContext())
        pair.client.receiveEndOfTransport()
        pair.run()
        #expect(pair.clientSide.closures == [.truncated])

        let later = try Pair(client: Fixture.clientContext(), server: Fixture.serverContext())
        later.run()
        try later.client.send(plaintext: [1])
        later.run()
        later.server.receiveEndOfTransport()
        later.server.receiveEndOfTransport()
        later.run()
        #expect(later.serverSide.plaintext == [1])
        #expect(later.serverSide.closures == [.truncated])
        #expect(throws: TLSError.self) { try later.server.send(plaintext: [1]) }
    }

    @Test func closingBeforeTheHandshakeEndsTheConnection() throws {
        let pair = try Pair(client: Fixture.clientContext(), server: Fixture.serverContext())
        #expect(throws: TLSError.self) { try pair.client.send(plaintext: [1]) }
        pair.client.close()
        pair.run()
        #expect(pair.clientSide.handshake == nil)
    }

    @Test func damagedRecordIsRefusedAndAnswered() throws {
        let pair = try Pair(client: Fixture.clientContext(), server: Fixture.serverContext())
        pair.run()
        try pair.client.send(plaintext: [1, 2, 3])
        guard case .ciphertext(var record)? = pair.client.nextOutput() else {
            Issue.record("there must be a record")
            return
        }
        record[record.count - 1] ^= 1
        pair.server.receive(ciphertext: record)
        pair.run()
        #expect(pair.serverSide.plaintext.isEmpty)
        #expect(pair.serverSide.failure == .protocolFailure)
        #expect(pair.clientSide.failure == .alertReceived)
        guard case .failed(let error)? = pair.clientSide.closures.last else { return }
        #expect("\(error)".contains("bad record mac"))
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\n\r\n", "<stream:stream xmlns='jabber:client'>", "\u{16}\u{3}\u{1}\u{7F}\u{7F}",
    ])
    func somethingElseThanTLS(_ text: String) throws {
        let server = try TLSEngine(serverOf: Fixture.serverContext())
        server.receive(ciphertext: Array(text.utf8) + [UInt8](repeating: 0x20, count: 40_000))
        var side = Pair.Side()
        while let output = server.nextOutput() {
            if case .ciphertext = output { continue }
            side.take(output)
        }
        #expect(side.failure == .protocolFailure)
        server.receive(ciphertext: [1])
        #expect(server.nextOutput() == nil)
    }

    @Test func randomBytesNeverTrap() throws {
        let context = try Fixture.serverContext()
        var generator = SplitMix(state: 1)
        for _ in 0..<500 {
            let server = try TLSEngine(serverOf: context)
            let head: [UInt8] = [0x16, 3, 1, 0, UInt8.random(in: 4...255, using: &generator), 1, 0, 0]
            server.receive(ciphertext: head + (0..<300).map { _ in UInt8.random(in: 0...255, using: &generator) })
            server.receiveEndOfTransport()
            while server.nextOutput() != nil {}
            #expect(!server.isWritable)
        }
    }

    /// Whoever changes a byte of the server's handshake ends it.
    @Test(arguments: TLSVersion.allCases)
    func tamperingIsNoticed(version: TLSVersion) throws {
        let client = try Fixture.clientContext { $0.maximumVersion = version }
        let server = try Fixture.serverContext()
        var generator = SplitMix(state: 2)
        for _ in 0..<100 {
            let pair = try Pair(client: client, server: server)
            guard case .ciphertext(let hello)? = pair.client.nextOutput() else { continue }
            pair.server.receive(ciphertext: hello)
            guard case .ciphertext(var flight)? = pair.server.nextOutput() else { continue }
            let position = try #require(Self.authenticated(in: flight).randomElement(using: &generator))
            flight[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            pair.client.receive(ciphertext: flight)
            pair.run()
            #expect(pair.clientSide.handshake == nil)
        }
    }

    /// The places of the bytes that the handshake vouches for: what its records hold, but for those that only change
    /// the cipher (RFC 8446 §5).
    private static func authenticated(in flight: [UInt8]) -> [Int] {
        var positions: [Int] = []
        var start = 0
        while start + 5 <= flight.count {
            let end = start + 5 + (Int(flight[start + 3]) << 8 | Int(flight[start + 4]))
            if flight[start] != 20 { positions += (start + 5)..<end }
            start = end
        }
        return positions
    }

    @Test func noVersionInCommon() throws {
        let pair = try Pair(
            client: Fixture.clientContext { $0.maximumVersion = .tls12 },
            server: Fixture.serverContext { $0.minimumVersion = .tls13 }
        )
        pair.run()
        #expect(pair.serverSide.failure == .protocolFailure)
        #expect(pair.clientSide.failure == .alertReceived)
    }

    @Test func agreesOnTheProtocolTheServerPrefers() throws {
        let server = try Fixture.serverContext { $0.applicationProtocols = ["xmpp-server", "xmpp-client"] }
        func agreed(_ offer: [String]) throws -> Pair {
            let pair = try Pair(client: Fixture.clientContext { $0.applicationProtocols = offer }, server: server)
            pair.run()
            return pair
        }
        let both = try agreed(["xmpp-client", "xmpp-server"])
        #expect(both.clientSide.handshake?.applicationProtocol == "xmpp-server")
        #expect(both.serverSide.handshake?.applicationProtocol == "xmpp-server")
        #expect(try agreed(["h2", "xmpp-client"]).clientSide.handshake?.applicationProtocol == "xmpp-client")
        let none = try agreed([])
        #expect(none.clientSide.handshake != nil && none.clientSide.handshake?.applicationProtocol == nil)
        let foreign = try agreed(["h2", "xmpp-clien"])
        #expect(foreign.clientSide.failure == .alertReceived)
        guard case .failed(let error)? = foreign.clientSide.closures.last else { return }
        #expect("\(error)".contains("no application protocol"))
    }

    @Test func serverPicksTheIdentityThatIsAskedFor() throws {
        let server = try Fixture.serverContext("other") { $0.identities.append(try Fixture.identity("server")) }
        for (domain, name) in [("example.test", "server"), ("a.rooms.example.test", "server"), ("other.test", "other")]
        {
            let pair = try Pair(client: Fixture.clientContext(), server: server, domain: domain)
            pair.run()
            #expect(pair.clientSide.handshake?.peerCertificate?.names.commonName == name)
        }
        let unknown = try Pair(client: Fixture.clientContext(), server: server, domain: "unknown.test")
        unknown.run()
        #expect(unknown.clientSide.failure == .certificateRejected)
        #expect(unknown.serverSide.failure == .alertReceived)
    }

    @Test(arguments: TLSVersion.allCases)
    func keyLogIsWrittenOnRequest(version: TLSVersion) throws {
        let pair = try Pair(
            client: Fixture.clientContext {
                $0.maximumVersion = version
                $0.exportsKeyLog = true
            },
            server: Fixture.serverContext()
        )
        pair.run()
        let labels = pair.clientSide.keyLog.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(labels.contains(version == .tls12 ? "CLIENT_RANDOM" : "CLIENT_TRAFFIC_SECRET_0"))
        #expect(pair.serverSide.keyLog.isEmpty)
    }

    @Test func contextOfTheOtherRole() throws {
        let reference = try ReferenceIdentity(domain: "example.test")
        #expect(throws: TLSError.self) { try TLSEngine(serverOf: Fixture.clientContext()) }
        #expect(throws: TLSError.self) { try TLSEngine(clientOf: Fixture.serverContext(), reference: reference) }
    }

    @Test func oneContextServesManyTasks() async throws {
        let (client, server) = (try Fixture.clientContext(), try Fixture.serverContext())
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                group.addTask {
                    guard let pair = try? Pair(client: client, server: server, chunk: 100 + index) else { return false }
                    pair.run()
                    return pair.clientSide.handshake != nil && pair.serverSide.handshake != nil
                }
            }
            for await succeeded in group { #expect(succeeded) }
        }
    }
}

/// A small generator with a seed, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
