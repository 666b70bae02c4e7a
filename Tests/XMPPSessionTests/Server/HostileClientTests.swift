import Testing
import XMLStream
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// What a client can do wrong, at each stage, and what it must not cost or get.
@Suite struct HostileClientTests {
    /// Where a client is that has not logged in.
    private static let strangers: [ServerPlace] = [.opening, .negotiating, .secured, .authenticating]
    /// Where something is read.
    private static let readers = ServerPlace.allCases.filter { !$0.isAsking && $0 != .securing && $0 != .ended }

    @Test(arguments: ServerPlace.allCases)
    func silenceEnds(place: ServerPlace) throws {
        let harness = try place.reach()
        for _ in 0..<3 where harness.ending == nil { harness.waitForTimeout() }
        #expect(harness.isClosed)
        switch place {
        case .closing: #expect(harness.ending?.causeName == "closed")
        case .ended: #expect(harness.ending?.causeName == "transportClosed")
        default: #expect(harness.ending?.causeName == "timedOut")
        }
    }

    @Test(arguments: readers, Harness.Cut.allCases)
    func garbageEndsWithOneHeaderAndOneStreamError(place: ServerPlace, cut: Harness.Cut) throws {
        for garbage in [
            "GET / HTTP/1.1\r\n\r\n", "</>", "<a:b/>", "<!DOCTYPE x [<!ENTITY e 'x'>]>", "\u{0}", "&eacute;",
            "<!-- x -->",
        ] {
            let harness = try place.reach(cut)
            _ = harness.takeWritten()
            harness.deliver(garbage + garbage)
            #expect(harness.ending?.causeName == "violation", "\(garbage)")
            let written = harness.takeWritten()
            #expect(written.ranges(of: "<stream:error>").count == (place == .closing ? 0 : 1), "\(garbage)")
            #expect(written.ranges(of: "<stream:stream ").count == (place.isBeforeHeader ? 1 : 0), "\(garbage)")
            harness.deliver(Ask.header + Ask.plain)
            #expect(harness.takeWritten() == "")
        }
    }

    @Test(arguments: ServerPlace.allCases)
    func lostTransportEnds(place: ServerPlace) throws {
        let harness = try place.reach()
        harness.loseTransport()
        #expect(harness.ending?.causeName == (place == .closing ? "closed" : "transportClosed"))
        #expect(harness.eventNames.filter { $0 == "ended" }.count == 1 && harness.isClosed)
    }

    @Test(arguments: readers)
    func streamErrorIsReported(place: ServerPlace) throws {
        let harness = try place.reach()
        harness.deliver((place.isBeforeHeader ? Ask.header : "") + Say.streamError("undefined-condition"))
        #expect(harness.ending?.causeName == "streamError")
        #expect(harness.ending?.side == .peer)
    }

    // MARK: Headers

    @Test(arguments: [
        (Ask.header(to: "evil.example"), "host-unknown"), (Ask.header(to: "@"), "host-unknown"),
        (Ask.header(to: "juliet@example.com"), "host-unknown"),
        (Ask.header(to: "example.com", ""), "unsupported-version"),
        (Ask.header(to: "example.com", "version='0.9'"), "unsupported-version"),
        (Ask.header.replacing("jabber:client", with: "jabber:server"), "invalid-namespace"),
        (Ask.header.replacing("etherx.jabber.org", with: "evil.example"), "invalid-namespace"),
        ("<message/>", "bad-format"),
    ])
    func wrongHeaderIsAnsweredByItsError(header: String, condition: String) throws {
        for place in [ServerPlace.opening, .reopening] {
            let harness = try place.reach()
            _ = harness.takeWritten()
            harness.deliver(header)
            let written = harness.takeWritten()
            #expect(written.hasPrefix("<?xml version='1.0'?><stream:stream "), "\(place)")
            #expect(written.contains("<\(condition) xmlns"), "\(place): \(written)")
            #expect(written.hasSuffix("</stream:stream>") && harness.isClosed)
        }
    }

    @Test func domainStaysTheSame() throws {
        let harness = try ServerPlace.reopening.reach()
        harness.deliver(Ask.header(to: "example.org"))
        #expect(harness.written.contains("<host-unknown "))
        // Before TLS whatever it says is not to be believed.
        let secured = try ServerHarness()
        secured.deliver(Ask.header(to: "example.org") + Ask.startTLS)
        try secured.establishTLS()
        secured.deliver(Ask.header)
        #expect(secured.ending == nil)
    }

    @Test func headerWithoutAnAddresseeIsForTheFirstDomain() throws {
        let harness = try ServerHarness()
        harness.deliver(Ask.header.replacing("to='example.com'", with: ""))
        #expect(harness.written.contains("from='example.com'") && harness.ending == nil)
    }

    // MARK: Limits

    @Test(arguments: strangers, Harness.Cut.allCases)
    func hugeElementIsRefusedBeforeItIsThere(place: ServerPlace, cut: Harness.Cut) throws {
        for start in ["<auth x='", "<iq><a>", "<message><body>"] {
            let harness = try place.reach(cut)
            if place == .opening { harness.deliver(Ask.header) }
            harness.deliver(start + String(repeating: "x", count: 17_000))
            #expect(harness.written.contains("<policy-violation "), "\(start)")
            #expect(harness.isClosed)
        }
    }

    @Test(arguments: strangers)
    func depthIsRefused(place: ServerPlace) throws {
        let harness = try place.reach()
        if place == .opening { harness.deliver(Ask.header) }
        harness.deliver(String(repeating: "<a>", count: 100_000))
        #expect(harness.written.contains("<policy-violation ") && harness.isClosed)
    }

    @Test func depthIsRefusedAfterTheLoginToo() throws {
        let harness = try ServerPlace.established.reach()
        harness.deliver(String(repeating: "<a>", count: 100_000))
        #expect(harness.written.contains("<policy-violation ") && harness.isClosed)
    }

    @Test(arguments: strangers)
    func slowDripDoesNotOutliveTheLoginsTime(place: ServerPlace) throws {
        let harness = try place.reach()
        let start = harness.now
        for _ in 0..<200 where harness.ending == nil {
            harness.pass(.seconds(5))
            if harness.ending == nil { harness.deliver(place == .opening ? "<" : " ") }
        }
        #expect(harness.ending != nil && start.duration(to: harness.now) <= .seconds(95))
    }

    /// Failing again and again does not buy more time, nor does asking for the form.
    @Test func repeatedRequestsDoNotOutliveTheLoginsTime() throws {
        let harness = try ServerPlace.secured.reach()
        for number in 0..<200 where harness.ending == nil {
            harness.pass(.seconds(5))
            if harness.ending == nil {
                harness.deliver("<iq type='get' id='\(number)'><query xmlns='jabber:iq:register'/></iq>")
            }
        }
        #expect(harness.ending?.causeName == "timedOut" && harness.now.milliseconds <= 95_000)
    }

    @Test func timeOfTheApplicationIsNotTheClients() throws {
        let harness = try ServerPlace.awaitingCredentials.reach()
        harness.pass(.seconds(200))
        #expect(harness.ending == nil)
        try harness.act { try $0.answer(.scramKeys(nil), now: harness.now) }
        harness.pass(.seconds(20))
        #expect(harness.ending == nil)
        for _ in 0..<5 where harness.ending == nil { harness.pass(.seconds(29)) }
        #expect(harness.ending?.causeName == "timedOut")
    }

    @Test(arguments: ServerPlace.allCases.filter(\.isAsking))
    func whatIsHeldWhileTheApplicationIsAskedIsBounded(place: ServerPlace) throws {
        let harness = try place.reach()
        let most = harness.session.wire.parser.limits.stanzaBytes
        for _ in 0..<(most / 1000) { harness.deliver(String(repeating: " ", count: 1000)) }
        #expect(harness.ending == nil)
        for _ in 0..<2 { harness.deliver(String(repeating: " ", count: 1000)) }
        guard case .violation(.tooMuchAtOnce)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
    }

    /// WebSocket hands over a message when it is whole, and until then nobody else looks at the clock.
    @Test func partOfAMessageHasToBecomeWholeInTime() throws {
        let harness = try ServerPlace.managed.reach()
        let start = harness.now
        while harness.ending == nil, start.duration(to: harness.now) < .seconds(90) {
            harness.act { $0.recordPartialStanza(now: harness.now) }
            harness.act { $0.recordSignOfLife(now: harness.now) }
            harness.pass(.seconds(5))
        }
        guard case .timedOut(.stanza)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(start.duration(to: harness.now) == .seconds(60))
        let prompt = try ServerPlace.managed.reach()
        for _ in 0..<10 {
            prompt.act { $0.recordPartialStanza(now: prompt.now) }
            prompt.pass(.seconds(20))
            prompt.deliver(Ask.message)
        }
        #expect(prompt.ending == nil)
    }

    /// What the client has sent and nobody has read yet is not late.
    @Test func clientIsNotLateWhileItIsHeldUp() throws {
        let harness = try ServerPlace.established.reach()
        harness.deliver("<message><body>")
        for _ in 0..<5 {
            harness.pass(.seconds(50))
            harness.act { $0.recordSignOfLife(now: harness.now) }
            harness.act { $0.recordHeldUp(now: harness.now) }
        }
        #expect(harness.ending == nil)
        harness.pass(.seconds(60))
        guard case .timedOut(.stanza)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
    }

    // MARK: Out of order

    /// Behind the end of its stream a server says nothing, whatever it is asked.
    @Test func nothingIsWrittenBehindTheEndOfTheStream() throws {
        for xml in [
            Ask.enable, Ask.resume("x", handled: 0), Ask.ping, Ask.bind, "<message to='@'/>", Ask.register("<remove/>"),
            "<r xmlns='urn:xmpp:sm:3'/>", "<x xmlns='y'/>",
        ] {
            for isManaged in [false, true] {
                let harness = try (isManaged ? ServerPlace.managed : .established).reach()
                try harness.act { try $0.close(now: harness.now) }
                #expect(harness.takeWritten().hasSuffix("</stream:stream>"))
                harness.deliver(xml)
                #expect(harness.takeWritten() == "", "\(xml)")
            }
        }
    }

    /// TLS comes before the login or not at all (RFC 6120 §5.3.4).
    @Test func startTLSIsNeitherOfferedNorTakenAfterTheLogin() throws {
        let harness = try ServerHarness {
            $0.tls = .offered
            $0.mechanisms = [.anonymous]
        }
        harness.deliver(Ask.header)
        #expect(harness.takeWritten().contains("<starttls "))
        harness.deliver(Ask.auth("ANONYMOUS", "x") + Ask.header)
        let written = harness.takeWritten()
        #expect(written.contains("<success ") && !written.contains("starttls"))
        harness.deliver(Ask.startTLS)
        #expect(harness.written.contains("<not-authorized ") && harness.tlsRequests == 0)
    }

    @Test(arguments: strangers.filter { $0 != .opening })
    func stanzasBeforeTheLoginAreNotAuthorized(place: ServerPlace) throws {
        for xml in [
            Ask.message, Ask.bind, Ask.enable, Ask.resume("x", handled: 0), "<r xmlns='urn:xmpp:sm:3'/>", "<presence/>",
            "<x xmlns='y'/>",
        ] {
            let harness = try place.reach()
            harness.deliver(xml)
            #expect(harness.written.contains("<not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"), "\(xml)")
            #expect(!harness.eventNames.contains("stanza") && !harness.eventNames.contains("resumptionRequested"))
        }
    }

    @Test func stanzasBeforeTheBindingAreNotAuthorized() throws {
        for xml in [Ask.message, Ask.ping, "<presence/>", Ask.plain, Ask.register("<remove/>")] {
            let harness = try ServerPlace.loggedIn.reach()
            harness.deliver(xml)
            #expect(harness.written.contains("<not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"), "\(xml)")
        }
    }

    @Test func responseWithoutAnExchangeEndsTheStream() throws {
        for xml in [Ask.response("x"), "<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"] {
            let harness = try ServerPlace.secured.reach()
            harness.deliver(xml)
            #expect(harness.ending?.causeName == "violation")
        }
    }

    @Test func secondLoginWithinAnExchangeEndsTheStream() throws {
        let harness = try ServerPlace.authenticating.reach()
        harness.deliver(Ask.plain)
        #expect(harness.ending?.causeName == "violation")
        #expect(!harness.eventNames.contains("authenticated"))
    }

    @Test(arguments: ["c=biws,r=other,p=AAAA", "c=biws,r=abc,p=AAAA", "x", "", "c=biws"])
    func wrongProofIsRefused(response: String) throws {
        let harness = try ServerPlace.authenticating.reach()
        harness.deliver(Ask.response(response))
        #expect(harness.written.contains("<failure ") && !harness.eventNames.contains("authenticated"))
    }

    @Test func startTLSTwiceIsRefused() throws {
        let harness = try ServerPlace.secured.reach()
        harness.deliver(Ask.startTLS)
        #expect(harness.written.contains("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"))
        #expect(harness.ending?.causeName == "tlsForbidden" && harness.tlsRequests == 1)
    }

    /// Unknown users and wrong passwords look the same.
    @Test func nobodyLearnsWhoHasAnAccount() throws {
        func answers(_ username: String) throws -> [String] {
            let harness = try ServerPlace.secured.reach()
            _ = harness.takeWritten()
            harness.deliver(Ask.auth("SCRAM-SHA-256", "n,,n=\(username),r=abc"))
            let challenge = try element(harness.takeWritten())
            let text = String(decoding: Base64.decode(challenge.text) ?? [], as: UTF8.self)
            harness.deliver(
                Ask.response(
                    "c=biws,r=\(text.dropFirst(2).prefix { $0 != "," }),p=\(Base64.encode(Array(repeating: 0, count: 32)))"
                ))
            let keys = text.split(separator: ",").map {
                String($0.prefix { $0 != "=" }) + "\($0.hasPrefix("i=") ? $0 : "")"
            }
            return keys + [harness.takeWritten()]
        }
        #expect(try answers("juliet") == answers("nobody"))
    }

    @Test func secretsAreInNoDescription() throws {
        let harness = try ServerPlace.established.reach()
        var dumped = ""
        dump(harness.session.state, to: &dumped)
        dump(harness.events, to: &dumped)
        #expect(!dumped.contains(Harness.password))
    }
}
