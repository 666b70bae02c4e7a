import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// The server's end of a component's stream (XEP-0114).
@Suite struct ComponentHostTests {
    @Test(arguments: Harness.Cut.allCases)
    func componentIsAcceptedByItsProof(cut: Harness.Cut) throws {
        let harness = Part.host(cut)
        try harness.deliver(Part.header)
        #expect(harness.eventNames == ["domainRequested"] && harness.takeWritten() == "")
        try harness.act { try $0.accept(secret: Secret(Part.secret), now: harness.now) }
        #expect(harness.written.contains("from='plays.example.com'") && harness.written.contains(" id='"))
        let (other, proof) = try Part.challenged(cut)
        #expect(other.written == harness.takeWritten())
        try harness.deliver("<handshake>\(proof)</handshake>")
        #expect(harness.takeWritten().contains("<handshake"))
        #expect(harness.eventNames.last == "established")
        #expect(harness.session.domain?.full == "plays.example.com")
    }

    @Test func bothEndsUnderstandEachOther() throws {
        let component = try Part.component()
        let host = Part.host()
        try host.deliver(component.takeWritten())
        try host.act { try $0.accept(secret: Secret(Part.secret), now: host.now) }
        try component.deliver(host.takeWritten())
        try host.deliver(component.takeWritten())
        try component.deliver(host.takeWritten())
        #expect(component.eventNames == ["established"] && host.eventNames.last == "established")
        let message = Message(to: try JID("a@example.com"), from: try JID("b@plays.example.com")) { Body("hi") }
        try component.act { try $0.send(message, now: component.now) }
        try host.deliver(component.takeWritten())
        guard case .stanza(.message(let received))? = host.events.last else {
            Issue.record("\(host.eventNames)")
            return
        }
        #expect(received.body == "hi" && received.from?.full == "b@plays.example.com")
        // What comes from a client's stream is sent on in the component's namespace.
        let answer = try element("<message xmlns='jabber:client' from='a@example.com' to='b@plays.example.com'/>")
        try host.act { try $0.send(answer, now: host.now) }
        try component.deliver(host.takeWritten())
        #expect(component.eventNames.last == "stanza")
        // The ping that is the sign of life of either.
        component.waitForTimeout()
        try host.deliver(component.takeWritten())
        try component.deliver(host.takeWritten())
        #expect(host.eventNames.last == "answered" && component.ending == nil)
        host.waitForTimeout()
        try component.deliver(host.takeWritten())
        try host.deliver(component.takeWritten())
        #expect(component.eventNames.last == "answered" && host.eventNames.last == "answered")
    }

    @Test(arguments: ["", "0000", "aaee83c26aeeafcbabeabfcbcd50df997e0a2a1e"])
    func wrongProofIsNotAuthorized(proof: String) throws {
        let (harness, _) = try Part.challenged()
        _ = harness.takeWritten()
        try harness.deliver("<handshake>\(proof)</handshake>")
        #expect(harness.takeWritten().contains("<not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"))
        #expect(!harness.eventNames.contains("established"))
    }

    @Test(arguments: [StreamErrorCondition.hostUnknown, .conflict])
    func domainMayBeRefused(condition: StreamErrorCondition) throws {
        let harness = Part.host()
        try harness.deliver(Part.header)
        try harness.act { try $0.refuse(condition, now: harness.now) }
        let written = harness.takeWritten()
        #expect(
            written.hasPrefix("<?xml version='1.0'?><stream:stream ") && written.contains("<\(condition.rawValue) "))
        #expect(harness.isClosed)
    }

    @Test(arguments: [
        (Part.header.replacing("component:accept", with: "client"), "invalid-namespace"),
        (Part.header.replacing("to='plays.example.com'", with: ""), "host-unknown"),
        (Part.header.replacing("plays.example.com", with: "a@plays.example.com"), "host-unknown"),
        ("<<", "not-well-formed"), ("<!DOCTYPE x>", "restricted-xml"),
    ])
    func wrongHeaderIsAnsweredByItsError(header: String, condition: String) throws {
        let harness = Part.host()
        try harness.deliver(header)
        let written = harness.takeWritten()
        #expect(
            written.ranges(of: "<stream:stream ").count == 1 && written.contains("<\(condition) xmlns"), "\(written)")
        #expect(harness.isClosed)
    }

    @Test(arguments: [
        ("<message to='a@example.com'/>", "invalid-from"),
        ("<message from='a@example.com' to='b@example.com'/>", "invalid-from"),
        ("<message from='plays.example.com.evil' to='b@example.com'/>", "invalid-from"),
        ("<message from='b@plays.example.com'/>", "improper-addressing"),
        ("<message xmlns='jabber:client' from='b@plays.example.com' to='a@example.com'/>", "invalid-namespace"),
        ("<message from='@' to='b@example.com'/>", "invalid-from"),
        ("<message from='a@example.com' to='@'/>", "invalid-from"),
        ("<iq type='get' id='1' to='a@example.com'/>", "invalid-from"),
        ("<iq type='get' id='1' from='b@plays.example.com'/>", "improper-addressing"),
        ("<x xmlns='y'/>", "unsupported-stanza-type"),
    ])
    func wrongStanzaEndsTheStream(xml: String, condition: String) throws {
        let harness = try Part.establishedHost()
        try harness.deliver(xml)
        #expect(harness.written.contains("<\(condition) xmlns"))
        #expect(!harness.eventNames.contains { $0 == "stanza" || $0 == "erroneousStanza" })
    }

    @Test func brokenStanzaEndsNothing() throws {
        let harness = try Part.establishedHost()
        try harness.deliver("<iq type='get' from='plays.example.com' to='a@example.com'><x/></iq>")
        #expect(harness.eventNames == ["erroneousStanza"] && harness.written.contains("<bad-request "))
    }

    @Test func stanzasForOthersAreNotSent() throws {
        let harness = try Part.establishedHost()
        for xml in [
            "<message xmlns='jabber:client' from='a@example.com' to='b@example.com'/>",
            "<message xmlns='jabber:client' to='b@plays.example.com'/>",
        ] {
            let stanza = try element(xml)
            #expect(throws: LocalError.wrongAddresses) { try harness.session.send(stanza, now: harness.now) }
        }
    }

    @Test func whatIsHeldWhileTheApplicationIsAskedIsBounded() throws {
        let harness = try ComponentHostPlace.awaitingSecret.reach()
        for _ in 0..<20 where harness.ending == nil { try harness.deliver(String(repeating: " ", count: 100_000)) }
        #expect(harness.ending?.causeName == "violation")
    }

    @Test func everyStateEndsInSilence() throws {
        for place in ComponentHostPlace.allCases {
            let harness = try place.reach()
            for _ in 0..<3 where harness.ending == nil { harness.waitForTimeout() }
            #expect(harness.ending != nil && harness.isClosed, "\(place)")
        }
    }

    @Test func misuseChangesNothing() throws {
        let harness = Part.host()
        #expect(throws: LocalError.unexpectedInput) {
            try harness.session.accept(secret: Secret("x"), now: harness.now)
        }
        #expect(throws: LocalError.unexpectedInput) { try harness.session.refuse(now: harness.now) }
        #expect(throws: LocalError.notEstablished) {
            try harness.session.send(Message { Body("x") }, now: harness.now)
        }
        #expect(harness.session.stateName == "opening")
    }
}
