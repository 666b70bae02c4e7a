import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// From the connected transport to the bound address, the server's bytes whole and one by one.
@Suite struct LoginTests {
    @Test(arguments: Harness.Cut.allCases)
    func startTLSThenPlainThenBinding(cut: Harness.Cut) throws {
        let harness = try Harness(cut: cut)
        try harness.connect()
        #expect(
            harness.takeWritten() == """
                <?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
                to='example.com' version='1.0'>
                """)
        try harness.deliver(Say.header + Say.features(Say.requiredTLS, Say.plain))
        #expect(harness.takeWritten() == "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        try harness.deliver(Say.proceed)
        #expect(harness.tlsRequests == 1)
        #expect(harness.takeWritten() == "")
        try harness.establishTLS()
        #expect(harness.takeWritten().contains("from='juliet@example.com'"))
        try harness.deliver(Say.header + Say.features(Say.plain))
        #expect(
            harness.takeWritten() == """
                <auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>AGp1bGlldABjb3JyZWN0IGhvcnNl</auth>
                """)
        try harness.deliver(Say.success)
        #expect(harness.takeWritten().hasPrefix("<?xml version='1.0'?><stream:stream"))
        try harness.deliver(Say.header + Say.features(Say.bind, Say.sm))
        let request = harness.takeWritten()
        #expect(request.contains("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"))
        try harness.deliver(Say.bound(harness.lastValue(of: "id")))
        #expect(harness.takeWritten() == "<enable xmlns='urn:xmpp:sm:3' resume='true'/>")
        #expect(
            harness.eventNames == [
                "streamOpened", "features", "secured", "streamOpened", "features", "mechanismChosen", "authenticated",
                "streamOpened", "features", "bound",
            ])
        #expect(harness.session.boundJID?.full == "juliet@example.com/balcony")
    }

    @Test(arguments: Harness.Cut.allCases)
    func directTLSBeginsBeforeAnyByte(cut: Harness.Cut) throws {
        let harness = try Harness(cut: cut) { $0.tls = .direct }
        try harness.connect()
        #expect(harness.tlsRequests == 1)
        #expect(harness.transcript == "")
        try harness.establishTLS()
        try harness.deliver(Say.header + Say.features(Say.plain))
        #expect(harness.takeWritten().contains("mechanism='PLAIN'"))
    }

    @Test(arguments: Harness.Cut.allCases)
    func scramIsCarriedOutAndLeavesSaltedPassword(cut: Harness.Cut) throws {
        let harness = try Harness(cut: cut)
        try harness.secure()
        _ = harness.takeWritten()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256", "PLAIN")))
        let nonce = try #require(ScriptedSCRAM.clientNonce(in: harness.takeWritten()))
        let server = ScriptedSCRAM(clientNonce: nonce, username: "juliet", password: Harness.password)
        try harness.deliver(server.challenge)
        #expect(try server.accepts(harness.takeWritten()))
        try harness.deliver(try server.success)
        guard case .authenticated(let outcome)? = harness.events.first(where: { $0.name == "authenticated" }) else {
            Issue.record("not authenticated")
            return
        }
        #expect(outcome.mechanism == .scramSHA256)
        #expect(outcome.saltedPassword != nil)
    }

    @Test func serverThatDoesNotProveItselfIsLeft() throws {
        let harness = try Harness()
        try harness.secure()
        _ = harness.takeWritten()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256")))
        let nonce = try #require(ScriptedSCRAM.clientNonce(in: harness.takeWritten()))
        let server = ScriptedSCRAM(clientNonce: nonce, username: "juliet", password: "another")
        try harness.deliver(server.challenge)
        try harness.deliver(try server.success)
        guard case .authenticationAborted(let error)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(error.code == .serverSignatureMismatch)
        #expect(harness.ending?.side == .local)
    }

    @Test func failureIsReportedWithConditionAndText() throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.plain))
        try harness.deliver(
            """
            <failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><bad-protocol/><text>go away</text></failure>
            """)
        guard case .authenticationRefused(let condition, let text)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(condition.rawValue == "bad-protocol")
        #expect(text == "go away")
        #expect(harness.written.hasSuffix("</stream:stream>"))
    }

    @Test func refusedResourceIsReplacedByTheApplication() throws {
        let harness = try Harness { $0.resource = .named("balcony") }
        try harness.logIn()
        try harness.deliver(Say.header + Say.features(Say.bind))
        let first = harness.lastValue(of: "id")
        #expect(harness.takeWritten().contains("<resource>balcony</resource>"))
        try harness.deliver(
            """
            <iq type='error' id='\(first)'><error type='modify'>\
            <conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>
            """)
        #expect(harness.eventNames.last == "resourceRefused")
        try harness.session.answerResourceConflict(.named("orchard"), now: harness.now)
        harness.drain()
        #expect(harness.takeWritten().contains("<resource>orchard</resource>"))
        #expect(harness.lastValue(of: "id") != first)
        try harness.deliver(Say.bound(harness.lastValue(of: "id"), "juliet@example.com/other"))
        #expect(harness.session.boundJID?.resource == "other")
    }

    @Test func sessionIsAskedForOnlyWhereItIsRequired() throws {
        let optional = try Harness()
        try optional.establish(Say.bind + "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>")
        #expect(!optional.transcript.contains("xmpp-session"))
        #expect(optional.eventNames.last == "bound")

        let required = try Harness()
        try required.establish(Say.bind + Say.session + Say.sm)
        #expect(required.written.contains("<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>"))
        #expect(!required.eventNames.contains("bound"))
        let id = required.lastValue(of: "id")
        try required.deliver("<message from='a@example.com'><body>early</body></message>")
        try required.deliver("<iq type='result' id='\(id)'/>")
        #expect(required.eventNames.suffix(2) == ["bound", "stanza"])
        #expect(required.eventNames.filter { $0 == "bound" }.count == 1)
    }

    @Test func addressOfAnotherIsRefused() throws {
        for jid in [
            "juliet@evil.example/balcony", "juliet@example.com", "", "@", "mallory@example.com/balcony",
            "example.com/balcony", "juliet@sub.example.com/balcony",
        ] {
            let harness = try Harness()
            try harness.logIn()
            try harness.deliver(Say.header + Say.features(Say.bind))
            try harness.deliver(Say.bound(harness.lastValue(of: "id"), jid))
            guard case .violation(.wrongBoundAddress)? = harness.ending?.cause else {
                Issue.record("\(jid): \(String(describing: harness.ending))")
                continue
            }
        }
    }

    /// Some servers know an account by several names; only the application can know whether this one does.
    @Test func addressOfAnotherAccountIsTakenWhereThatIsPermitted() throws {
        for (jid, isTaken) in [("capulet@example.com/balcony", true), ("capulet@evil.example/balcony", false)] {
            let harness = try Harness { $0.acceptsOtherAccount = true }
            try harness.logIn()
            try harness.deliver(Say.header + Say.features(Say.bind))
            try harness.deliver(Say.bound(harness.lastValue(of: "id"), jid))
            #expect((harness.session.boundJID?.full == jid) == isTaken)
        }
    }

    @Test func whoeverActsForAnotherIsThatOther() throws {
        for (jid, isTaken) in [("romeo@example.com/b", true), ("mallory@example.com/b", false)] {
            let harness = try Harness { $0.credentials.authorizationIdentity = "romeo@example.com" }
            try harness.logIn()
            try harness.deliver(Say.header + Say.features(Say.bind))
            try harness.deliver(Say.bound(harness.lastValue(of: "id"), jid))
            #expect((harness.session.boundJID != nil) == isTaken)
        }
    }

    @Test(arguments: ["example.com", "juliet@example.com"])
    func whoeverLogsInAnonymouslyIsWhomTheServerSays(account: String) throws {
        let harness = try Harness {
            $0.account = (try? JID(account)) ?? $0.account
            $0.credentials = SASLCredentials()
            $0.credentials.isAnonymous = true
        }
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("ANONYMOUS")))
        try harness.deliver(Say.success)
        try harness.deliver(Say.header + Say.features(Say.bind))
        try harness.deliver(Say.bound(harness.lastValue(of: "id"), "8d3f@example.com/x"))
        #expect(harness.session.boundJID?.local == "8d3f")
    }

    @Test func bothAddressesAreNamedThatDoNotMatch() throws {
        let harness = try Harness()
        try harness.logIn()
        try harness.deliver(Say.header + Say.features(Say.bind))
        try harness.deliver(Say.bound(harness.lastValue(of: "id"), "juliet@evil.example/balcony"))
        let reason = harness.ending?.description ?? ""
        #expect(reason.contains("juliet@evil.example/balcony") && reason.contains("juliet@example.com"))
    }

    @Test(
        "A server that opens the stream in another name may refuse the domain, and nothing else (RFC 6120 §4.7.1)",
        arguments: ["from='evil.example'", "from='juliet@example.com'", "from='@'"], [1, 2, 3])
    func foreignServer(from: String, stream: Int) throws {
        let header = Say.header.replacing("from='example.com'", with: from)
        for isRefused in [false, true] {
            let harness = try Harness()
            switch stream {
            case 1: try harness.connect()
            case 2: try harness.secure()
            default: try harness.logIn()
            }
            _ = harness.takeWritten()
            try harness.deliver(header)
            #expect(harness.ending == nil)
            let features = Say.features(Say.requiredTLS, Say.plain, Say.bind)
            try harness.deliver(isRefused ? Say.streamError("host-unknown") : features)
            if isRefused {
                #expect(harness.ending?.causeName == "streamError")
            } else {
                guard case .violation(.foreignServer)? = harness.ending?.cause else {
                    Issue.record("\(String(describing: harness.ending))")
                    continue
                }
                #expect(harness.written.contains("<invalid-from"))
            }
        }
    }

    @Test(arguments: ["", "from=''", "from='EXAMPLE.com'"])
    func serverThatDoesNotSayItsNameIsHeard(from: String) throws {
        let harness = try Harness()
        try harness.connect()
        try harness.deliver(
            Say.header.replacing("from='example.com'", with: from) + Say.features(Say.requiredTLS))
        #expect(harness.written.contains("<starttls"))
    }

    @Test func manyMechanismsMakeOneSentence() throws {
        let harness = try Harness()
        try harness.secure()
        let names = (0..<20_000).map { "X-MECHANISM-\($0)" }
        let list = names.map { "<mechanism>\($0)</mechanism>" }.joined()
        let feature = "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(list)</mechanisms>"
        try harness.deliver(Say.header + Say.features(feature))
        let reason = harness.ending?.description ?? ""
        #expect(reason.contains("X-MECHANISM-0 ") && reason.contains("and 19980 more"))
        #expect(reason.utf8.count < 2000)
    }

    @Test func serverWithoutBindingIsLeftWithAReason() throws {
        let harness = try Harness()
        try harness.logIn()
        try harness.deliver(Say.header + "<stream:features/>")
        #expect(harness.ending?.causeName == "bindingNotOffered")
    }

    @Test func legacyAuthenticationIsNamed() throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(Say.header + Say.features("<auth xmlns='http://jabber.org/features/iq-auth'/>"))
        guard case .authenticationNotOffered(offersLegacy: true)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
    }

    @Test(arguments: [("", false), ("version='1.10'", true), ("version='2.0'", true), ("version='x'", false)])
    func versionIsComparedByNumber(attribute: String, isTaken: Bool) throws {
        let harness = try Harness { $0.tls = .preferred }
        try harness.connect()
        try harness.deliver(Say.header.replacing("version='1.0' xml:lang", with: "\(attribute) xml:lang"))
        #expect((harness.ending == nil) == isTaken)
        if !isTaken {
            #expect(harness.written.contains("<unsupported-version"))
            #expect(!harness.transcript.contains("<auth"))
        }
    }

    @Test(arguments: ["jabber:server", "jabber:component:accept"])
    func contentMustBeThatOfClients(namespace: String) throws {
        let harness = try Harness()
        try harness.connect()
        try harness.deliver(Say.header.replacing("'jabber:client'", with: "'\(namespace)'"))
        #expect(harness.written.contains("<invalid-namespace"))
    }
}
