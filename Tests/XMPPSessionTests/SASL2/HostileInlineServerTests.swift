import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// What a server, or somebody in between, can do wrong with SASL2.
@Suite struct HostileInlineServerTests {
    private static let bound = "<bound xmlns='urn:xmpp:bind:0'/>"
    private static let upgrade = "<upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-256</upgrade>"

    /// A client that has sent its request for these mechanisms.
    private static func authenticating(
        _ feature: String,
        bindings: [ChannelBinding] = [],
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> Harness {
        let harness = try Harness {
            $0.tls = .direct
            $0.sasl2.upgrades = .always
            $0.sasl2.userAgent = SASL2UserAgent(id: "c1")
            configure(&$0)
        }
        try harness.connect()
        try harness.establishTLS(bindings)
        try harness.deliver(Say.header + Say.features(feature))
        return harness
    }

    /// The same, waiting for the end of PLAIN.
    private static func plain(
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> Harness {
        let harness = try authenticating(
            Say2.feature("PLAIN", inline: Say.sm + Say2.bind("urn:xmpp:sm:3"), others: upgrade), configure)
        #expect(harness.takeWritten().contains("<authenticate xmlns='urn:xmpp:sasl:2' mechanism='PLAIN'>"))
        return harness
    }

    @Test(arguments: [
        "", "<additional-data/>", "<additional-data>dj1xcXFx</additional-data>", "<additional-data>?</additional-data>",
    ])
    func successWithoutProofIsNotBelieved(data: String) throws {
        for answersChallenge in [false, true] {
            let harness = try Self.authenticating(Say2.feature("SCRAM-SHA-256", inline: Say2.bind()))
            if answersChallenge {
                let text = try #require(harness.written.firstMatch(of: #/<initial-response>(.*?)</#)?.1)
                let first = String(decoding: try #require(Base64.decode(text)), as: UTF8.self)
                let nonce = try #require(first.split(separator: "r=").last)
                let challenge = Base64.encode("r=\(nonce)x,s=QSXCR+Q6sek8bf92,i=4096".utf8)
                try harness.deliver("<challenge xmlns='urn:xmpp:sasl:2'>\(challenge)</challenge>")
                #expect(harness.written.contains("<response xmlns='urn:xmpp:sasl:2'>"))
            }
            try harness.deliver(Say2.success(jid: "juliet@example.com/x", data: data, Self.bound))
            #expect(harness.ending?.causeName == "authenticationAborted")
            #expect(!harness.eventNames.contains("authenticated") && harness.session.boundJID == nil)
        }
    }

    @Test(arguments: [
        ("juliet@evil.example/x", true), ("juliet@evil.example", false), ("juliet@example.com", true), ("@", true),
        ("", false), ("mallory@example.com/x", true), ("mallory@example.com", false), ("example.com/x", true),
    ])
    func addressThatIsNotOursIsRefused(jid: String, isBound: Bool) throws {
        let harness = try Self.plain()
        try harness.deliver(Say2.success(jid: jid, isBound ? Self.bound : ""))
        #expect(harness.ending?.causeName == "violation")
        #expect(harness.session.boundJID == nil)
        #expect(harness.written.contains("<stream:error>"))
    }

    @Test(arguments: [["OTP"], [], ["UPGR-SCRAM-SHA-512"], ["UPGR-SCRAM-SHA-1", "UPGR-PLAIN"]])
    func taskThatWasNotAskedForEndsTheLogin(tasks: [String]) throws {
        let harness = try Self.plain()
        let items = tasks.map { "<task>\($0)</task>" }.joined()
        try harness.deliver("<continue xmlns='urn:xmpp:sasl:2'><tasks>\(items)</tasks></continue>")
        guard case .taskDemanded(let demanded)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(demanded == tasks)
        #expect(harness.written.hasPrefix("<abort xmlns='urn:xmpp:sasl:2'/>"))
        #expect(harness.ending?.side == .local)
    }

    @Test func taskIsDoneOnceAndNotSkipped() throws {
        let again = try Self.plain()
        try again.deliver(Say2.demand("UPGR-SCRAM-SHA-256"))
        try again.deliver(Say2.salt)
        try again.deliver(Say2.demand("UPGR-SCRAM-SHA-256"))
        #expect(again.ending?.causeName == "taskDemanded")
        let skipped = try Self.plain()
        try skipped.deliver(Say2.demand("UPGR-SCRAM-SHA-256"))
        try skipped.deliver(Say2.success())
        #expect(skipped.ending?.causeName == "violation")
    }

    @Test(arguments: [
        "<salt xmlns='urn:xmpp:scram-upgrade:0' iterations='4095'>AAAA</salt>",
        "<salt xmlns='urn:xmpp:scram-upgrade:0' iterations='2000000001'>AAAA</salt>",
        "<salt xmlns='urn:xmpp:scram-upgrade:0' iterations='-1'>AAAA</salt>",
        "<salt xmlns='urn:xmpp:scram-upgrade:0' iterations='4096'/>",
        "<salt xmlns='urn:xmpp:scram-upgrade:0' iterations='4096'>?</salt>",
        "<salt xmlns='urn:xmpp:scram-upgrade:0'>AAAA</salt>", "<password/>", "",
    ])
    func saltThatIsNoneIsNotUsed(salt: String) throws {
        let harness = try Self.plain()
        try harness.deliver(Say2.demand("UPGR-SCRAM-SHA-256"))
        _ = harness.takeWritten()
        try harness.deliver("<task-data xmlns='urn:xmpp:sasl:2'>\(salt)</task-data>")
        #expect(harness.ending?.causeName == "authenticationAborted")
        #expect(!harness.written.contains("<hash"))
    }

    @Test func shortenedListOfSASL2LosesToThatOfSASL() throws {
        let harness = try Self.authenticating(Say2.feature("PLAIN") + Say.mechanisms("SCRAM-SHA-256", "PLAIN"))
        #expect(harness.written.contains("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='SCRAM-SHA-256'>"))
        #expect(!harness.transcript.contains("<authenticate"))
        let same = try Self.authenticating(Say2.feature("SCRAM-SHA-256") + Say.mechanisms("SCRAM-SHA-256"))
        #expect(same.written.contains("<authenticate xmlns='urn:xmpp:sasl:2' mechanism='SCRAM-SHA-256'>"))
    }

    @Test func floorHoldsForSASL2() throws {
        let harness = try Self.authenticating(Say2.feature("PLAIN", inline: Say2.fast)) {
            $0.mechanisms.floor = MechanismStrength(.scramSHA256)
        }
        #expect(harness.ending?.causeName == "noMechanism")
        #expect(!harness.transcript.contains("<authenticate"))
    }

    @Test func listThatWasShortenedOnItsWayIsFoundOut() throws {
        let pair = try SessionPair(try InlineApplication()) { $0.mechanisms.permitted = nil }
        pair.meddleWithServer = {
            $0.replacing("<mechanism>SCRAM-SHA-512-PLUS</mechanism>", with: "")
                .replacing("<mechanism>SCRAM-SHA-512</mechanism>", with: "")
        }
        try pair.run()
        guard case .authenticationAborted(let error)? = pair.client.ending?.cause else {
            Issue.record("\(String(describing: pair.client.ending))")
            return
        }
        #expect(error.code == .downgradeDetected)
        #expect(pair.fromClient.contains("<abort xmlns='urn:xmpp:sasl:2'/>"))
    }

    @Test func missingAnnouncementOfChannelBindingsIsAnAttack() throws {
        let binding = try ChannelBinding(.tlsExporter, data: Array(repeating: 1, count: 32))
        let harness = try Self.authenticating(
            Say2.feature("SCRAM-SHA-256-PLUS", "SCRAM-SHA-256"), bindings: [binding])
        #expect(harness.ending?.causeName == "noMechanism")
    }

    @Test func sasl2IsNotForStreamsWithoutTLS() throws {
        let harness = try Harness {
            $0.tls = .preferred
            $0.mechanisms = MechanismPolicy(permitted: [.plain], plain: .evenWithoutTLS)
        }
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say2.feature("PLAIN"), Say.plain))
        #expect(harness.transcript.contains("<auth "))
        #expect(!harness.transcript.contains("<authenticate"))
    }

    @Test func tokenIsNotUsedWithAnotherMechanismThanItsOwn() throws {
        let harness = try Self.authenticating(Say2.feature("SCRAM-SHA-256", inline: Say2.fast)) {
            $0.credentials.hashedToken = (.hashedTokenExporter, Secret("token"))
        }
        #expect(harness.transcript.contains("mechanism='SCRAM-SHA-256'"))
        #expect(!harness.transcript.contains("HT-SHA-256"))
    }

    @Test func serverThatDoesNotKnowTheTokenIsNotBelieved() throws {
        let harness = try Self.authenticating(Say2.feature("PLAIN", inline: Say2.fast)) {
            $0.credentials.hashedToken = (.hashedToken, Secret("token"))
        }
        #expect(harness.transcript.contains("mechanism='HT-SHA-256-NONE'"))
        try harness.deliver(Say2.success(data: "<additional-data>AAAA</additional-data>"))
        #expect(harness.ending?.causeName == "authenticationAborted")
    }

    /// As Prosody's modules of 2023 do it.
    @Test func conditionInTheWrongNamespaceIsFoundAndThePasswordTried() throws {
        let harness = try Self.authenticating(Say2.feature("PLAIN", inline: Say2.fast)) {
            $0.credentials.hashedToken = (.hashedToken, Secret("token"))
        }
        try harness.deliver("<failure xmlns='urn:xmpp:sasl:2'><credentials-expired/></failure>")
        guard case .tokenRefused(let condition, _)? = harness.events.first(where: { $0.name == "tokenRefused" }) else {
            Issue.record("\(harness.eventNames)")
            return
        }
        #expect(condition == .credentialsExpired)
        #expect(
            harness.transcript.hasSuffix(
                """
                mechanism='PLAIN'><initial-response>AGp1bGlldABjb3JyZWN0IGhvcnNl</initial-response>\
                <user-agent id='c1'/></authenticate>
                """))
        try harness.deliver(Say2.failure("not-authorized"))
        #expect(harness.ending?.causeName == "authenticationRefused")
    }

    @Test(arguments: [
        "<resumed xmlns='urn:xmpp:sm:3' h='0' previd='sm-2'/>", "<resumed xmlns='urn:xmpp:sm:3' previd='sm-1'/>",
        "<resumed xmlns='urn:xmpp:sm:3' h='9' previd='sm-1'/>", "<failed xmlns='urn:xmpp:sm:3' h='9'/>",
    ])
    func wrongResumptionEnds(answer: String) throws {
        let former = try Harness()
        try former.establishManaged()
        former.loseTransport()
        let stream = former.ending?.resumption
        let harness = try Self.plain { $0.resumption = stream }
        try harness.deliver(Say2.success(jid: "juliet@example.com/x", answer + Self.bound))
        #expect(harness.ending?.causeName == "violation")
        #expect(harness.session.boundJID == nil)
    }

    @Test func resumptionThatNobodyAskedForEnds() throws {
        let harness = try Self.plain()
        try harness.deliver(Say2.success("<resumed xmlns='urn:xmpp:sm:3' h='0' previd='sm-1'/>"))
        #expect(harness.ending?.causeName == "violation")
    }

    @Test func stanzasBeforeTheEndOfTheLoginEndIt() throws {
        let harness = try Self.plain()
        try harness.deliver("<message from='a@example.com'><body>x</body></message>")
        #expect(harness.ending?.causeName == "violation")
        #expect(!harness.eventNames.contains("stanza"))
    }

    @Test func tokenThatNobodyAskedForIsNotTaken() throws {
        let harness = try Self.plain()
        try harness.deliver(
            Say2.success("<token xmlns='urn:xmpp:fast:0' expiry='2030-01-01T00:00:00Z' token='x'/>"))
        #expect(!harness.eventNames.contains("tokenIssued"))
        #expect(harness.ending == nil)
    }
}
