import Testing

@testable import XMPPTLS

/// Which certificates are accepted, and what becomes of the others.
struct CertificateTests {
    private func connect(
        _ identity: String,
        domain: String = "example.test",
        version: TLSVersion = .tls13,
        time: Int64 = Pair.time,
        trust: TLSTrust? = nil
    ) throws -> Pair {
        let pair = try Pair(
            client: Fixture.clientContext {
                $0.maximumVersion = version
                if let trust { $0.trust = trust }
            },
            server: Fixture.serverContext(identity),
            domain: domain,
            time: time
        )
        pair.run()
        return pair
    }

    @Test(arguments: [
        ("server", "example.test"), ("server", "EXAMPLE.test"), ("server", "example.test."),
        ("server", "a.rooms.example.test"), ("server", "192.0.2.7"), ("server", "2001:db8::7"),
        ("srv", "example.test"), ("address", "example.test"), ("common-name", "example.test"),
        ("sha384", "example.test"), ("other", "other.test"),
    ])
    func accepted(identity: String, domain: String) throws {
        let pair = try connect(identity, domain: domain)
        #expect(pair.clientSide.handshake?.peerCertificate?.failures == [])
        #expect(pair.serverSide.handshake != nil)
    }

    @Test(arguments: [
        ("server", "a.b.rooms.example.test", PeerCertificate.Failure.Kind.wrongName),
        ("server", "rooms.example.test", .wrongName), ("server", "xexample.test", .wrongName),
        ("server", "192.0.2.8", .wrongName), ("srv", "other.test", .wrongName), ("address", "juliet", .wrongName),
        ("hidden-common-name", "example.test", .wrongName), ("nul", "example.test", .wrongName),
        ("expired", "example.test", .notCurrent), ("untrusted", "example.test", .untrusted),
        ("edwards", "example.test", .untrusted),
    ])
    func rejected(identity: String, domain: String, kind: PeerCertificate.Failure.Kind) throws {
        for version in TLSVersion.allCases {
            let pair = try connect(identity, domain: domain, version: version)
            #expect(pair.clientSide.handshake == nil)
            #expect(pair.clientSide.failure == .certificateRejected)
            #expect(pair.serverSide.failure == .alertReceived)

            let asked = try connect(identity, domain: domain, trust: Fixture.trust(onFailure: .askApplication))
            #expect(asked.clientSide.verdictsNeeded.map { $0.failures.map(\.kind) } == [[kind]])
            #expect(asked.clientSide.handshake == nil)
        }
    }

    @Test func everythingThatIsWrongIsSaid() throws {
        let pair = try connect("expired", domain: "other.test")
        guard case .failed(let error)? = pair.clientSide.closures.last else {
            Issue.record("the certificate must be rejected")
            return
        }
        #expect(error.reason.contains("certificate has expired"))
        #expect(error.reason.contains("not a certificate for other.test"))
        guard case .failed(let alert)? = pair.serverSide.closures.last else { return }
        #expect("\(alert)".contains("certificate expired"))
    }

    @Test func timeIsAnInput() throws {
        // 2020-01-15 and 2019-06-01.
        #expect(try connect("expired", time: 1_579_046_400).clientSide.handshake != nil)
        #expect(try connect("server", time: 1_559_347_200).clientSide.failure == .certificateRejected)
    }

    @Test(arguments: TLSVersion.allCases)
    func theApplicationDecides(version: TLSVersion) throws {
        let trust = try Fixture.trust(onFailure: .askApplication)
        let accepted = try connect("untrusted", version: version, trust: trust)
        #expect(accepted.clientSide.verdictsNeeded.count == 1)
        #expect(accepted.serverSide.handshake == nil)
        accepted.client.acceptCertificate()
        accepted.run()
        #expect(accepted.clientSide.handshake?.peerCertificate?.failures.map(\.kind) == [.untrusted])
        try accepted.client.send(plaintext: [1])
        accepted.run()
        #expect(accepted.serverSide.plaintext == [1])

        let rejected = try connect("untrusted", version: version, trust: trust)
        rejected.client.rejectCertificate()
        rejected.run()
        #expect(rejected.clientSide.failure == .certificateRejected)
        #expect(rejected.serverSide.failure == .alertReceived)
        // Too late.
        rejected.client.acceptCertificate()
        rejected.run()
        #expect(rejected.clientSide.handshake == nil)
    }

    @Test func waitingForTheApplicationIsBounded() throws {
        let pair = try connect("untrusted", trust: Fixture.trust(onFailure: .askApplication))
        for _ in 0..<40 { pair.client.receive(ciphertext: [UInt8](repeating: 0x17, count: 10_000)) }
        pair.run()
        #expect(pair.clientSide.failure == .limitExceeded)
    }

    @Test func answersWithoutAQuestionChangeNothing() throws {
        let pair = try Pair(client: Fixture.clientContext(), server: Fixture.serverContext("untrusted"))
        pair.client.acceptCertificate()
        pair.run()
        #expect(pair.clientSide.failure == .certificateRejected)
    }

    @Test func pinningReplacesEverythingElse() throws {
        let known = try connect("server").clientSide.handshake?.peerCertificate?.fingerprint
        let pins = TLSTrust(pinnedCertificates: [try #require(known)])
        #expect(try connect("server", domain: "unrelated.test", trust: pins).clientSide.handshake != nil)
        let other = try connect("other", domain: "other.test", trust: pins)
        #expect(other.clientSide.failure == .certificateRejected)
        var asking = pins
        asking.onFailure = .askApplication
        let asked = try connect("sha384", trust: asking)
        #expect(asked.clientSide.verdictsNeeded.first?.failures.map(\.kind) == [.notPinned])
    }

    @Test(arguments: TLSVersion.allCases)
    func clientCertificates(version: TLSVersion) throws {
        func connect(_ policy: TLSConfiguration.ClientCertificates, _ identity: String?) throws -> Pair {
            let pair = try Pair(
                client: Fixture.clientContext {
                    $0.maximumVersion = version
                    if let identity { $0.identities = [try Fixture.identity(identity)] }
                },
                server: Fixture.serverContext { $0.clientCertificates = policy }
            )
            pair.run()
            return pair
        }
        #expect(try connect(.notRequested, "juliet").serverSide.handshake?.peerCertificate == nil)
        for policy in [TLSConfiguration.ClientCertificates.requested, .required] {
            let juliet = try connect(policy, "juliet").serverSide.handshake?.peerCertificate
            #expect(juliet?.names.xmppAddresses == ["juliet@example.test"])
            #expect(juliet?.failures == [])
        }
        let stranger = try connect(.requested, "untrusted").serverSide.handshake?.peerCertificate
        #expect(stranger?.failures.map(\.kind) == [.untrusted])
        #expect(try connect(.requested, nil).serverSide.handshake?.peerCertificate == nil)
        #expect(try connect(.required, "untrusted").serverSide.failure == .certificateRejected)
        #expect(try connect(.required, nil).serverSide.failure == .protocolFailure)
    }

    @Test func configurationsThatCannotWork() throws {
        func code(_ make: () throws -> Void) -> TLSError.Code? {
            do {
                try make()
                return nil
            } catch {
                return (error as? TLSError)?.code
            }
        }
        let server = try Fixture.bytes("server.pem")
        let other = try Fixture.bytes("other.pem")
        let encrypted = try Fixture.bytes("other-encrypted-key.pem")
        let failing: [() throws -> Void] = [
            { _ = try TLSIdentity(certificateChain: server, privateKey: other) },
            { _ = try TLSIdentity(certificateChain: [], privateKey: other) },
            { _ = try TLSIdentity(certificateChain: other, privateKey: []) },
            { _ = try TLSIdentity(certificateChain: Array(other.prefix(200)), privateKey: other) },
            { _ = try TLSIdentity(certificateChain: other, privateKey: encrypted) },
            { _ = try TLSIdentity(certificateChain: other, privateKey: encrypted, passphrase: [0x78]) },
            { _ = try TLSContext(.server, configuration: TLSConfiguration()) },
            { _ = try Fixture.clientContext { $0.applicationProtocols = [""] } },
            { _ = try Fixture.clientContext { $0.trust.anchors = .pem([]) } },
            { _ = try Fixture.clientContext { $0.trust.anchors = .file("/nowhere/at/all.pem") } },
            { _ = try Fixture.clientContext { $0.trust.pinnedCertificates = [[1]] } },
            {
                _ = try Fixture.clientContext {
                    $0.minimumVersion = .tls13
                    $0.maximumVersion = .tls12
                }
            },
            { _ = try ReferenceIdentity(domain: "") },
            { _ = try ReferenceIdentity(domain: "b\u{FC}cher.test") },
        ]
        for (index, make) in failing.enumerated() {
            #expect(code(make) == .invalidConfiguration, "number \(index)")
        }
        let secret = Array("secret".utf8)
        #expect(code { _ = try TLSIdentity(certificateChain: other, privateKey: encrypted, passphrase: secret) } == nil)
        #expect(code { _ = try Fixture.clientContext { $0.trust.anchors = .system } } == nil)
    }
}
