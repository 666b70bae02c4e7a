import Testing
import XMLStream
import XMPPAddress
import XMPPStanzas

@testable import XMPPSession

/// What a session does with stanzas on its own, and what it believes of them.
@Suite struct StanzaTests {
    private static func established(
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> Harness {
        let harness = try Harness(configure)
        try harness.establish(Say.bind)
        _ = harness.takeWritten()
        _ = harness.takeEvents()
        return harness
    }

    // MARK: Requests of others

    @Test func pingIsAnswered() throws {
        let harness = try Self.established()
        try harness.deliver(
            "<iq type='get' id='p' from='example.com' to='juliet@example.com/balcony'><ping xmlns='urn:xmpp:ping'/></iq>"
        )
        let reply = try element(harness.takeWritten())
        #expect(reply["type"] == "result" && reply["id"] == "p" && reply["to"] == "example.com")
        #expect(harness.eventNames == ["answered"])
    }

    @Test func unknownRequestIsRefusedAndKnownOneDelivered() throws {
        let harness = try Self.established { $0.answeredRequests = [Name("query", in: "jabber:iq:version")] }
        try harness.deliver("<iq type='get' id='1' from='a@b/c'><query xmlns='urn:unknown'/></iq>")
        let reply = try element(harness.takeWritten())
        #expect(reply["type"] == "error" && reply["to"] == "a@b/c")
        #expect(
            reply.firstChild(.stanzaError)?.firstChild(
                Name("service-unavailable", in: "urn:ietf:params:xml:ns:xmpp-stanzas")) != nil)
        try harness.deliver("<iq type='get' id='2' from='a@b/c'><query xmlns='jabber:iq:version'/></iq>")
        #expect(harness.eventNames == ["answered", "stanza"])
        #expect(harness.takeWritten() == "")
    }

    @Test(arguments: [
        "<iq type='get' id='1' from='a@b'/>", "<iq type='get' id='1' from='a@b'><x/><y/></iq>",
        "<iq type='get' from='a@b'><x/></iq>",
        "<iq id='1' from='a@b'><x/></iq>", "<iq type='put' id='1' from='a@b'><x/></iq>",
        "<iq type='get' id='1' to='@' from='a@b'><x/></iq>",
    ])
    func malformedRequestGetsAnErrorAndTheStreamGoesOn(xml: String) throws {
        let harness = try Self.established()
        try harness.deliver(xml)
        #expect(harness.eventNames == ["erroneousStanza"])
        let reply = try element(harness.takeWritten())
        #expect(reply["type"] == "error" && reply["to"] == "a@b")
        #expect(harness.ending == nil)
    }

    @Test(arguments: [
        "<message from='@'><body>x</body></message>", "<iq type='error' from='@' id='1'/>",
        "<iq type='result' id='1' from='a@b'><x/><y/></iq>",
    ])
    func whatMayNotBeAnsweredIsNot(xml: String) throws {
        let harness = try Self.established()
        try harness.deliver(xml)
        #expect(harness.eventNames == ["erroneousStanza"])
        #expect(harness.takeWritten() == "")
    }

    // MARK: Rosters and carbons

    @Test(arguments: [
        ("", true), ("from='juliet@example.com'", true), ("from='JULIET@Example.com'", true),
        ("from='example.com'", false),
        ("from='mallory@evil.example/r'", false), ("from='juliet@example.com/balcony'", false),
        ("from='juliet@example.com.evil'", false),
    ])
    func rosterPushMustComeFromTheAccount(attribute: String, isTaken: Bool) throws {
        let harness = try Self.established { $0.answeredRequests = [Name("query", in: "jabber:iq:roster")] }
        try harness.deliver(
            "<iq type='set' id='x' \(attribute)><query xmlns='jabber:iq:roster'><item jid='a@b' subscription='remove'/></query></iq>"
        )
        #expect(harness.eventNames == [isTaken ? "stanza" : "answered"])
        #expect(harness.takeWritten().contains("<service-unavailable ") == !isTaken)
    }

    @Test(arguments: ["received", "sent"])
    func carbonMustComeFromTheAccount(name: String) throws {
        for (attribute, isTaken) in [
            ("from='juliet@example.com'", true), ("from='mallory@evil.example/r'", false), ("", false),
            ("from='juliet@example.com/other'", false), ("from='example.com'", false),
        ] {
            let harness = try Self.established()
            try harness.deliver("<message \(attribute)><\(name) xmlns='urn:xmpp:carbons:2'/></message>")
            #expect(harness.eventNames == [isTaken ? "stanza" : "distrusted"])
        }
    }

    @Test func originTellsArchivesAndPushesApart() throws {
        let account = try JID("juliet@example.com/balcony")
        func origin(_ text: String?) throws -> StanzaOrigin {
            StanzaOrigin(try text.map { try JID($0) }, account: account)
        }
        let room = try JID("room@muc.example")
        #expect(try origin("room@muc.example").isArchive(room))
        #expect(try !origin("room@muc.example").isArchive(nil))
        #expect(try !origin(nil).isArchive(room))
        #expect(try origin(nil).isArchive(nil) && origin("juliet@example.com").isArchive(account.bare))
        #expect(try origin("juliet@example.com/balcony").isOwnAccountOrClient)
        #expect(try !origin("juliet@example.com/other").isOwnAccountOrClient)
        #expect(try origin("example.com").isOwnServer && !origin("juliet@example.com").isOwnServer)
    }

    // MARK: Own requests

    @Test(
        arguments: [
            (nil, nil, true), (nil, "juliet@example.com", true), (nil, "example.com", true),
            (nil, "juliet@example.com/balcony", true),
            (nil, "evil.example", false), (nil, "juliet@example.com/other", false),
            ("a@x.example", "evil@y.example", false),
            ("a@x.example", "a@x.example", true), ("a@x.example", nil, false), ("a@x.example", "a@x.example/r", false),
            ("example.com", nil, true), ("example.com", "example.com", true), ("juliet@example.com", nil, true),
            ("juliet@example.com", "example.com", false), ("a@X.example", "A@x.example", true),
        ] as [(String?, String?, Bool)])
    func responseMustComeFromWhoWasAsked(recipient: String?, sender: String?, isTaken: Bool) throws {
        let harness = try Self.established()
        let to = recipient.map { "to='\($0)'" } ?? ""
        _ = try harness.send("<iq xmlns='jabber:client' type='get' id='q' \(to)><x xmlns='y'/></iq>")
        let from = sender.map { "from='\($0)'" } ?? ""
        try harness.deliver("<iq type='result' id='q' \(from)/>")
        #expect(harness.takeEvents().map(\.name) == [isTaken ? "response" : "unmatchedResponse"])
        // The right response is still taken after a wrong one, and only once.
        harness.waitForTimeout()
        #expect(harness.eventNames.contains("response") == !isTaken)
    }

    @Test func requestTimesOutAndALateResponseIsNone() throws {
        let harness = try Self.established()
        _ = try harness.session.send(
            try element("<iq xmlns='jabber:client' type='get' id='q'><x xmlns='y'/></iq>"), timeout: .seconds(5),
            now: harness.now)
        harness.drain()
        #expect(harness.wait == harness.now.advanced(by: .seconds(5)))
        harness.waitForTimeout()
        guard case .response(let outcome)? = harness.takeEvents().first, case .failure(.timedOut) = outcome.result
        else {
            Issue.record("no time-out")
            return
        }
        try harness.deliver("<iq type='result' id='q'/>")
        #expect(harness.eventNames == ["unmatchedResponse"])
    }

    @Test func requestsAreAnsweredOnceAtTheEnd() throws {
        let harness = try Self.established()
        for id in ["a", "b"] {
            _ = try harness.send("<iq xmlns='jabber:client' type='set' id='\(id)'><x xmlns='y'/></iq>")
        }
        harness.loseTransport()
        #expect(harness.eventNames == ["response", "response", "ended"])
    }

    @Test func errorIsARefusal() throws {
        let harness = try Self.established()
        _ = try harness.send("<iq xmlns='jabber:client' type='get' id='q'><x xmlns='y'/></iq>")
        try harness.deliver(
            "<iq type='error' id='q'><error type='cancel'><forbidden xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
        )
        guard case .response(let outcome)? = harness.events.first, case .failure(.refused(let iq)) = outcome.result
        else {
            Issue.record("no refusal")
            return
        }
        #expect(iq.error?.condition == .forbidden)
    }

    // MARK: Misuse

    @Test(arguments: [
        ("<message xmlns='jabber:server'/>", LocalError.notAStanza), ("<x xmlns='jabber:client'/>", .notAStanza),
        ("<iq xmlns='jabber:client' type='get' id='1'/>", .malformedRequest),
        ("<message xmlns='jabber:client' to='@'/>", .malformedRequest),
    ])
    func whatIsNoStanzaIsNotSent(xml: String, error: LocalError) throws {
        let harness = try Self.established()
        #expect(throws: error) { try harness.send(xml) }
        #expect(harness.takeWritten() == "")
    }

    @Test func controlCharactersAndRepeatedIDsAreRefused() throws {
        let harness = try Self.established()
        #expect(throws: LocalError.self) {
            try harness.session.send(Element(.message) { Element(.body, text: "a\u{1A}b") }, now: harness.now)
        }
        #expect(harness.takeWritten() == "")
        let request = "<iq xmlns='jabber:client' type='get' id='q'><x xmlns='y'/></iq>"
        _ = try harness.send(request)
        #expect(throws: LocalError.duplicateRequest(id: "q")) { try harness.send(request) }
    }

    @Test func nothingIsSentBeforeAndAfter() throws {
        let harness = try Harness()
        #expect(throws: LocalError.notEstablished) { try harness.send("<message xmlns='jabber:client'/>") }
        harness.loseTransport()
        #expect(throws: LocalError.ended) { try harness.send("<message xmlns='jabber:client'/>") }
    }

    // MARK: Silence

    @Test func pingIsTheSignOfLifeWithoutStreamManagement() throws {
        let harness = try Self.established()
        harness.waitForTimeout()
        let ping = try element(harness.takeWritten())
        #expect(ping["to"] == "example.com" && ping.firstChild(.ping) != nil)
        // Even a refusal is a sign of life, and none of it is the application's.
        try harness.deliver("<iq type='error' from='example.com' id='\(ping["id"] ?? "")'/>")
        #expect(harness.takeEvents().isEmpty)
        harness.waitForTimeout()
        _ = harness.takeWritten()
        harness.waitForTimeout()
        #expect(harness.ending?.causeName == "timedOut")
        #expect(harness.written.contains("<connection-timeout "))
    }

    @Test func whitespaceKeepsTheConnection() throws {
        let harness = try Self.established { $0.keepalive.whitespaceInterval = .seconds(60) }
        harness.waitForTimeout()
        #expect(harness.takeWritten() == " ")
        try harness.deliver("\n \n")
        #expect(harness.wait == harness.now.advanced(by: .seconds(60)))
        #expect(harness.events.isEmpty)
    }
}
