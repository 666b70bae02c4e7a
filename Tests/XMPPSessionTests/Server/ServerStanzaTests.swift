import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// What a server's session does with stanzas, and what it believes of them.
@Suite struct ServerStanzaTests {
    private static func established(
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> ServerHarness {
        let harness = try ServerHarness(configure)
        try harness.establish()
        _ = harness.takeWritten()
        _ = harness.takeEvents()
        return harness
    }

    private static func stanza(_ event: ServerEvent?) -> Stanza? {
        if case .stanza(let stanza)? = event { stanza } else { nil }
    }

    // MARK: Senders

    @Test(arguments: [
        ("", "juliet@example.com/balcony"), ("from='juliet@example.com'", "juliet@example.com/balcony"),
        ("from='Juliet@Example.com/balcony'", "juliet@example.com/balcony"),
    ])
    func senderIsStamped(attribute: String, sender: String) throws {
        let harness = try Self.established()
        for kind in ["message", "presence"] {
            harness.deliver("<\(kind) \(attribute) to='romeo@example.net' xml:lang='it'><x xmlns='y'/></\(kind)>")
            let stanza = Self.stanza(harness.events.last)
            #expect(stanza?.from?.full == sender)
            #expect(stanza?.element.firstChild(Name("x", in: "y")) != nil && stanza?.language == "it")
        }
        harness.deliver("<iq \(attribute) to='romeo@example.net/orchard' type='get' id='1'><x xmlns='y'/></iq>")
        #expect(Self.stanza(harness.events.last)?.from?.full == sender)
    }

    @Test(arguments: [
        ("subscribe", true), ("subscribed", true), ("unsubscribe", true), ("unsubscribed", true), ("probe", false),
        ("unavailable", false),
    ])
    func subscriptionsComeFromTheAccount(type: String, isBare: Bool) throws {
        let harness = try Self.established()
        harness.deliver("<presence type='\(type)' to='romeo@example.net'/>")
        #expect(Self.stanza(harness.events.last)?.from?.isBare == isBare)
    }

    @Test(arguments: [
        "romeo@example.net", "juliet@example.com/other", "example.com", "juliet@example.org", "juliet@example.com.evil",
    ])
    func forgedSenderEndsTheStream(sender: String) throws {
        let harness = try Self.established()
        harness.deliver("<message from='\(sender)' to='romeo@example.net'/>")
        #expect(harness.eventNames == ["ended"])
        #expect(harness.written.contains("<invalid-from xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"))
    }

    // MARK: Requests

    @Test(arguments: ["", "to='example.com'", "to='juliet@example.com'"])
    func pingToTheServerIsAnswered(attribute: String) throws {
        let harness = try Self.established()
        harness.deliver("<iq type='get' id='p' \(attribute)><ping xmlns='urn:xmpp:ping'/></iq>")
        #expect(harness.eventNames == ["answered"])
        #expect(try element(harness.takeWritten())["type"] == "result")
    }

    @Test(arguments: ["to='romeo@example.net/orchard'", "to='juliet@example.com/other'"])
    func pingToOthersIsRouted(attribute: String) throws {
        let harness = try Self.established()
        harness.deliver("<iq type='get' id='p' \(attribute)><ping xmlns='urn:xmpp:ping'/></iq>")
        #expect(harness.eventNames == ["stanza"] && harness.written.isEmpty)
    }

    @Test func whatTheSessionDoesNotKnowIsTheApplications() throws {
        let harness = try Self.established()
        harness.deliver("<iq type='get' id='1'><query xmlns='jabber:iq:roster'/></iq>")
        harness.deliver("<iq type='result' id='p' to='example.com'/>")
        #expect(harness.eventNames == ["stanza", "stanza"] && harness.written.isEmpty)
    }

    @Test func negotiationIsOver() throws {
        let harness = try Self.established()
        harness.deliver(Ask.bind)
        #expect(harness.takeWritten().contains("<not-allowed "))
        harness.deliver("<iq type='set' id='s'><session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq>")
        #expect(try element(harness.takeWritten())["type"] == "result")
    }

    @Test(arguments: [
        "<message xmlns='jabber:server' to='a@b'/>", "<iq xmlns='jabber:component:accept' type='get' id='1'/>",
    ])
    func stanzasOfOtherStreamsEndTheStream(xml: String) throws {
        let harness = try Self.established()
        harness.deliver(xml)
        #expect(harness.written.contains("<invalid-namespace "))
    }

    @Test(arguments: ["<x xmlns='y'/>", "<message xmlns='urn:evil'/>", Ask.plain, Ask.startTLS])
    func unknownElementEndsTheStream(xml: String) throws {
        let harness = try Self.established()
        harness.deliver(xml)
        #expect(harness.eventNames == ["unknownElement", "ended"])
        #expect(harness.written.contains("<unsupported-stanza-type "))
    }

    // MARK: What goes out

    @Test func stanzasOfOtherNamespacesTakeOnTheStreams() throws {
        let harness = try Self.established()
        _ = try harness.send("<message xmlns='jabber:server' from='romeo@example.net'><body>hi</body></message>")
        #expect(harness.takeWritten() == "<message from='romeo@example.net'><body>hi</body></message>")
    }

    // MARK: Silence

    @Test func silentClientIsAskedForASignOfLifeAndThenLeft() throws {
        let harness = try Self.established()
        harness.waitForTimeout()
        let ping = try element(harness.takeWritten())
        #expect(ping["from"] == "example.com" && ping["to"] == "juliet@example.com/balcony")
        harness.deliver("<iq type='error' id='\(ping["id"] ?? "")' to='example.com'><error type='cancel'/></iq>")
        #expect(harness.takeEvents().isEmpty)
        harness.waitForTimeout()
        harness.waitForTimeout()
        #expect(harness.ending?.causeName == "timedOut")
        #expect(harness.written.contains("<connection-timeout "))
    }

    /// What cannot be understood for another reason may not claim to be another's, either.
    @Test(arguments: [
        "<message from='@'/>", "<message from='' to='a@b'/>", "<presence from='romeo@example.com' type='x'/>",
        "<iq from='@' type='get' id='1'><ping xmlns='urn:xmpp:ping'/></iq>", "<message from='example.com' to='@'/>",
    ])
    func erroneousStanzaWithAForgedSenderEndsTheStream(xml: String) throws {
        let harness = try Self.established()
        harness.deliver(xml)
        #expect(harness.written.contains("<invalid-from ") && harness.isClosed)
        #expect(!harness.eventNames.contains("erroneousStanza"))
    }

    @Test(arguments: ["", "from='juliet@example.com'", "from='juliet@example.com/balcony'"])
    func erroneousStanzaWithTheOwnSenderEndsNothing(sender: String) throws {
        let harness = try Self.established()
        harness.deliver("<message \(sender) to='@'/>")
        #expect(harness.written.contains("<jid-malformed ") && harness.ending == nil)
        #expect(harness.eventNames.contains("erroneousStanza"))
    }

    @Test func stanzaThatNeverEndsIsNotWaitedForForEver() throws {
        let harness = try Self.established()
        for _ in 0..<100 where harness.ending == nil {
            harness.pass(.seconds(2))
            if harness.ending == nil { harness.deliver(harness.now.milliseconds == 2000 ? "<message><body>" : "x") }
        }
        guard case .timedOut(.stanza)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(harness.now.milliseconds < 70_000)
    }

    @Test func stanzasThatDoEndAreNotHurried() throws {
        let harness = try Self.established()
        harness.deliver("<message>")
        for _ in 0..<20 {
            harness.pass(.seconds(40))
            harness.deliver("</message><message>")
        }
        #expect(harness.ending == nil)
    }

    // MARK: Closing

    @Test func closingWaitsForTheClient() throws {
        let harness = try Self.established()
        try harness.act { try $0.close(now: harness.now) }
        #expect(harness.takeWritten() == "</stream:stream>")
        harness.deliver(Ask.message + "</stream:stream>")
        #expect(harness.eventNames == ["stanza", "ended"])
        guard case .closed(.answered)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
    }

    @Test func errorClosesAtOnce() throws {
        let harness = try Self.established()
        try harness.act { try $0.close(StreamError(.systemShutdown), now: harness.now) }
        #expect(harness.takeWritten().hasSuffix("</stream:error></stream:stream>"))
        #expect(harness.isClosed && harness.ending?.side == .local)
    }
}
