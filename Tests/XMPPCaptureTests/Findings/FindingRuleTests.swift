import Testing
import XMLStream

@testable import XMPPCapture

/// Each rule with the least that shows it, and the least that looks alike and is right.
@Suite struct FindingRuleTests {
    private static let tls = "urn:ietf:params:xml:ns:xmpp-tls"
    private static let ping = "<ping xmlns='urn:xmpp:ping'/>"
    private static let roster = "<query xmlns='jabber:iq:roster'/>"
    private static let carbon = "<sent xmlns='urn:xmpp:carbons:2'/>"

    @Test func anOrdinarySessionHasNoFindings() {
        let session =
            Dialogue.login + [
                "C<iq type='get' id='1'>\(Self.roster)</iq>", "S<iq type='result' id='1'>\(Self.roster)</iq>",
                "C<presence><show>away</show><priority>-5</priority></presence>",
                "S<message from='juliet@a.test' to='juliet@a.test/balcony'>\(Self.carbon)</message>",
                "S<iq type='set' id='p1' from='juliet@a.test'>\(Self.roster)</iq>", "C<iq type='result' id='p1'/>",
                "S<message from='r@b.test'><delay xmlns='urn:xmpp:delay' stamp='2026-02-28T23:59:60.5Z'/></message>",
                "C<message to='r@b.test' type='chat' id='m1'><body/></message>", "C</stream:stream>",
                "S</stream:stream>",
            ]
        #expect(Dialogue.findings(session).isEmpty)
    }

    /// What is said after login, and what is found in it.
    @Test(
        arguments: [
            (["C<iq type='get'>\(ping)</iq>"], ["error missing-id"]),
            (
                ["C<iq type='get' id='1'>\(ping)</iq>", "C<iq type='get' id='1'>\(ping)</iq>"],
                ["warning duplicate-id", "info unanswered-request", "info unanswered-request"]
            ),
            (["C<message id='1'/>", "C<message id='1'/>"], ["info duplicate-id"]),
            (["C<message id='1'/>", "S<message id='1' from='a@a.test'/>"], []),
            (["S<iq type='result' id='9'/>"], ["warning unmatched-reply"]),
            (["-S", "S<iq type='result' id='9'/>"], ["info unreadable"]),
            (
                [
                    "C<iq type='get' id='1' to='r@b.test/x'>\(ping)</iq>",
                    "S<iq type='result' id='1' from='evil@c.test'/>",
                ],
                ["warning unmatched-reply", "info unanswered-request"]
            ),
            (["C<iq type='get' id='1' to='A.test'>\(ping)</iq>", "S<iq type='result' id='1'/>"], []),
            (["C<iq type='get' id='1' to='juliet@a.test'>\(ping)</iq>", "S<iq type='result' id='1'/>"], []),
            (["C<iq type='get' id='1'>\(ping)</iq>"], ["info unanswered-request"]),
            (
                ["C<iq type='get' id='1'>\(ping)</iq>"] + Array(repeating: "C<message/>", count: 10),
                ["warning unanswered-request"]
            ),
            (["C<iq type='get' id='1'/>", "S<iq type='result' id='1'/>"], ["error iq-payload"]),
            (
                ["C<iq type='set' id='1'>\(ping)\(roster)</iq>", "S<iq type='result' id='1'>\(ping)\(roster)</iq>"],
                ["error iq-payload", "error iq-payload"]
            ),
            (["C<iq type='get' id='1'>\(ping)</iq>", "S<iq type='error' id='1'>\(ping)</iq>"], ["error iq-payload"]),
            (["C<iq type='ask' id='1'/>", "C<iq id='2'/>"], ["error iq-payload", "error iq-payload"]),
            (["S<message from='evil@b.test'>\(carbon)</message>"], ["error spoofed-carbon"]),
            (["S<message from='juliet@a.test/other'>\(carbon)</message>"], ["error spoofed-carbon"]),
            (
                [
                    "S<iq type='set' id='1' from='evil@b.test'>\(roster)</iq>",
                    "C<iq type='result' id='1' to='evil@b.test'/>",
                ],
                ["error spoofed-roster-push"]
            ),
            (
                ["C<message to='a@@b'/>", "S<message from='b c@d.test'/>"],
                ["error invalid-address", "error invalid-address"]
            ),
            (["C<presence><show>gone</show></presence>"], ["error presence-value"]),
            (["C<presence><priority>300</priority></presence>"], ["error presence-value"]),
            (["C<presence type='available'/>"], ["error presence-value"]),
            (["C<message type='talk'/>"], ["warning message-type"]),
            (["S<message><delay xmlns='urn:xmpp:delay' stamp='20260228T10:00:00'/></message>"], ["error delay-stamp"]),
            (["S<message><delay xmlns='urn:xmpp:delay'/></message>"], ["error delay-stamp"]),
            (["C<message xmlns='jabber:server'/>"], ["error stanza-namespace"]),
            (["C<presence xmlns='urn:example'/>"], ["error stanza-namespace"]),
            ([Dialogue.clientHeader], ["error stream-restart"]),
            (["C<a xmlns='urn:xmpp:sm:3' h='0'/>"], ["error stream-management"]),
            (["C<!-- x -->"], ["error unreadable"]),
        ] as [([String], [String])])
    func afterLogin(lines: [String], expected: [String]) {
        #expect(Dialogue.findings(Dialogue.login + lines) == expected)
    }

    @Test(
        arguments: [
            ("PLAIN", ["error plaintext-authentication"]), ("SCRAM-SHA-1", []),
            ("LOGIN", ["error plaintext-authentication", "warning weak-mechanism"]),
            ("DIGEST-MD5", ["warning weak-mechanism"]), ("CRAM-MD5", ["warning weak-mechanism"]),
        ] as [(String, [String])])
    func mechanisms(mechanism: String, expected: [String]) {
        let lines = [Dialogue.clientHeader, Dialogue.serverHeader, "C\(Dialogue.auth(mechanism))"]
        #expect(Dialogue.findings(lines) == expected)
    }

    @Test func theLoginOfOldIsJudgedToo() {
        let query = "<query xmlns='jabber:iq:auth'><username>juliet</username><password>x</password></query>"
        let lines = [
            Dialogue.clientHeader, Dialogue.serverHeader, "C<iq type='set' id='1'>\(query)</iq>",
            "S<iq type='result' id='1'/>", "C<presence/>",
        ]
        #expect(Dialogue.findings(lines) == ["error plaintext-authentication"])
        let digest = lines.map { $0.replacing("password>", with: "digest>") }
        #expect(Dialogue.findings(digest) == ["warning weak-mechanism"])
    }

    @Test func obsoleteMechanismsThatAreOfferedAreToldOnce() {
        let offer =
            "S<stream:features><mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"
            + "<mechanism>DIGEST-MD5</mechanism></mechanisms></stream:features>"
        #expect(
            Dialogue.findings([Dialogue.clientHeader, Dialogue.serverHeader, offer, offer]) == ["info weak-mechanism"])
    }

    @Test func startTLSHasToBeUsed() {
        func lines(_ content: String) -> [String] {
            [
                Dialogue.clientHeader, Dialogue.serverHeader,
                "S<stream:features><starttls xmlns='\(Self.tls)'>\(content)</starttls></stream:features>",
                "C\(Dialogue.auth("SCRAM-SHA-1"))",
            ]
        }
        #expect(Dialogue.findings(lines("")) == ["warning starttls-not-used"])
        #expect(Dialogue.findings(lines("<required/>")) == ["error starttls-not-used"])
    }

    @Test func streamsBeginAnewBehindSuccess() {
        let start = [Dialogue.clientHeader, Dialogue.serverHeader, "C\(Dialogue.auth("SCRAM-SHA-1"))"]
        let features = "S<stream:features/>"
        #expect(Dialogue.findings(start + [Dialogue.success, features]) == ["error stream-restart"])
        #expect(
            Dialogue.findings(start + [Dialogue.success, Dialogue.clientHeader, Dialogue.serverHeader, features])
                .isEmpty)
        let pipelined = start + [Dialogue.clientHeader, Dialogue.success, Dialogue.serverHeader, features]
        #expect(Dialogue.findings(pipelined).isEmpty)
    }

    @Test func stanzasBeforeTheirTimeAreFound() {
        let start = [Dialogue.clientHeader, Dialogue.serverHeader]
        #expect(Dialogue.findings(start + ["C<message/>"]) == ["error early-stanza"])
        let register = "C<iq type='get' id='1'><query xmlns='jabber:iq:register'/></iq>"
        #expect(Dialogue.findings(start + [register, "S<iq type='result' id='1'/>"]).isEmpty)
        #expect(Dialogue.findings(Dialogue.login.prefix(8) + ["C<presence/>"]) == ["error early-stanza"])
    }

    @Test(arguments: [("conflict", "info"), ("connection-timeout", "warning"), ("not-well-formed", "error")])
    func streamErrorsMatterByTheirCondition(condition: String, severity: String) {
        let error =
            "S<stream:error><\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>"
        #expect(Dialogue.findings(Dialogue.login + [error]) == ["\(severity) stream-error"])
    }

    @Test func componentsHaveToSayWhoTheyAre() {
        let component = [
            "C<stream:stream xmlns='jabber:component:accept' xmlns:stream='http://etherx.jabber.org/streams' to='c.test'>",
            "S<stream:stream xmlns='jabber:component:accept' xmlns:stream='http://etherx.jabber.org/streams' id='1'>",
            "C<handshake>00</handshake>", "S<handshake/>",
        ]
        #expect(Dialogue.findings(component + ["C<message to='a@a.test' from='c.test'/>"]).isEmpty)
        #expect(Dialogue.findings(component + ["C<message to='a@a.test'/>"]) == ["error missing-address"])
        #expect(
            Dialogue.findings(component.dropLast() + ["C<message to='a@a.test' from='c.test'/>"]) == [
                "error early-stanza"
            ])
    }

    @Test func aFindingSaysWhereAndWhy() throws {
        var audit = TrafficAudit()
        let records = Dialogue.records(Dialogue.login + ["C<iq type='get'>\(Self.ping)</iq>"])
        let finding = try #require(records.flatMap { audit.receive($0) }.first)
        #expect(finding.reference == "RFC 6120 §8.2.3")
        #expect(finding.message.hasSuffix("."))
        let place = try #require(finding.place)
        #expect(place.number == records.count)
        #expect(place.packet == Dialogue.login.count + 1)
        #expect(place.stream == 0 && place.direction == .clientToServer)
    }

    @Test(
        arguments: [
            ("2026-11-30T10:00:00Z", true), ("2026-11-30T10:00:00.123456+05:30", true),
            ("2024-02-29T00:00:00-00:00", true), ("2026-02-29T00:00:00Z", false), ("2026-13-01T00:00:00Z", false),
            ("2026-01-01T24:00:00Z", false), ("2026-01-01T00:00:00", false), ("2026-01-01T00:00:00.Z", false),
            ("2026-01-01 00:00:00Z", false), ("", false), ("2026-01-01T00:00:00Zx", false),
        ])
    func stampsOfXEP0082(text: String, isValid: Bool) {
        #expect(XMPPDateTime.isValid(text) == isValid)
    }

    @Test(
        arguments: [
            ("Bad. (RFC 6120 §4)", "Bad.", "RFC 6120 §4"), ("Bad (really)", "Bad (really)", ""), ("Bad.", "Bad.", ""),
            ("(RFC 6120 §4)", "(RFC 6120 §4)", ""), ("", "", ""),
        ])
    func referencesAreTakenOffSentences(sentence: String, message: String, reference: String) {
        #expect(sentence.splitReference == (message, reference))
    }
}
