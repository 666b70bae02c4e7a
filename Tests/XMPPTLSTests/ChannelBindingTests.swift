import Testing

@testable import XMPPTLS

/// What ties an authentication to a connection, and how connections are resumed.
struct ChannelBindingTests {
    private func connect(
        version: TLSVersion,
        identity: String = "server",
        client: TLSContext? = nil,
        server: TLSContext? = nil,
        session: TLSSession? = nil,
        domain: String = "example.test"
    ) throws -> Pair {
        let pair = try Pair(
            client: client ?? Fixture.clientContext { $0.maximumVersion = version },
            server: server ?? Fixture.serverContext(identity),
            domain: domain,
            session: session
        )
        pair.run()
        return pair
    }

    @Test(arguments: TLSVersion.allCases)
    func bothSidesHaveTheSame(version: TLSVersion) throws {
        let first = try connect(version: version)
        let second = try connect(version: version)
        let bindings = try #require(first.clientSide.handshake?.channelBindings)
        #expect(bindings == first.serverSide.handshake?.channelBindings)
        #expect(bindings.exporter?.count == 32)
        #expect(bindings.unique?.count == (version == .tls12 ? 12 : nil))
        #expect(bindings.serverEndPoint == first.clientSide.handshake?.peerCertificate?.fingerprint)
        let others = try #require(second.clientSide.handshake?.channelBindings)
        #expect(bindings.exporter != others.exporter)
        #expect(version == .tls13 || bindings.unique != others.unique)
        #expect(bindings.serverEndPoint == others.serverEndPoint)
    }

    @Test func endPointUsesTheHashOfTheSignature() throws {
        let pair = try connect(version: .tls13, identity: "sha384")
        #expect(pair.clientSide.handshake?.channelBindings.serverEndPoint?.count == 48)
        #expect(
            pair.clientSide.handshake?.channelBindings.serverEndPoint
                == pair.serverSide.handshake?.channelBindings.serverEndPoint
        )
    }

    @Test func endPointIsUndefinedForEd25519() throws {
        let client = try Fixture.clientContext { $0.trust.onFailure = .askApplication }
        let pair = try connect(version: .tls13, identity: "edwards", client: client)
        pair.client.acceptCertificate()
        pair.run()
        let bindings = try #require(pair.clientSide.handshake?.channelBindings)
        #expect(bindings.serverEndPoint == nil)
        #expect(bindings.exporter != nil)
    }

    @Test(arguments: TLSVersion.allCases)
    func sessionsAreResumed(version: TLSVersion) throws {
        let client = try Fixture.clientContext { $0.maximumVersion = version }
        let server = try Fixture.serverContext()
        let first = try connect(version: version, client: client, server: server)
        let session = try #require(first.clientSide.sessions.last)
        #expect(!"\(session)".contains("\(session.encoded.first ?? 0)"))

        let second = try connect(version: version, client: client, server: server, session: session)
        let handshake = try #require(second.clientSide.handshake)
        #expect(handshake.isResumed)
        #expect(second.serverSide.handshake?.isResumed == true)
        #expect(handshake.peerCertificate?.fingerprint == first.clientSide.handshake?.peerCertificate?.fingerprint)
        #expect(handshake.channelBindings == second.serverSide.handshake?.channelBindings)
        #expect(handshake.channelBindings.exporter != first.clientSide.handshake?.channelBindings.exporter)
        #expect(handshake.channelBindings.unique?.count == (version == .tls12 ? 12 : nil))
        try second.client.send(plaintext: [7])
        second.run()
        #expect(second.serverSide.plaintext == [7])
    }

    /// A session must not make a certificate look better than it was.
    @Test(arguments: TLSVersion.allCases)
    func resumptionRemembersWhatWasFound(version: TLSVersion) throws {
        let client = try Fixture.clientContext {
            $0.maximumVersion = version
            $0.identities = [try Fixture.identity("expired")]
            $0.trust.onFailure = .askApplication
        }
        let server = try Fixture.serverContext("untrusted") { $0.clientCertificates = .requested }
        let first = try connect(version: version, client: client, server: server)
        first.client.acceptCertificate()
        first.run()
        #expect(first.serverSide.handshake?.peerCertificate?.failures.map(\.kind) == [.notCurrent])
        let session = try #require(first.clientSide.sessions.last)
        let second = try connect(version: version, client: client, server: server, session: session)
        #expect(second.serverSide.handshake?.isResumed == true)
        #expect(second.serverSide.handshake?.peerCertificate?.failures.map(\.kind) == [.notCurrent])
        #expect(second.clientSide.handshake?.peerCertificate?.failures.map(\.kind) == [.untrusted])
        #expect(second.clientSide.verdictsNeeded.isEmpty)
    }

    @Test func sessionsAreOfOneDomain() throws {
        let client = try Fixture.clientContext()
        let server = try Fixture.serverContext()
        let session = try #require(
            try connect(version: .tls13, client: client, server: server).clientSide.sessions.last
        )
        let elsewhere = try connect(
            version: .tls13,
            client: client,
            server: server,
            session: session,
            domain: "other.test"
        )
        #expect(elsewhere.clientSide.failure == .certificateRejected)
        let moved = TLSSession(domain: "a.rooms.example.test", encoded: session.encoded)
        let asked = try connect(
            version: .tls13,
            client: client,
            server: server,
            session: moved,
            domain: "example.test"
        )
        #expect(asked.clientSide.handshake?.isResumed == false)
    }

    @Test func brokenSessionsCostAFullHandshake() throws {
        let broken = TLSSession(domain: "example.test", encoded: [0x30, 0x82, 1])
        #expect(try connect(version: .tls13, session: broken).clientSide.handshake?.isResumed == false)
        // From another server, whose tickets this one cannot read.
        let foreign = try #require(try connect(version: .tls13).clientSide.sessions.last)
        #expect(try connect(version: .tls13, session: foreign).clientSide.handshake?.isResumed == false)
    }

    @Test(arguments: TLSVersion.allCases)
    func resumptionCanBeRefused(version: TLSVersion) throws {
        let client = try Fixture.clientContext {
            $0.maximumVersion = version
            $0.allowsResumption = false
        }
        #expect(try connect(version: version, client: client).clientSide.sessions.isEmpty)
        let server = try Fixture.serverContext { $0.allowsResumption = false }
        let pair = try connect(version: version, server: server)
        #expect(pair.clientSide.sessions.allSatisfy { _ in version == .tls12 })
        if let session = pair.clientSide.sessions.last {
            let again = try connect(version: version, server: server, session: session)
            #expect(again.clientSide.handshake?.isResumed == false)
        }
    }
}
