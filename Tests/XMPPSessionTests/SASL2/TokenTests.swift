import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// FAST (XEP-0484), client against server.
@Suite struct TokenTests {
    private static let service = SASL2Service(tokenMechanisms: [.hashedTokenExporter, .hashedToken])

    /// A login by password that asks for a token.
    private static func pairWithToken(_ application: InlineApplication) throws -> IssuedToken {
        let pair = try SessionPair(application, service: service) { $0.sasl2.requestsToken = true }
        try pair.run()
        return try #require(pair.issued)
    }

    /// A login that has a token, on another connection.
    private static func pair(
        _ application: InlineApplication,
        _ token: IssuedToken,
        seed: UInt64 = 2,
        count: Int? = nil,
        password: Bool = true,
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> SessionPair {
        let pair = try SessionPair(application, seed: seed, service: service) {
            $0.credentials.hashedToken = (token.mechanism, token.token)
            if !password { $0.credentials.password = nil }
            $0.sasl2.tokenCount = count
            configure(&$0)
        }
        try pair.run()
        return pair
    }

    @Test func tokenIsIssuedOnceItIsAskedForAndLogsInInOneRoundTrip() throws {
        let application = try InlineApplication()
        let token = try Self.pairWithToken(application)
        #expect(token.mechanism == .hashedTokenExporter, "the one that is bound to the channel")
        #expect(token.expiry.secondsSinceEpoch == application.time.secondsSinceEpoch + application.tokenLifetime)
        let secret = token.token.withBytes { String(decoding: $0, as: UTF8.self) }
        #expect(!secret.isEmpty && !"\(token)".contains(secret) && !String(reflecting: token).contains(secret))
        let pair = try Self.pair(application, token, count: 1, password: false)
        #expect(pair.mechanism == .hashedTokenExporter)
        #expect(pair.fromClient.contains("<fast xmlns='urn:xmpp:fast:0' count='1'/>"))
        #expect(!pair.fromServer.contains("<challenge"))
        #expect(pair.client.boundJID != nil)
        #expect(pair.issued == nil, "it is not due yet")
        #expect(application.uses.last?.count == 1)
        #expect(application.uses.last?.clientID == SessionPair.clientID)
    }

    @Test(arguments: [1, 0, nil] as [Int?])
    func repeatedCountIsRefused(count: Int?) throws {
        let application = try InlineApplication()
        let token = try Self.pairWithToken(application)
        _ = try Self.pair(application, token, count: 1)
        let pair = try Self.pair(application, token, count: count, password: false)
        guard case .authenticationRefused(.notAuthorized, _)? = pair.client.ending?.cause else {
            Issue.record("\(String(describing: pair.client.ending))")
            return
        }
        #expect(pair.clientNames.contains("tokenRefused"))
        #expect(application.uses.count == 1)
        #expect(!pair.serverNames.contains("authenticated"))
    }

    /// The same login on two connections at once, neither of which was entered yet when the other was checked.
    @Test(arguments: [(5, false), (5, true), (nil, true)] as [(Int?, Bool)])
    func loginThatIsRepeatedAtOnceIsValidOnce(count: Int?, isInvalidated: Bool) throws {
        let application = try InlineApplication()
        let token = try Self.pairWithToken(application)
        application.leavesUses = true
        let pairs = try [UInt64](2...3).map { seed in
            try Self.pair(application, token, seed: seed, count: count, password: false) {
                $0.sasl2.invalidatesToken = isInvalidated
            }
        }
        #expect(pairs.allSatisfy { $0.serverNames.last == "tokenUsed" })
        for (session, use) in application.unansweredUses {
            let isAccepted = application.tokens[use.clientID]?.record(use) ?? false
            try session.answerTokenUse(isAccepted: isAccepted, now: Instant(milliseconds: 0))
        }
        for pair in pairs { try pair.settle() }
        #expect(pairs[0].client.boundJID != nil)
        #expect(pairs[1].client.ending?.causeName == "authenticationRefused")
        #expect(!pairs[1].serverNames.contains("authenticated"))
    }

    @Test func refusedTokenLeadsToThePasswordOnTheSameStream() throws {
        let application = try InlineApplication()
        let token = try Self.pairWithToken(application)
        application.tokens = [:]
        let pair = try Self.pair(application, token) { $0.sasl2.requestsToken = true }
        #expect(pair.clientNames.contains("tokenRefused"))
        #expect(pair.mechanism == .scramSHA256Plus)
        #expect(pair.fromClient.count(of: "<stream:stream") == 1)
        #expect(pair.client.boundJID != nil)
        #expect(pair.issued != nil)
    }

    @Test func tokenThatExpiresSoonIsRotatedAndTheOldOneHoldsUntilTheNewIsUsed() throws {
        let application = try InlineApplication()
        application.tokenLifetime = 3600
        let first = try Self.pairWithToken(application)
        application.tokenLifetime = 7 * 86_400
        let rotating = try Self.pair(application, first)
        let second = try #require(rotating.issued)
        #expect(second.mechanism == first.mechanism)
        #expect(!second.token.matches(first.token))
        // The answer may have been lost: both are accepted.
        #expect(try Self.pair(application, first, seed: 3, password: false).client.boundJID != nil)
        let latest = try #require(try Self.pair(application, first, seed: 4, password: false).issued)
        #expect(try Self.pair(application, latest, seed: 5, password: false).client.boundJID != nil)
        #expect(try Self.pair(application, first, seed: 6, password: false).client.ending != nil)
        #expect(try Self.pair(application, second, seed: 7, password: false).client.ending != nil)
    }

    @Test func expiredTokenIsRefused() throws {
        let application = try InlineApplication()
        let token = try Self.pairWithToken(application)
        application.time = token.expiry
        #expect(try Self.pair(application, token, password: false).client.ending != nil)
    }

    @Test func invalidatedTokenIsGoneAndNotReplaced() throws {
        let application = try InlineApplication()
        application.tokenLifetime = 3600
        let token = try Self.pairWithToken(application)
        let pair = try Self.pair(application, token) { $0.sasl2.invalidatesToken = true }
        #expect(pair.fromClient.contains("<fast xmlns='urn:xmpp:fast:0' invalidate='true'/>"))
        #expect(pair.client.boundJID != nil)
        #expect(pair.issued == nil)
        #expect(try Self.pair(application, token, seed: 3, password: false).client.ending != nil)
    }

    @Test func tokenIsOfOneMechanismAndOneClient() throws {
        let application = try InlineApplication()
        let token = try Self.pairWithToken(application)
        let downgraded = try Self.pair(
            application, IssuedToken(mechanism: .hashedToken, token: token.token, expiry: token.expiry),
            password: false)
        #expect(downgraded.fromClient.contains("mechanism='HT-SHA-256-NONE'"))
        #expect(downgraded.client.ending?.causeName == "authenticationRefused")
        let stolen = try Self.pair(application, token, password: false) { $0.sasl2.userAgent?.id = "another" }
        #expect(stolen.client.ending?.causeName == "authenticationRefused")
        let nameless = try Self.pair(application, token) { $0.sasl2.userAgent = nil }
        #expect(nameless.mechanism == .scramSHA256Plus, "a client without an id has no use for tokens")
    }

    // MARK: Without waiting for the features

    /// The features that a login has come upon before it.
    private static func features(_ pair: SessionPair) throws -> StreamFeatures {
        let all = pair.clientEvents.compactMap { if case .features(let features) = $0 { features } else { nil } }
        return try #require(all.first)
    }

    /// Whether the client's login is there before the server has said anything.
    private static func runAndSeeWhetherItLogsInAhead(_ pair: SessionPair) throws -> Bool {
        var isAhead = false
        pair.meddle = { [unowned pair] text in
            if text.contains("<authenticate") { isAhead = pair.fromServer.isEmpty }
            return text
        }
        try pair.run()
        return isAhead
    }

    @Test func whoKnowsTheFeaturesDoesNotWaitForThem() throws {
        let application = try InlineApplication()
        let first = try SessionPair(application, service: Self.service) { $0.sasl2.requestsToken = true }
        try first.run()
        let token = try #require(first.issued)
        let cached = try Self.features(first)
        let pair = try SessionPair(application, seed: 2, service: Self.service) {
            $0.credentials.hashedToken = (token.mechanism, token.token)
            $0.sasl2.cachedFeatures = cached
        }
        #expect(try Self.runAndSeeWhetherItLogsInAhead(pair))
        #expect(pair.mechanism == .hashedTokenExporter)
        #expect(pair.client.boundJID != nil)
        #expect(pair.clientNames.filter { $0 == "streamOpened" || $0 == "features" }.count == 3)
        #expect(pair.fromClient.count(of: "<authenticate") == 1)
    }

    @Test func refusedTokenThatWasSentAheadLeadsToThePassword() throws {
        let application = try InlineApplication()
        let first = try SessionPair(application, service: Self.service) { $0.sasl2.requestsToken = true }
        try first.run()
        let token = try #require(first.issued)
        let cached = try Self.features(first)
        application.tokens = [:]
        // The server offers no tokens any more, besides.
        for service in [Self.service, SASL2Service()] {
            let pair = try SessionPair(application, seed: 2, service: service) {
                $0.credentials.hashedToken = (token.mechanism, token.token)
                $0.sasl2.cachedFeatures = cached
            }
            try pair.run()
            #expect(pair.clientNames.contains("tokenRefused"))
            #expect(pair.mechanism == .scramSHA256Plus)
            #expect(pair.client.boundJID != nil)
        }
    }

    @Test func nothingButATokenIsSentAhead() throws {
        let application = try InlineApplication()
        let first = try SessionPair(application, service: Self.service)
        try first.run()
        let cached = try Self.features(first)
        let pair = try SessionPair(application, seed: 2, service: Self.service) { $0.sasl2.cachedFeatures = cached }
        #expect(try !Self.runAndSeeWhetherItLogsInAhead(pair))
        #expect(pair.client.boundJID != nil)
    }

    @Test(arguments: ["whole", "success first", "another server", "no header"])
    func serverHasToSendItsFeaturesAllTheSame(_ fault: String) throws {
        let known = Say.features(Say2.feature("PLAIN", inline: Say2.fast))
        let alone = known.replacing(
            "<stream:features>", with: "<stream:features xmlns:stream='http://etherx.jabber.org/streams'>")
        let cached = try #require(StreamFeatures(try element(alone)))
        let harness = try Harness { configuration in
            configuration.tls = .direct
            configuration.mechanisms.permitted = [.plain, .hashedToken]
            configuration.credentials.hashedToken = (.hashedToken, Secret("token"))
            configuration.sasl2.userAgent = .init(id: "x")
            configuration.sasl2.cachedFeatures = cached
        }
        try harness.connect()
        try harness.establishTLS()
        #expect(harness.takeWritten().contains("<authenticate"))
        switch fault {
        case "whole":
            try harness.deliver(Say.header + known)
            #expect(harness.ending == nil)
            harness.waitForTimeout()
            guard case .timedOut(.authentication)? = harness.ending?.cause else {
                Issue.record("\(String(describing: harness.ending))")
                return
            }
        case "success first":
            try harness.deliver(Say.header + Say2.success())
            #expect(harness.ending?.causeName == "violation")
        case "another server":
            try harness.deliver(Say.header.replacing("from='example.com'", with: "from='evil.example'") + known)
            guard case .violation(.foreignServer)? = harness.ending?.cause else {
                Issue.record("\(String(describing: harness.ending))")
                return
            }
        default:
            try harness.deliver(Say2.success())
            #expect(harness.ending?.causeName == "violation")
        }
        #expect(!harness.eventNames.contains("authenticated"))
    }

    @Test func messageOfAnotherConnectionIsWorthNothing() throws {
        let application = try InlineApplication()
        let token = try Self.pairWithToken(application)
        let first = try Self.pair(application, token, seed: 2)
        let recorded = try #require(first.fromClient.firstMatch(of: #/<initial-response>(.*?)</initial-response>/#)?.1)
        let replay = try SessionPair(application, seed: 3, service: Self.service) {
            $0.credentials.hashedToken = (token.mechanism, token.token)
            $0.credentials.password = nil
        }
        replay.meddle = {
            $0.replacing(#/<initial-response>[^<]*/#, with: "<initial-response>\(recorded)")
        }
        try replay.run()
        #expect(replay.client.ending?.causeName == "authenticationRefused")
        #expect(!replay.serverNames.contains("tokenUsed"))
    }
}
