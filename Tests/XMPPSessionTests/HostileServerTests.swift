import Testing
import XMLStream
import XMPPStanzas

@testable import XMPPSession

/// What a server can do wrong, at each stage of a login.
@Suite struct HostileServerTests {
    /// The stages, each with the way there.
    enum Stage: CaseIterable {
        case opening, features, tlsAnswer, securedOpening, authentication, binding, session, established, closing

        func reach(_ cut: Harness.Cut) throws -> Harness {
            let harness = try Harness(cut: cut)
            switch self {
            case .opening: try harness.connect()
            case .features:
                try harness.connect()
                try harness.deliver(Say.header)
            case .tlsAnswer:
                try harness.connect()
                try harness.deliver(Say.header + Say.features(Say.requiredTLS))
            case .securedOpening: try harness.secure()
            case .authentication:
                try harness.secure()
                try harness.deliver(Say.header + Say.features(Say.plain))
            case .binding:
                try harness.logIn()
                try harness.deliver(Say.header + Say.features(Say.bind))
            case .session: try harness.establish(Say.bind + Say.session)
            case .established: try harness.establish(Say.bind)
            case .closing:
                try harness.establish(Say.bind)
                try harness.session.close(now: harness.now)
                harness.drain()
            }
            return harness
        }

        /// Whether a stream header is due.
        var isBeforeHeader: Bool { self == .opening || self == .securedOpening }
    }

    @Test(arguments: Stage.allCases)
    func silenceEnds(stage: Stage) throws {
        let harness = try stage.reach(.whole)
        for _ in 0..<3 where harness.ending == nil { harness.waitForTimeout() }
        let expected = stage == .closing ? "closed" : "timedOut"
        #expect(harness.ending?.causeName == expected)
        #expect(harness.isClosed)
    }

    @Test(arguments: Stage.allCases, Harness.Cut.allCases)
    func lostTransportEnds(stage: Stage, cut: Harness.Cut) throws {
        let harness = try stage.reach(cut)
        if !stage.isBeforeHeader { try harness.deliver("<message") }
        harness.loseTransport()
        #expect(harness.ending?.causeName == (stage == .closing ? "closed" : "transportClosed"))
        #expect(harness.eventNames.filter { $0 == "ended" }.count == 1)
    }

    /// What the peer does behind this side's end of the stream is told apart (RFC 6120 §4.4).
    @Test func endOfAClosedStreamSaysWhatThePeerDid() throws {
        func ending(_ end: (Harness) throws -> Void) throws -> Ending? {
            let harness = try Stage.closing.reach(.whole)
            try end(harness)
            return harness.ending
        }
        let silent = try ending { $0.waitForTimeout() }
        let gone = try ending { $0.loseTransport() }
        let cut = try ending { $0.session.transportClosed(.tlsFailed("bad record"), now: $0.now) }
        let polite = try ending { try $0.deliver("</stream:stream>") }
        let unopened = try Stage.binding.reach(.whole)
        try unopened.session.close(now: unopened.now)
        let farewells = [silent, gone, cut, polite, unopened.ending].map { ending -> Ending.Farewell? in
            if case .closed(let farewell)? = ending?.cause { farewell } else { nil }
        }
        #expect(
            farewells == [
                .timedOut, .connectionClosed(nil), .connectionClosed("bad record"), .answered, .notAwaited,
            ])
        #expect(silent?.description.contains("in time") == true)
        #expect(gone?.description.contains("in time") == false)
        #expect(cut?.description.hasSuffix(": bad record") == true)
    }

    @Test(arguments: Stage.allCases, Harness.Cut.allCases)
    func garbageEndsWithOneStreamError(stage: Stage, cut: Harness.Cut) throws {
        for garbage in [
            "GET / HTTP/1.1\r\n\r\n", "</>", "<a:b/>", "<!DOCTYPE x [<!ENTITY e 'x'>]>", "\u{0}", "&eacute;",
        ] {
            let harness = try stage.reach(cut)
            _ = harness.takeWritten()
            try harness.deliver(garbage + garbage)
            #expect(harness.ending?.causeName == "violation", "\(garbage)")
            // A stream that this side has closed is closed.
            let errors = harness.takeWritten().ranges(of: "<stream:error>").count
            #expect(errors == (stage == .closing ? 0 : 1), "\(garbage)")
            try harness.deliver(Say.header + Say.features(Say.plain))
            #expect(harness.takeWritten() == "")
        }
    }

    @Test(arguments: Stage.allCases, Harness.Cut.allCases)
    func streamErrorIsReportedWhereverItComes(stage: Stage, cut: Harness.Cut) throws {
        let harness = try stage.reach(cut)
        let header = stage.isBeforeHeader ? Say.header : ""
        try harness.deliver(header + Say.streamError("host-unknown") + "</stream:stream>")
        guard case .streamError(let error)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(error.condition == .hostUnknown)
        #expect(harness.ending?.side == .peer)
    }

    @Test(arguments: Stage.allCases, Harness.Cut.allCases)
    func endOfStreamIsAnswered(stage: Stage, cut: Harness.Cut) throws {
        let harness = try stage.reach(cut)
        _ = harness.takeWritten()
        let header = stage.isBeforeHeader ? Say.header : ""
        try harness.deliver(header + "</stream:stream>\n")
        #expect(harness.ending?.causeName == (stage == .closing ? "closed" : "closedByPeer"))
        #expect(harness.takeWritten() == (stage == .closing ? "" : "</stream:stream>"))
    }

    /// Elements that are right somewhere, and wrong in all of these places.
    @Test(arguments: Harness.Cut.allCases)
    func elementsOutOfPlaceEndTheLogin(cut: Harness.Cut) throws {
        let elements = [
            Say.proceed, Say.success, "<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>",
            "<resumed xmlns='urn:xmpp:sm:3' h='0' previd='x'/>", "<enabled xmlns='urn:xmpp:sm:3'/>",
            "<message from='a@example.com'/>", Say.bound("guess"),
            "<iq type='set' id='1'><query xmlns='jabber:iq:roster'/></iq>",
            "<x xmlns='y'/>", "<stream:x/>",
        ]
        for stage in [Stage.features, .tlsAnswer, .authentication, .binding] {
            for xml in elements {
                if stage == .tlsAnswer && xml == Say.proceed { continue }
                if stage == .authentication && (xml == Say.success || xml.contains("challenge")) { continue }
                let harness = try stage.reach(cut)
                try harness.deliver(xml)
                guard case .violation(.unexpectedElement)? = harness.ending?.cause else {
                    Issue.record("\(stage): \(xml): \(String(describing: harness.ending))")
                    continue
                }
                #expect(harness.written.contains("<unsupported-stanza-type "))
            }
        }
    }

    @Test(arguments: Harness.Cut.allCases, [Say.bind, Say.bind + Say.sm])
    func resumptionThatWasNotAskedForIsRefused(cut: Harness.Cut, features: String) throws {
        let harness = try Harness(cut: cut)
        try harness.establish(features)
        try harness.deliver("<resumed xmlns='urn:xmpp:sm:3' h='0' previd='x'/>")
        guard case .violation(.unexpectedElement)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(!harness.eventNames.contains("resumed"))
        #expect(harness.ending?.resumption == nil)
    }

    @Test func successWithoutAnythingProvedIsRefused() throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256")))
        try harness.deliver(Say.success)
        #expect(harness.ending?.causeName == "authenticationAborted")
        #expect(!harness.eventNames.contains("authenticated"))
    }

    @Test(arguments: ["!!!!", "QQ", "Q Q=", "QUJ\n"])
    func challengeThatIsNotBase64IsAborted(text: String) throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256")))
        try harness.deliver("<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(text)</challenge>")
        #expect(harness.ending?.causeName == "authenticationAborted")
        #expect(harness.written.contains("<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/></stream:stream>"))
    }

    @Test func challengesDoNotKeepALoginAliveForEver() throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(Say.header)
        for _ in 0..<20 where harness.ending == nil {
            harness.pass(.seconds(20))
            if harness.ending == nil { try harness.deliver(" ") }
        }
        #expect(harness.ending?.causeName == "timedOut")
    }

    @Test func stanzasBeforeTheSessionAreBounded() throws {
        let harness = try Stage.session.reach(.whole)
        for _ in 0...StartingSession.maximumEarlyStanzas { try harness.deliver("<message from='a@example.com'/>") }
        guard case .violation(.prematureStanzas)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
    }

    @Test(arguments: Harness.Cut.allCases)
    func limitsHoldForHeadersToo(cut: Harness.Cut) throws {
        let harness = try Harness(cut: cut) { $0.limits = XMLStreamLimits(stanzaBytes: 1000) }
        try harness.connect()
        try harness.deliver(Say.header.dropLast() + " x='" + String(repeating: "x", count: 2000))
        #expect(harness.written.contains("<policy-violation "))
    }

    @Test func secretsAreInNoDescription() throws {
        let harness = try Harness()
        try harness.establishManaged()
        let configuration = try ClientConfiguration(
            account: .init(Harness.account), credentials: .init(username: "juliet", password: .init(Harness.password)))
        var dumped = ""
        dump(configuration, to: &dumped)
        dump(harness.session, to: &dumped)
        #expect(!dumped.contains(Harness.password))
    }

    @Test func credentialsDoNotOutliveTheLogin() throws {
        let harness = try Harness()
        try harness.establish(Say.bind)
        var dumped = ""
        dump(harness.session, to: &dumped)
        #expect(!dumped.contains("SASLCredentials"))
    }
}
