import Testing
import XMLStream
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// What a client can do wrong with SASL2.
@Suite struct HostileInlineClientTests {
    private static func secured(
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> ServerHarness {
        let harness = try ServerHarness {
            $0.sasl2 = SASL2Service(tokenMechanisms: [.hashedToken], upgrades: [.sha512], upgradeIterations: 4096)
            configure(&$0)
        }
        try harness.secure()
        _ = harness.takeWritten()
        return harness
    }

    private static func condition(_ harness: ServerHarness) -> String? {
        harness.takeWritten().firstMatch(
            of: #/^<failure xmlns='urn:xmpp:sasl:2'><([a-z-]+) xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/></failure>/#
        ).map { String($0.1) }
    }

    private static func token(_ requests: String) -> String {
        Ask2.authenticate(
            "HT-SHA-256-NONE", "juliet\0" + String(repeating: "x", count: 32), "<user-agent id='c1'/>" + requests)
    }

    @Test(arguments: [
        ("<authenticate xmlns='urn:xmpp:sasl:2'/>", "malformed-request"),
        (Ask2.authenticate("NONE", ""), "invalid-mechanism"),
        (Ask2.authenticate("HT-SHA-256-NONE", "juliet\u{0}x"), "invalid-mechanism"),
        (
            "<authenticate xmlns='urn:xmpp:sasl:2' mechanism='PLAIN'><initial-response>?</initial-response></authenticate>",
            "incorrect-encoding"
        ),
        (Ask2.authenticate("PLAIN", "juliet"), "malformed-request"),
        (Ask2.authenticate("PLAIN", "\0juliet\0wrong"), "not-authorized"),
        (Ask2.authenticate("PLAIN", "romeo@example.com\0juliet\0\(Harness.password)"), "invalid-authzid"),
        (Ask2.authenticate("HT-SHA-256-NONE", "juliet", "<fast xmlns='urn:xmpp:fast:0'/>"), "malformed-request"),
        (Ask2.plain("<fast xmlns='urn:xmpp:fast:0'/>"), "malformed-request"),
        (token("<fast xmlns='urn:xmpp:fast:0' count='many'/>"), "malformed-request"),
        (token("<fast xmlns='urn:xmpp:fast:0' count='9223372036854775808'/>"), "malformed-request"),
        (token("<fast xmlns='urn:xmpp:fast:0' count='1'/><fast xmlns='urn:xmpp:fast:0'/>"), "malformed-request"),
    ])
    func wrongRequestIsRefusedByItsOwnCondition(request: String, condition: String) throws {
        let harness = try Self.secured()
        harness.deliver(request)
        #expect(Self.condition(harness) == condition)
        #expect(!harness.eventNames.contains("authenticated"))
        // Nothing has changed: another may follow, of either profile.
        harness.deliver(Ask2.plain())
        #expect(harness.takeWritten().hasPrefix("<success xmlns='urn:xmpp:sasl:2'>"))
    }

    @Test func headerAndAuthorizationIdentityMustNotContradictEachOther() throws {
        let harness = try Self.secured()
        let login = Ask2.authenticate("PLAIN", "juliet@example.com\0juliet\0\(Harness.password)")
        harness.deliver(login)
        #expect(harness.takeWritten().contains("<success"))
        let other = try ServerHarness { $0.sasl2 = SASL2Service() }
        other.deliver(Ask.header)
        other.deliver(Ask.startTLS)
        try other.establishTLS()
        other.deliver(Ask.header(to: "example.com", "from='romeo@example.com' version='1.0'"))
        _ = other.takeWritten()
        other.deliver(login)
        #expect(Self.condition(other) == "invalid-authzid")
    }

    @Test func sasl2IsNeitherOfferedNorTakenWithoutTLS() throws {
        let harness = try ServerHarness {
            $0.tls = .offered
            $0.permitsPasswordsWithoutTLS = true
            $0.sasl2 = SASL2Service()
        }
        harness.deliver(Ask.header)
        #expect(!harness.takeWritten().contains("urn:xmpp:sasl:2"))
        harness.deliver(Ask2.plain())
        #expect(Self.condition(harness) == "encryption-required")
    }

    @Test func serverWithoutSASL2KnowsNothingOfIt() throws {
        let harness = try Self.secured { $0.sasl2 = nil }
        harness.deliver(Ask2.plain())
        #expect(harness.ending?.causeName == "violation")
    }

    @Test func onlyOneAuthenticationIsOnAStream() throws {
        let harness = try Self.secured()
        harness.deliver(Ask2.plain())
        harness.deliver(Ask2.plain())
        #expect(harness.written.contains("<stream:error>"))
        #expect(harness.ending?.causeName == "violation")
    }

    @Test(arguments: [Ask.message, Ask.ping, Ask.bind, Ask2.plain(), Ask.response("x"), "<x xmlns='y'/>"])
    func nothingElseIsHeardDuringAnExchange(text: String) throws {
        let harness = try Self.secured()
        harness.deliver(Ask2.authenticate("SCRAM-SHA-256", "n,,n=juliet,r=abc"))
        #expect(harness.takeWritten().hasPrefix("<challenge xmlns='urn:xmpp:sasl:2'>"))
        harness.deliver(text)
        #expect(harness.ending?.causeName == "violation")
    }

    @Test(arguments: ["<next xmlns='urn:xmpp:sasl:2' task='UPGR-SCRAM-SHA-256'/>", "<next xmlns='urn:xmpp:sasl:2'/>"])
    func anotherTaskIsRefused(next: String) throws {
        let harness = try ServerPlace.awaitingTask.reach()
        _ = harness.takeWritten()
        harness.deliver(next)
        #expect(Self.condition(harness) == "malformed-request")
        #expect(!harness.eventNames.contains("authenticated"))
        #expect(harness.session.account == nil)
    }

    @Test(arguments: [Ask2.hash(count: 63), Ask2.hash(count: 0), "<task-data xmlns='urn:xmpp:sasl:2'/>"])
    func keysThatAreNoneAreNotKept(data: String) throws {
        let harness = try ServerPlace.awaitingHash.reach()
        _ = harness.takeWritten()
        harness.deliver(data)
        #expect(Self.condition(harness) == "malformed-request")
        #expect(!harness.eventNames.contains("keysUpgraded") && !harness.eventNames.contains("authenticated"))
    }

    @Test func taskCannotBeSkipped() throws {
        for text in [Ask.bind, Ask.message, Ask2.plain(), Ask2.hash(count: 64)] {
            let harness = try ServerPlace.awaitingTask.reach()
            harness.deliver(text)
            #expect(harness.ending?.causeName == "violation")
            #expect(!harness.eventNames.contains("authenticated"))
        }
    }

    @Test func attemptsAreCountedOverBothProfiles() throws {
        let harness = try Self.secured()
        harness.deliver(Ask2.authenticate("PLAIN", "x"))
        harness.deliver(Ask.auth("PLAIN", "x"))
        #expect(harness.ending == nil)
        harness.deliver(Ask2.authenticate("PLAIN", "x"))
        #expect(harness.ending?.causeName == "violation")
    }

    @Test func tagThatIsNoResourceIsPassedOver() throws {
        let harness = try Self.secured()
        let tag = String(repeating: "x", count: 1100)
        harness.deliver(Ask2.plain("<bind xmlns='urn:xmpp:bind:0'><tag>\(tag)</tag></bind>"))
        guard case .resourceRequested(nil)? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
    }

    @Test func unofferedTokenMechanismIsPassedOver() throws {
        let harness = try Self.secured()
        harness.deliver(Ask2.plain("<request-token xmlns='urn:xmpp:fast:0' mechanism='HT-SHA-256-EXPR'/>"))
        #expect(!harness.eventNames.contains("tokenRequested"))
        #expect(harness.takeWritten().hasPrefix("<success"))
    }

    @Test func secretsAreInNoDescription() throws {
        let harness = try ServerPlace.awaitingToken.reach()
        let text = harness.events.map { String(describing: $0) }.joined() + String(reflecting: harness.session.state)
        #expect(!text.contains(Harness.password))
        guard case .tokenRequested(let request)? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
        let token = request.token.withBytes { String(decoding: $0, as: UTF8.self) }
        #expect(!text.contains(token))
        try harness.act { try $0.issueToken(expiry: DateTime(secondsSinceEpoch: 0), now: harness.now) }
        #expect(harness.written.contains("token='\(token)'"))
    }

    /// The login stands all the same, and the client is told what has not come of it.
    @Test(arguments: ["h='99999999999' previd='x'", "h='-1' previd='x'", "previd='x'", "h='0'", "h='0' previd=''"])
    func malformedResumptionIsAnsweredWithinTheSuccess(attributes: String) throws {
        let harness = try Self.secured()
        harness.deliver(Ask2.plain("<resume xmlns='urn:xmpp:sm:3' \(attributes)/>"))
        #expect(harness.takeWritten().contains("<failed xmlns='urn:xmpp:sm:3'><bad-request "))
        #expect(!harness.eventNames.contains("resumptionRequested"))
        #expect(harness.eventNames.contains("authenticated") && harness.ending == nil)
    }
}
