import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// From an accepted transport to a bound address, the client's bytes whole and one by one.
@Suite struct ServerLoginTests {
    @Test(arguments: Harness.Cut.allCases)
    func startTLSThenPlainThenBinding(cut: Harness.Cut) throws {
        let harness = try ServerHarness(cut: cut)
        harness.deliver(Ask.header)
        let first = harness.takeWritten()
        #expect(first.hasPrefix("<?xml version='1.0'?><stream:stream xmlns='jabber:client'"))
        #expect(first.contains("from='example.com'") && first.contains("version='1.0'") && first.contains(" id='"))
        #expect(first.contains("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"))
        #expect(!first.contains("mechanism"))
        harness.deliver(Ask.startTLS)
        #expect(harness.takeWritten() == "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        #expect(harness.tlsRequests == 1)
        try harness.establishTLS()
        harness.deliver(Ask.header)
        let second = harness.takeWritten()
        #expect(
            second.contains("<mechanism>SCRAM-SHA-256</mechanism>") && second.contains("<mechanism>PLAIN</mechanism>"))
        #expect(!second.contains("starttls") && !second.contains("-PLUS"))
        harness.deliver(Ask.plain)
        #expect(harness.takeWritten() == "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>")
        harness.deliver(Ask.header)
        let third = harness.takeWritten()
        #expect(third.contains("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>") && third.contains("<sm "))
        harness.deliver(Ask.bind)
        #expect(harness.eventNames.last == "resourceRequested")
        try harness.act { try $0.bind(resource: "balcony", now: harness.now) }
        #expect(
            harness.takeWritten() == """
                <iq id='b' type='result'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>\
                <jid>juliet@example.com/balcony</jid></bind></iq>
                """)
        #expect(
            harness.eventNames == [
                "streamOpened", "secured", "streamOpened", "credentialsNeeded", "authenticated", "streamOpened",
                "resourceRequested", "bound",
            ])
    }

    @Test func idsOfStreamsDiffer() throws {
        let harness = try ServerHarness()
        try harness.logIn()
        let ids = harness.transcript.split(separator: "<stream:stream").dropFirst().compactMap { part in
            part.split(separator: " id='").dropFirst().first?.prefix { $0 != "'" }
        }
        #expect(ids.count == 3 && Set(ids).count == 3 && ids.allSatisfy { $0.count == 32 })
    }

    @Test func limitsAreAdvertisedAndGrowWithTheLogin() throws {
        let harness = try ServerHarness()
        harness.deliver(Ask.header)
        #expect(
            harness.takeWritten().contains(
                "<limits xmlns='urn:xmpp:stream-limits:0'><max-bytes>16384</max-bytes></limits>"))
        harness.deliver(Ask.startTLS)
        try harness.establishTLS()
        harness.deliver(Ask.header + Ask.plain + Ask.header)
        #expect(harness.takeWritten().contains("<max-bytes>262144</max-bytes><idle-seconds>180</idle-seconds>"))
        harness.deliver(Ask.bind)
        try harness.act { try $0.bind(now: harness.now) }
        harness.deliver("<message><body>\(String(repeating: "x", count: 200_000))</body></message>")
        #expect(harness.eventNames.last == "stanza")
        harness.deliver("<message><body>\(String(repeating: "x", count: 270_000))</body></message>")
        #expect(harness.ending?.causeName == "violation")
        #expect(harness.transcript.contains("<policy-violation "))
    }

    /// Everything that a client can say at once, it may.
    @Test func pipelinedLoginIsRead() throws {
        let harness = try ServerHarness { $0.tls = .direct }
        try harness.establishTLS()
        harness.deliver(Ask.header + Ask.plain + Ask.header + Ask.bind + Ask.enable + Ask.message)
        #expect(harness.eventNames.last == "resourceRequested")
        try harness.act { try $0.bind(resource: "balcony", now: harness.now) }
        #expect(harness.eventNames.suffix(3) == ["bound", "streamManagementEnabled", "stanza"])
    }

    @Test func handshakeThatDoesNotWaitReachesTLS() throws {
        let harness = try ServerHarness()
        harness.deliver(Ask.header + Ask.startTLS + "\u{16}\u{3}\u{1}hello")
        #expect(harness.tlsRequests == 1)
        #expect(harness.session.takeEarlyTLSBytes() == Array("\u{16}\u{3}\u{1}hello".utf8))
        #expect(harness.session.takeEarlyTLSBytes().isEmpty)
        try harness.establishTLS()
        harness.deliver(Ask.header)
        #expect(harness.written.contains("mechanisms"))
    }

    @Test func plaintextInsteadOfTheHandshakeEndsTheSession() throws {
        let harness = try ServerHarness()
        harness.deliver(Ask.header + Ask.startTLS)
        harness.deliver("<message/>")
        guard case .violation(.plaintextBeforeTLS)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
    }

    // MARK: Mechanisms

    @Test func offerDependsOnTheConnection() throws {
        func offer(_ bindings: [ChannelBinding], hasCertificate: Bool) throws -> String {
            let harness = try ServerHarness { $0.mechanisms.insert(.external, at: 0) }
            try harness.secure(bindings, hasClientCertificate: hasCertificate)
            return harness.written
        }
        let binding = try ChannelBinding(.tlsExporter, data: Array(repeating: 7, count: 32))
        let bare = try offer([], hasCertificate: false)
        #expect(!bare.contains("EXTERNAL") && !bare.contains("-PLUS") && !bare.contains("sasl-channel-binding"))
        let full = try offer([binding], hasCertificate: true)
        #expect(full.contains("<mechanism>EXTERNAL</mechanism>") && full.contains("SCRAM-SHA-256-PLUS"))
        #expect(
            full.contains(
                "<sasl-channel-binding xmlns='urn:xmpp:sasl-cb:0'><channel-binding type='tls-exporter'/></sasl-channel-binding>"
            ))
    }

    @Test func passwordsAreNotAskedForWithoutTLS() throws {
        for permits in [false, true] {
            let harness = try ServerHarness {
                $0.tls = .none
                $0.permitsPasswordsWithoutTLS = permits
            }
            harness.deliver(Ask.header)
            #expect(harness.written.contains("PLAIN") == permits)
            harness.deliver(Ask.plain)
            #expect(harness.eventNames.contains("authenticated") == permits)
            #expect(harness.written.contains("<invalid-mechanism/>") == !permits)
        }
    }

    /// `=` is an initial response of no bytes, no text is none (RFC 6120 §6.4.2).
    @Test func emptyAndMissingInitialResponsesDiffer() throws {
        for (text, isEnd) in [("=", true), ("", false)] {
            let harness = try ServerHarness { $0.mechanisms = [.external] }
            try harness.secure(hasClientCertificate: true)
            _ = harness.takeWritten()
            harness.deliver("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='EXTERNAL'>\(text)</auth>")
            #expect(harness.written.hasPrefix(isEnd ? "<success " : "<challenge "), "\(harness.written)")
            if isEnd { continue }
            harness.deliver("<response xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>")
            #expect(harness.written.contains("<success "))
        }
    }

    @Test func anonymousClientsGetNamesOfTheirOwn() throws {
        let accounts = try [UInt64(1), 2].map { seed in
            let harness = try ServerHarness(seed: seed) { $0.mechanisms = [.anonymous] }
            try harness.secure()
            harness.deliver(Ask.auth("ANONYMOUS", "trace"))
            return try #require(harness.session.account)
        }
        #expect(accounts[0] != accounts[1] && accounts.allSatisfy { $0.domain == "example.com" && $0.local != nil })
    }

    @Test(arguments: [
        ("juliet@example.com", true), ("JULIET@example.com", true), ("romeo@example.com", false),
        ("juliet@example.org", false), ("@", false), ("juliet", false),
    ])
    func nobodyActsForAnother(identity: String, isTaken: Bool) throws {
        let harness = try ServerHarness()
        try harness.secure()
        harness.deliver(Ask.auth("PLAIN", "\(identity)\0juliet\0\(Harness.password)"))
        #expect(harness.eventNames.contains("authenticated") == isTaken)
        #expect(harness.written.contains("<invalid-authzid/>") == !isTaken)
    }

    @Test func failedLoginsMayBeRepeatedSoOften() throws {
        let harness = try ServerHarness()
        try harness.secure()
        for _ in 0..<2 { harness.deliver(Ask.auth("PLAIN", "\0juliet\0wrong")) }
        #expect(harness.ending == nil)
        harness.deliver(Ask.auth("PLAIN", "\0nobody\0wrong"))
        #expect(harness.written.ranges(of: "<failure ").count == 3)
        #expect(harness.written.contains("<not-authorized/>") && harness.written.contains("<policy-violation "))
        #expect(harness.eventNames.filter { $0 == "authenticationFailed" }.count == 3)
        #expect(harness.ending?.causeName == "violation")
    }

    @Test(arguments: [
        ("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>!!</auth>", "incorrect-encoding"),
        ("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>QQ==</auth>", "malformed-request"),
        ("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='DIGEST-MD5'/>", "invalid-mechanism"),
        ("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>", "invalid-mechanism"),
        (
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='SCRAM-SHA-256-PLUS'>biws</auth>",
            "invalid-mechanism"
        ),
        (Ask.auth("SCRAM-SHA-256", "n,,n=juliet"), "malformed-request"),
    ])
    func wrongLoginsHaveTheirConditions(xml: String, condition: String) throws {
        let harness = try ServerHarness()
        try harness.secure()
        harness.deliver(xml)
        #expect(harness.written.contains("<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><\(condition)/></failure>"))
        #expect(harness.ending == nil)
        harness.deliver(Ask.plain)
        #expect(harness.eventNames.contains("authenticated"))
    }

    @Test func abortIsAnswered() throws {
        let harness = try ServerHarness()
        try harness.secure()
        harness.deliver(Ask.auth("SCRAM-SHA-256", "n,,n=juliet,r=abc"))
        #expect(harness.written.contains("<challenge "))
        harness.deliver("<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>")
        #expect(harness.written.contains("<aborted/>") && harness.ending == nil)
    }

    @Test func loginBeforeRequiredTLSIsRefused() throws {
        let harness = try ServerHarness()
        harness.deliver(Ask.header + Ask.plain)
        #expect(harness.written.contains("<encryption-required/>"))
        #expect(!harness.eventNames.contains("credentialsNeeded"))
    }

    // MARK: Binding

    @Test func resourceIsTheServersOrTheClients() throws {
        let harness = try ServerHarness()
        try harness.logIn()
        harness.deliver(
            "<iq type='set' id='1'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>tower</resource></bind></iq>"
        )
        guard case .resourceRequested("tower")? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
        try harness.act { try $0.refuseBinding(StanzaError(.conflict), now: harness.now) }
        #expect(harness.written.contains("<conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>"))
        harness.deliver(Ask.bind)
        try harness.act { try $0.bind(now: harness.now) }
        #expect(harness.session.boundJID?.resource?.isEmpty == false)
    }

    @Test(arguments: [
        "<iq type='set' id='1'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>\u{200B}\u{7F}</resource></bind></iq>",
        "<iq type='get' id='1'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>",
        "<iq type='set'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>",
    ])
    func badBindingIsABadRequest(xml: String) throws {
        let harness = try ServerHarness()
        try harness.logIn()
        _ = harness.takeWritten()
        harness.deliver(xml)
        #expect(harness.written.contains("<bad-request xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>"))
        harness.deliver(Ask.bind)
        #expect(harness.eventNames.last == "resourceRequested")
    }

    @Test func misuseChangesNothing() throws {
        let harness = try ServerHarness()
        #expect(throws: LocalError.unexpectedInput) { try harness.session.bind(now: harness.now) }
        #expect(throws: LocalError.unexpectedInput) { try harness.session.resume(nil, now: harness.now) }
        #expect(throws: LocalError.unexpectedInput) { try harness.session.answer(.refused, now: harness.now) }
        #expect(throws: LocalError.unexpectedInput) { try harness.session.answerAccountRequest(now: harness.now) }
        #expect(throws: LocalError.unexpectedInput) {
            try harness.session.tlsEstablished(bindings: [], now: harness.now)
        }
        #expect(throws: LocalError.notEstablished) { try harness.session.detach(now: harness.now) }
        #expect(throws: LocalError.notEstablished) { try harness.send("<message xmlns='jabber:client'/>") }
        try harness.logIn()
        harness.deliver(Ask.bind)
        #expect(throws: LocalError.malformedRequest) { try harness.session.bind(resource: "\u{7F}", now: harness.now) }
        try harness.act { try $0.bind(now: harness.now) }
        #expect(throws: LocalError.notAStanza) { try harness.send("<x xmlns='jabber:client'/>") }
    }
}
