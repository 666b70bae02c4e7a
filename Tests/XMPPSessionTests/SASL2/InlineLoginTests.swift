import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// SASL2, Bind 2 and inline stream management, client against server (XEP-0388, XEP-0386, XEP-0198 §9).
@Suite struct InlineLoginTests {
    @Test func everythingIsDoneWithOneRequestAndNoNewStream() throws {
        let application = try InlineApplication()
        application.bindingResults = [Element(Name("metadata", in: "urn:xmpp:mam:2"))]
        let service = SASL2Service(bindingFeatures: ["urn:xmpp:carbons:2", "urn:xmpp:csi:0"])
        let pair = try SessionPair(application, service: service) {
            $0.sasl2.resourceTag = "Kit"
            $0.sasl2.enablesCarbons = true
            $0.sasl2.clientState = .inactive
            $0.sasl2.userAgent?.software = "StanzaKit"
        }
        try pair.run()
        #expect(pair.fromClient.count(of: "<stream:stream") == 1)
        #expect(pair.fromServer.count(of: "<stream:stream") == 1)
        #expect(
            pair.fromClient.contains(
                """
                <user-agent id='\(SessionPair.clientID)'><software>StanzaKit</software></user-agent>\
                <bind xmlns='urn:xmpp:bind:0'><tag>Kit</tag><enable xmlns='urn:xmpp:carbons:2'/>\
                <enable xmlns='urn:xmpp:sm:3' resume='true'/><inactive xmlns='urn:xmpp:csi:0'/></bind></authenticate>
                """))
        #expect(
            pair.clientNames == [
                "secured", "streamOpened", "features", "mechanismChosen", "authenticated", "bound",
                "streamManagementEnabled", "features",
            ])
        #expect(
            pair.serverNames == [
                "secured", "streamOpened", "credentialsNeeded", "authenticated", "resourceRequested", "bound",
                "streamManagementEnabled", "inlineFeatures",
            ])
        #expect(pair.mechanism == .scramSHA256Plus)
        #expect(pair.client.boundJID?.resource?.hasPrefix("Kit/") == true)
        #expect(pair.client.boundJID == pair.server.boundJID)
        #expect(pair.results.map(\.name) == [Name("metadata", in: "urn:xmpp:mam:2")])
        guard case .inlineFeatures(let features)? = pair.serverEvents.last else { return }
        #expect(features.map(\.localName) == ["enable", "inactive"])
    }

    @Test func stanzasGoBothWaysAndAreCountedFromTheStart() throws {
        let pair = try SessionPair(try InlineApplication())
        try pair.run()
        let now = Instant(milliseconds: 0)
        _ = try pair.client.send(Message(to: JID("romeo@example.net")) { Body("out") }, now: now)
        _ = try pair.server.send(Message(to: pair.server.boundJID) { Body("in") }, now: now)
        try pair.settle()
        #expect(pair.clientNames.contains("stanza"))
        #expect(pair.serverNames.contains("stanza"))
        try pair.loseTransport()
        // Nothing was acknowledged yet, both sides could go on.
        #expect(pair.client.ending?.resumption?.unacknowledged.count == 1)
        #expect(pair.application.detached.values.first?.unacknowledged.count == 1)
    }

    @Test func limitsOfAfterTheLoginHoldOnTheSameStream() throws {
        let pair = try SessionPair(
            try InlineApplication(), server: { $0.limitsBeforeLogin = XMLStreamLimits(stanzaBytes: 2000) })
        try pair.run()
        let body = String(repeating: "x", count: 100_000)
        _ = try pair.client.send(
            Message(to: JID("romeo@example.net")) { Body(body) }, now: Instant(milliseconds: 0))
        try pair.settle()
        #expect(pair.serverNames.last == "stanza")
        #expect(pair.server.ending == nil)
    }

    @Test(arguments: [true, false])
    func plainSASLIsUsedWhereSASL2IsNot(isOffered: Bool) throws {
        let pair = try SessionPair(try InlineApplication(), service: isOffered ? SASL2Service() : nil) {
            if isOffered { $0.sasl2 = .unused }
        }
        try pair.run()
        #expect(!pair.fromClient.contains("<authenticate"))
        #expect(pair.fromClient.count(of: "<stream:stream") == 2)
        #expect(pair.clientNames.suffix(2) == ["bound", "streamManagementEnabled"])
    }

    @Test func exactResourceIsBoundInTheOldWayOnTheSameStream() throws {
        let pair = try SessionPair(try InlineApplication()) { $0.resource = .named("balcony") }
        try pair.run()
        #expect(pair.client.boundJID?.resource == "balcony")
        #expect(pair.fromClient.count(of: "<stream:stream") == 1)
        #expect(!pair.fromClient.contains("urn:xmpp:bind:0"))
        #expect(pair.clientNames.last == "streamManagementEnabled")
    }

    @Test func managementIsAskedForLaterWhereItCannotBeHadInline() throws {
        let pair = try SessionPair(try InlineApplication())
        pair.meddle = { $0.replacing("<enable xmlns='urn:xmpp:sm:3' resume='true'/></bind>", with: "</bind>") }
        try pair.run()
        // The server was not asked, and so did not say.
        #expect(pair.clientNames.contains("streamManagementRefused"))
        let harness = try Harness { $0.tls = .direct }
        try harness.connect()
        try harness.establishTLS()
        try harness.deliver(Say.header + Say.features(Say2.feature("PLAIN", inline: Say2.bind())))
        try harness.deliver(Say2.success(jid: "juliet@example.com/x", "<bound xmlns='urn:xmpp:bind:0'/>"))
        _ = harness.takeWritten()
        try harness.deliver(Say.features(Say.sm))
        #expect(harness.takeWritten() == "<enable xmlns='urn:xmpp:sm:3' resume='true'/>")
        try harness.deliver(Say.features(Say.sm))
        #expect(harness.takeWritten() == "", "it is asked for once")
    }

    @Test func wrongPasswordIsRefusedAndMayBeTriedAgain() throws {
        let pair = try SessionPair(try InlineApplication()) { $0.credentials.password = Secret("wrong") }
        try pair.run()
        guard case .authenticationRefused(.notAuthorized, _)? = pair.client.ending?.cause else {
            Issue.record("\(String(describing: pair.client.ending))")
            return
        }
        #expect(!pair.serverNames.contains("authenticated"))
        #expect(pair.serverNames.contains("authenticationFailed"))
    }
}

/// What a server says in SASL2.
enum Say2 {
    static func feature(_ mechanisms: String..., inline: String = "", others: String = "") -> String {
        let items = mechanisms.map { "<mechanism>\($0)</mechanism>" }.joined()
        return "<authentication xmlns='urn:xmpp:sasl:2'>\(items)<inline>\(inline)</inline>\(others)</authentication>"
    }

    static func bind(_ features: String...) -> String {
        let items = features.map { "<feature var='\($0)'/>" }.joined()
        return "<bind xmlns='urn:xmpp:bind:0'><inline>\(items)</inline></bind>"
    }

    static func success(jid: String = "juliet@example.com", data: String = "", _ results: String = "") -> String {
        """
        <success xmlns='urn:xmpp:sasl:2'>\(data)<authorization-identifier>\(jid)</authorization-identifier>\
        \(results)</success>
        """
    }

    static func failure(_ condition: String) -> String {
        "<failure xmlns='urn:xmpp:sasl:2'><\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/></failure>"
    }

    static func demand(_ tasks: String..., data: String = "") -> String {
        let items = tasks.map { "<task>\($0)</task>" }.joined()
        return "<continue xmlns='urn:xmpp:sasl:2'>\(data)<tasks>\(items)</tasks></continue>"
    }

    static let fast = "<fast xmlns='urn:xmpp:fast:0'><mechanism>HT-SHA-256-NONE</mechanism></fast>"
    static let salt =
        "<task-data xmlns='urn:xmpp:sasl:2'><salt xmlns='urn:xmpp:scram-upgrade:0' iterations='4096'>"
        + "QV9TWENSWFE2c2VrOGJmX1o=</salt></task-data>"
}
