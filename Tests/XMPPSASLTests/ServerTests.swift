import Testing

@testable import XMPPSASL

/// The server's machines, mostly against the client's.
struct ServerTests {
    static let decoy = SCRAMDecoy(seed: Secret("the seed of the tests"), iterations: 4096)

    static func context(
        _ mechanisms: [SASLMechanism],
        bindings: [ChannelBinding] = [],
        confirmsOffer: Bool = true
    ) -> SASLServerContext {
        SASLServerContext(
            offer: SASLAdvertisement(mechanisms: mechanisms),
            bindings: bindings,
            decoy: decoy,
            confirmsOffer: confirmsOffer
        )
    }

    static func keys(_ password: String, _ hash: HashFunction) throws -> SCRAMKeys {
        try SCRAMKeys(SaltedPassword(password: Secret(password), hash: hash, salt: "salt".bytes, iterations: 4096))
    }

    /// The server's messages are those of the fixture, given its salt, count and nonce.
    @Test(arguments: SCRAMExchange.all)
    func computesTheExchange(_ exchange: SCRAMExchange) throws {
        let first = try SCRAMServerFirst(
            parsing: exchange.serverFirst.bytes,
            clientNonce: exchange.nonce,
            limits: SCRAMLimits()
        )
        guard first.extensions.isEmpty else { return }
        let hash = try #require(exchange.mechanism.scramHash)
        let salted = try SaltedPassword(
            password: Secret(exchange.password),
            hash: hash,
            salt: first.salt,
            iterations: first.iterations
        )
        let bindings: [ChannelBinding] = if case .bound(let binding) = exchange.binding { [binding] } else { [] }
        var server = try SCRAMServer(
            exchange.mechanism,
            context: Self.context([exchange.mechanism], bindings: bindings, confirmsOffer: false),
            nonce: String(first.nonce.dropFirst(exchange.nonce.count))
        )
        guard case .question(.scramKeys(let username, hash)) = try server.receive(exchange.clientFirst.bytes) else {
            Issue.record("the server must ask for keys")
            return
        }
        #expect(username == exchange.username)
        guard case .challenge(let challenge) = try server.answer(.scramKeys(SCRAMKeys(salted))) else {
            Issue.record("the server must challenge")
            return
        }
        #expect(challenge.text == exchange.serverFirst)
        guard case .success(let success) = try server.receive(exchange.clientFinal.bytes) else {
            Issue.record("the client must be accepted")
            return
        }
        #expect(success.username == exchange.username)
        #expect(success.authorizationIdentity == exchange.authorizationIdentity)
        #expect(success.data?.text == exchange.serverFinal)
    }

    /// Runs a client against a server until one of them has an end to report.
    static func run(
        _ client: inout any SASLClient,
        _ server: inout any SASLServer,
        sendsInitialResponse: Bool = true,
        answer: (SASLServerQuestion) throws -> SASLServerAnswer
    ) throws -> AuthenticatedClient {
        let initial = try client.start()
        var step = try server.receive(sendsInitialResponse ? initial : nil)
        var isFirstChallenge = !sendsInitialResponse
        while true {
            switch step {
            case .challenge(let challenge):
                let response = isFirstChallenge ? initial : try client.respond(to: challenge)
                isFirstChallenge = false
                step = try server.receive(response)
            case .question(let question):
                step = try server.answer(try answer(question))
            case .success(let success):
                try client.finish(with: success.data)
                return success
            }
        }
    }

    static func answer(_ question: SASLServerQuestion) throws -> SASLServerAnswer {
        switch question {
        case .scramKeys("juliet", let hash): .scramKeys(try keys("r0m30", hash ?? .sha512))
        case .scramKeys: .scramKeys(nil)
        case .hashedTokens("juliet", _): .hashedTokens([Secret("other"), Secret("token")])
        case .hashedTokens: .hashedTokens([])
        case .bearerToken(let token, _) where token.matches(Secret("token")): .user("juliet")
        case .bearerToken: .tokenRefused(status: "{}".bytes)
        case .certificate(nil), .certificate("juliet@example.test"): .user("juliet")
        case .certificate: .refused
        }
    }

    static func credentials(_ username: String, _ secret: String) -> SASLCredentials {
        var credentials = SASLCredentials(username: username, password: Secret(secret))
        credentials.bearerToken = Secret(secret)
        credentials.hasClientCertificate = true
        credentials.isAnonymous = true
        return credentials
    }

    /// The client for one mechanism of an offer of all, and the server for it.
    static func pair(
        _ mechanism: SASLMechanism,
        _ username: String,
        _ secret: String,
        identity: String? = nil
    ) throws -> (any SASLClient, any SASLServer) {
        let bindings = [
            try ChannelBinding(.tlsExporter, data: Array(0..<32)), try ChannelBinding(.tlsUnique, data: Array(0..<12)),
            try ChannelBinding(.tlsServerEndPoint, data: Array(32..<64)),
        ]
        var offer = SASLAdvertisement(mechanisms: SASLMechanism.supported)
        offer.channelBindingTypes = bindings.map(\.type)
        var credentials = credentials(username, secret)
        credentials.authorizationIdentity = identity
        credentials.hashedToken = (mechanism, Secret(secret))
        let selection = try MechanismSelection(
            from: offer,
            isEncrypted: true,
            bindings: bindings,
            credentials: credentials,
            policy: MechanismPolicy(permitted: [mechanism])
        )
        let client = try selection.makeClient(credentials: credentials, nonce: "client-nonce")
        let context = SASLServerContext(offer: offer, bindings: bindings, decoy: decoy)
        return (client, try #require(context.makeServer(for: mechanism, nonce: "server-nonce")))
    }

    @Test(arguments: SASLMechanism.supported, [true, false])
    func bothSidesUnderstandEachOther(mechanism: SASLMechanism, sendsInitialResponse: Bool) throws {
        let isToken = mechanism.isHashedToken || mechanism == .oauthBearer
        var (client, server) = try Self.pair(mechanism, "juliet", isToken ? "token" : "r0m30")
        let success = try Self.run(
            &client,
            &server,
            sendsInitialResponse: sendsInitialResponse,
            answer: Self.answer
        )
        #expect(success.username == (mechanism == .anonymous ? nil : "juliet"))
        #expect(success.tokenIndex == (mechanism.isHashedToken ? 1 : nil))
    }

    @Test(arguments: SASLMechanism.supported.filter { ![.anonymous, .external].contains($0) }, ["juliet", "stranger"])
    func wrongSecretsAndStrangersFailAlike(mechanism: SASLMechanism, username: String) throws {
        var (client, server) = try Self.pair(mechanism, username, username == "juliet" ? "wrong" : "r0m30")
        #expect {
            _ = try Self.run(&client, &server, answer: Self.answer)
        } throws: { error in
            (error as? SASLError)?.failureCondition == .notAuthorized
        }
        #expect(errorCode { () throws(SASLError) in try server.receive([1]) } == .notAuthorized)
    }

    @Test(arguments: [SASLMechanism.external, .plain, .oauthBearer, .scramSHA256])
    func authorizationIdentitiesArrive(mechanism: SASLMechanism) throws {
        let identity = "juliet@example.test"
        let secret = mechanism == .oauthBearer ? "token" : "r0m30"
        var (client, server) = try Self.pair(mechanism, "juliet", secret, identity: identity)
        #expect(try Self.run(&client, &server, answer: Self.answer).authorizationIdentity == identity)
    }

    @Test func certificateOfSomeoneElse() throws {
        var (client, server) = try Self.pair(.external, "juliet", "", identity: "romeo@example.test")
        #expect(throws: SASLError.self) { try Self.run(&client, &server, answer: Self.answer) }
    }

    @Test func strangersHaveSaltsThatStay() throws {
        func salt(_ name: String) throws -> [UInt8] { try Self.decoy.keys(for: name, hash: .sha1).salt }
        #expect(try salt("a") == salt("a"))
        #expect(try salt("a") != salt("b"))
        #expect(try salt("a").count == 16)
    }

    @Test(arguments: [
        ("", SASLError.Code.malformedMessage), ("n,", .malformedMessage), ("n=user,r=n", .malformedMessage),
        ("x,,n=user,r=n", .malformedMessage), ("p=,,n=user,r=n", .malformedMessage),
        ("N,,n=user,r=n", .malformedMessage),
        ("n,a=,n=user,r=n", .invalidAuthorizationIdentity), ("n,b=x,n=user,r=n", .invalidAuthorizationIdentity),
        ("n,a=x=y,n=user,r=n", .invalidAuthorizationIdentity), ("n,,n=,r=n", .malformedMessage),
        ("n,,n=us=er,r=n", .malformedMessage), ("n,,n=us=2cer,r=n", .malformedMessage),
        ("n,,r=n,n=user", .malformedMessage),
        ("n,,n=user", .malformedMessage), ("n,,n=user,r=", .malformedMessage), ("n,,n=user,r=a b", .malformedMessage),
        ("n,,m=x,n=user,r=n", .mandatoryExtension), ("n,,n=user,r=n,m=x", .mandatoryExtension),
        ("n,,n=user,r=n,r=m", .malformedMessage), ("n,,n=us\u{7}er,r=n", .unpreparableCredentials),
        ("p=tls-unique,,n=user,r=n", .malformedMessage), ("y,,n=user,r=n", .channelBindingStripped),
    ])
    func refusesTheFirstMessage(message: String, code: SASLError.Code) throws {
        let context = Self.context([.scramSHA1, .scramSHA1Plus])
        var server = try SCRAMServer(.scramSHA1, context: context, nonce: "s")
        #expect(errorCode { () throws(SASLError) in try server.receive(message.bytes) } == code)
        #expect(errorCode { () throws(SASLError) in try server.receive("n,,n=user,r=n".bytes) } == code)
    }

    /// RFC 5802 §6: the flag `y` is in order where no mechanism that binds was offered.
    @Test func bindingFlagIsComparedWithTheOffer() throws {
        var server = try SCRAMServer(.scramSHA1, context: Self.context([.scramSHA1]), nonce: "s")
        guard case .question = try server.receive("y,,n=user,r=n".bytes) else {
            Issue.record("the client must be believed")
            return
        }
        for first in ["n,,n=user,r=n", "y,,n=user,r=n"] {
            server = try SCRAMServer(.scramSHA1Plus, context: Self.context([.scramSHA1Plus]), nonce: "s")
            #expect(errorCode { () throws(SASLError) in try server.receive(first.bytes) } == .malformedMessage)
        }
        server = try SCRAMServer(.scramSHA1Plus, context: Self.context([.scramSHA1Plus]), nonce: "s")
        let unknown = errorCode { () throws(SASLError) in try server.receive("p=tls-unique,,n=user,r=n".bytes) }
        #expect(unknown == .channelBindingMismatch)
    }

    @Test(arguments: [
        ("c=biws,r=n", SASLError.Code.malformedMessage), ("c=biws,r=ns,p=", .malformedMessage),
        ("c=biws,r=ns,p=%P,x=1", .malformedMessage), ("c=eSws,r=ns,p=%P", .channelBindingMismatch),
        ("c=biwsAA==,r=ns,p=%P", .channelBindingMismatch), ("c=biws,r=nt,p=%P", .nonceMismatch),
        ("c=biws,r=n,p=%P", .nonceMismatch), ("r=ns,c=biws,p=%P", .malformedMessage),
        ("c=biws,r=ns,p=AAAA", .notAuthorized), ("c=biws,r=ns,p=%P", .notAuthorized),
        ("c=biws,r=ns,m=1,p=%P", .mandatoryExtension), ("c=biws,r=ns,x=1,p=%P", .notAuthorized),
        ("", .malformedMessage),
    ])
    func refusesTheProof(message: String, code: SASLError.Code) throws {
        var server = try SCRAMServer(.scramSHA1, context: Self.context([.scramSHA1]), nonce: "s")
        _ = try server.receive("n,,n=user,r=n".bytes)
        _ = try server.answer(.scramKeys(try Self.keys("pencil", .sha1)))
        let proof = Base64.encode([UInt8](repeating: 7, count: 20))
        let bytes = message.replacing("%P", with: proof).bytes
        #expect(errorCode { () throws(SASLError) in try server.receive(bytes) } == code)
    }

    @Test func aProofOfAnotherConnectionIsRefused() throws {
        var (client, _) = try Self.pair(.scramSHA256Plus, "juliet", "r0m30")
        let other = try ChannelBinding(.tlsExporter, data: Array(1..<33))
        let mechanisms = SASLMechanism.supported
        let types: [ChannelBindingType] = [.tlsExporter, .tlsUnique, .tlsServerEndPoint]
        let context = SASLServerContext(
            offer: SASLAdvertisement(mechanisms: mechanisms, channelBindingTypes: types),
            bindings: [other],
            decoy: Self.decoy
        )
        var server = try #require(context.makeServer(for: .scramSHA256Plus, nonce: "s"))
        #expect {
            _ = try Self.run(&client, &server, answer: Self.answer)
        } throws: { error in
            (error as? SASLError)?.code == .channelBindingMismatch
        }
    }

    @Test func aShortenedOfferIsNoticedByTheClient() throws {
        var (client, _) = try Self.pair(.scramSHA256, "juliet", "r0m30")
        // What the server really offered is less than what the client was shown.
        var server = try #require(Self.context([.scramSHA256]).makeServer(for: .scramSHA256, nonce: "s"))
        #expect {
            _ = try Self.run(&client, &server, answer: Self.answer)
        } throws: { error in
            (error as? SASLError)?.code == .downgradeDetected
        }
    }

    @Test(arguments: ["", "\u{0}u", "u\u{0}p", "\u{0}\u{0}p", "\u{0}u\u{0}", "\u{0}u\u{0}p\u{0}", "\u{0}\u{7}\u{0}p"])
    func refusesPlain(_ message: String) throws {
        var server = PlainServer(context: Self.context([.plain]))
        #expect(throws: SASLError.self) { try server.receive(message.bytes) }
    }

    @Test(arguments: [
        "", "n,,", "n,,\u{1}", "n,,\u{1}\u{1}", "n,,\u{1}auth=Bearer t\u{1}", "n,,auth=Bearer t\u{1}\u{1}",
        "n,,\u{1}auth=Basic t\u{1}\u{1}", "n,,\u{1}auth=Bearer \u{1}\u{1}", "n,,\u{1}auth=Bearer a b\u{1}\u{1}",
        "n,,\u{1}auth=Bearer a\u{1}auth=Bearer b\u{1}\u{1}", "n,,\u{1}host\u{1}auth=Bearer a\u{1}\u{1}",
        "p=tls-unique,,\u{1}auth=Bearer t\u{1}\u{1}", "n,a=,\u{1}auth=Bearer t\u{1}\u{1}", "n,,\u{1}host=x\u{1}\u{1}",
    ])
    func refusesBearerMessages(_ message: String) throws {
        var server = OAuthBearerServer(context: Self.context([.oauthBearer]))
        #expect(throws: SASLError.self) { try server.receive(message.bytes) }
    }

    @Test func mechanismsAreThoseOfTheOffer() {
        let context = Self.context([.scramSHA1, .hashedTokenExporter, SASLMechanism(rawValue: "DIGEST-MD5")])
        #expect(context.makeServer(for: .scramSHA1, nonce: "n") != nil)
        #expect(context.makeServer(for: .scramSHA256, nonce: "n") == nil)
        #expect(context.makeServer(for: .hashedTokenExporter, nonce: "n") == nil)
        #expect(context.makeServer(for: SASLMechanism(rawValue: "DIGEST-MD5"), nonce: "n") == nil)
    }

    @Test(arguments: SASLMechanism.supported)
    func everyServerKeepsTheOrder(mechanism: SASLMechanism) throws {
        func server() throws -> any SASLServer { try Self.pair(mechanism, "juliet", "token").1 }
        var unasked = try server()
        #expect(errorCode { () throws(SASLError) in try unasked.answer(.user("juliet")) } == .outOfOrder)
        var silent = try server()
        _ = try silent.receive(nil)
        #expect(errorCode { () throws(SASLError) in try silent.receive(nil) } == .outOfOrder)
        var flooded = try server()
        let flood = [UInt8](repeating: 0x61, count: 20_000)
        let code = errorCode { () throws(SASLError) in try flooded.receive(flood) }
        #expect(code == .messageTooLong)
        for answer in [SASLServerAnswer.hashedTokens([]), .scramKeys(nil), .user("x")] {
            var asked = try server()
            var (client, _) = try Self.pair(mechanism, "juliet", "token")
            guard case .question(let question) = try asked.receive(client.start()) else { continue }
            let fits =
                switch (question, answer) {
                case (.scramKeys, .scramKeys), (.hashedTokens, .hashedTokens), (.bearerToken, .user),
                    (.certificate, .user):
                    true
                default: false
                }
            guard !fits else { continue }
            #expect(errorCode { () throws(SASLError) in try asked.answer(answer) } == .outOfOrder)
        }
    }
}
