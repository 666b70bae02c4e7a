import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// The component's end of its stream (XEP-0114).
@Suite struct ComponentTests {
    @Test(arguments: Harness.Cut.allCases)
    func componentProvesItsSecret(cut: Harness.Cut) throws {
        let harness = try Part.component(cut)
        #expect(
            harness.takeWritten() == """
                <?xml version='1.0'?><stream:stream xmlns='jabber:component:accept' \
                xmlns:stream='http://etherx.jabber.org/streams' to='plays.example.com'>
                """)
        try harness.deliver(Part.hostHeader)
        // The proof of the XEP's example, whose secret is "test".
        #expect(harness.takeWritten().contains(">aaee83c26aeeafcbabeabfcbcd50df997e0a2a1e</handshake>"))
        #expect(harness.events.isEmpty)
        try harness.deliver(Part.consent)
        #expect(harness.eventNames == ["established"])
    }

    @Test(arguments: Harness.Cut.allCases)
    func stanzasAreInTheStreamsNamespace(cut: Harness.Cut) throws {
        let harness = try Part.established(cut)
        try harness.deliver("<message from='a@example.com' to='hamlet@plays.example.com'><body>to be</body></message>")
        guard case .stanza(.message(let message))? = harness.events.first else {
            Issue.record("\(harness.eventNames)")
            return
        }
        #expect(message.namespace == .component && message.body == "to be")
        let reply = Message(to: try JID("a@example.com"), from: try JID("hamlet@plays.example.com")) { Body("or not") }
        try harness.act { try $0.send(reply, now: harness.now) }
        #expect(
            harness.takeWritten()
                == "<message to='a@example.com' from='hamlet@plays.example.com'><body>or not</body></message>")
    }

    @Test(arguments: [
        ("a@example.com", "b@example.com"), ("example.com", "b@example.com"), ("a@plays.example.com", ""),
        ("", "b@example.com"), ("a@other.plays.example.com", "b@example.com"),
    ])
    func componentSpeaksForItsDomainOnly(from: String, to: String) throws {
        let harness = try Part.established()
        let attributes = [from.isEmpty ? "" : "from='\(from)'", to.isEmpty ? "" : "to='\(to)'"].joined(separator: " ")
        let stanza = try element("<message xmlns='jabber:client' \(attributes)/>")
        #expect(throws: LocalError.wrongAddresses) { try harness.session.send(stanza, now: harness.now) }
    }

    @Test func requestsAreMatchedByAddressAndID() throws {
        let harness = try Part.established()
        let request = try element(
            "<iq xmlns='jabber:client' type='get' id='1' from='plays.example.com' to='a@example.com'><x xmlns='y'/></iq>"
        )
        try harness.act { try $0.send(request, now: harness.now) }
        #expect(throws: LocalError.duplicateRequest(id: "1")) {
            try harness.session.send(request, now: harness.now)
        }
        try harness.deliver("<iq type='result' id='1' from='evil@example.com' to='plays.example.com'/>")
        try harness.deliver("<iq type='result' id='1' from='a@example.com' to='plays.example.com'/>")
        #expect(harness.eventNames == ["unmatchedResponse", "response"])
        try harness.act { try $0.send(request, now: harness.now) }
        harness.loseTransport()
        #expect(harness.eventNames.suffix(2) == ["response", "ended"])
    }

    @Test func requestsOfOthersAreAnsweredOrDelivered() throws {
        let harness = try Part.established { $0.answeredRequests = [Name("query", in: "jabber:iq:version")] }
        let addresses = "from='a@example.com' to='plays.example.com'"
        try harness.deliver("<iq type='get' id='1' \(addresses)><ping xmlns='urn:xmpp:ping'/></iq>")
        #expect(try element(harness.takeWritten())["type"] == "result")
        try harness.deliver("<iq type='get' id='2' \(addresses)><query xmlns='urn:unknown'/></iq>")
        #expect(harness.takeWritten().contains("<service-unavailable "))
        try harness.deliver("<iq type='get' id='3' \(addresses)><query xmlns='jabber:iq:version'/></iq>")
        #expect(harness.eventNames == ["answered", "answered", "stanza"] && harness.written.isEmpty)
        try harness.deliver("<iq type='get' \(addresses)><query xmlns='jabber:iq:version'/></iq>")
        #expect(harness.takeWritten().contains("<bad-request ") && harness.ending == nil)
    }

    @Test func silentServerIsFoundOut() throws {
        let harness = try Part.established()
        harness.waitForTimeout()
        let ping = harness.takeWritten()
        #expect(ping.contains("<ping xmlns='urn:xmpp:ping'/>") && ping.contains("from='plays.example.com'"))
        harness.waitForTimeout()
        #expect(harness.ending?.causeName == "timedOut")
    }

    @Test(arguments: [
        Say.streamError("conflict"), Part.consent, "<message/>", "</stream:stream>", "<<", "&x;",
    ])
    func whatTheServerSaysInsteadOfItsHeaderOrConsentEndsTheSession(xml: String) throws {
        let early = try Part.component()
        try early.deliver(xml)
        #expect(early.ending != nil && early.isClosed)
        if xml == Part.consent { return }
        let late = try Part.component()
        try late.deliver(Part.hostHeader + xml)
        #expect(late.ending != nil && late.isClosed && !late.eventNames.contains("established"))
    }

    @Test func headerOfAnotherNamespaceIsRefused() throws {
        let harness = try Part.component()
        try harness.deliver(Part.hostHeader.replacing("jabber:component:accept", with: "jabber:client"))
        #expect(harness.written.contains("<invalid-namespace ") && !harness.written.contains("handshake"))
    }

    @Test func bothSidesClose() throws {
        let harness = try Part.established()
        try harness.act { try $0.close(now: harness.now) }
        #expect(harness.takeWritten() == "</stream:stream>")
        try harness.deliver("<message from='a@example.com' to='plays.example.com'/></stream:stream>")
        #expect(harness.eventNames == ["stanza", "ended"])
        #expect(throws: LocalError.ended) { try harness.session.close(now: harness.now) }
    }

    @Test func everyStateEndsInSilence() throws {
        for place in ComponentPlace.allCases {
            let harness = try place.reach()
            for _ in 0..<3 where harness.ending == nil { harness.waitForTimeout() }
            #expect(harness.ending != nil && harness.isClosed, "\(place)")
        }
    }

    @Test func secretIsInNoDescription() throws {
        let harness = try Part.component()
        var dumped = ""
        dump(harness.session.state, to: &dumped)
        #expect(!dumped.contains("\"\(Part.secret)\"") && dumped.contains("secret"))
    }
}

/// The states of a component's session, each with a way there.
enum ComponentPlace: String, CaseIterable {
    case opening, proving, established, closing, ended

    func reach() throws -> ComponentHarness<ComponentSession> {
        let harness = self == .opening || self == .proving ? try Part.component() : try Part.established()
        switch self {
        case .opening, .established: break
        case .proving: try harness.deliver(Part.hostHeader)
        case .closing: try harness.act { try $0.close(now: harness.now) }
        case .ended: harness.loseTransport()
        }
        return harness
    }
}

/// The states of a host's session, each with a way there.
enum ComponentHostPlace: String, CaseIterable {
    case opening, awaitingSecret, awaitingProof, established, closing, ended

    func reach() throws -> ComponentHarness<ComponentHostSession> {
        switch self {
        case .opening: return Part.host()
        case .awaitingSecret:
            let harness = Part.host()
            try harness.deliver(Part.header)
            return harness
        case .awaitingProof: return try Part.challenged().host
        case .established: return try Part.establishedHost()
        case .closing:
            let harness = try Part.establishedHost()
            try harness.act { try $0.close(now: harness.now) }
            return harness
        case .ended:
            let harness = Part.host()
            harness.loseTransport()
            return harness
        }
    }
}
