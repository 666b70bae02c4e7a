import Testing
import XMLStream
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Answers that look like the right one, servers that do not wait for what they answer, and that neither is told a secret.
@Suite struct HostileAnswerTests {
    typealias Stage = HostileServerTests.Stage

    /// What the client would send of its password, by any mechanism.
    private static let secrets = [
        Base64.encode("\0juliet\0\(Harness.password)".utf8), Harness.password, "<auth", "<response", "<password>",
    ]

    private static func hasToldASecret(_ harness: Harness) -> Bool {
        secrets.contains { harness.transcript.contains($0) }
    }

    // MARK: Wrong namespaces

    @Test(arguments: Harness.Cut.allCases)
    func rightNamesInOtherNamespacesAreOutOfPlace(cut: Harness.Cut) throws {
        let lookalikes: [(Stage, String)] = [
            (.features, "<features xmlns='jabber:client'>\(Say.requiredTLS)</features>"),
            (.features, "<features>\(Say.plain)</features>"),
            (.tlsAnswer, "<proceed xmlns='jabber:client'/>"),
            (.tlsAnswer, "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"),
            (.authentication, "<success xmlns='urn:xmpp:sasl:2'/>"),
            (.authentication, "<success/>"),
            (.authentication, "<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"),
            (.binding, "<iq xmlns='jabber:server' type='result' id='^'/>"),
            (.binding, "<iq xmlns='urn:x' type='result' id='^'/>"),
        ]
        for (stage, xml) in lookalikes {
            let harness = try stage.reach(cut)
            try harness.deliver(xml.replacing("^", with: harness.lastValue(of: "id")))
            guard case .violation(.unexpectedElement)? = harness.ending?.cause else {
                Issue.record("\(stage): \(xml): \(String(describing: harness.ending))")
                continue
            }
        }
    }

    @Test(arguments: Harness.Cut.allCases)
    func featuresInOtherNamespacesAreNotOffered(cut: Harness.Cut) throws {
        let harness = try Harness(cut: cut)
        try harness.connect()
        try harness.deliver(Say.header + Say.features("<starttls xmlns='urn:xmpp:tls'/>", Say.plain))
        #expect(harness.ending?.causeName == "tlsNotOffered")
        let secured = try Harness(cut: cut)
        try secured.secure()
        try secured.deliver(
            Say.header + Say.features("<mechanisms xmlns='urn:x'><mechanism>PLAIN</mechanism></mechanisms>"))
        #expect(secured.ending?.causeName == "authenticationNotOffered")
        #expect(!Self.hasToldASecret(harness) && !Self.hasToldASecret(secured))
    }

    @Test(arguments: [
        "<stream:stream xmlns='jabber:client' xmlns:stream='urn:x' version='1.0'>",
        "<stream xmlns='jabber:client' version='1.0'>", "<x:stream xmlns:x='http://etherx.jabber.org/streams'>",
    ])
    func headerOfAnotherKindIsRefused(header: String) throws {
        for stage in [Stage.opening, .securedOpening] {
            let harness = try stage.reach(.whole)
            try harness.deliver(header + "<stream:features xmlns:stream='http://etherx.jabber.org/streams'/>")
            #expect(harness.ending?.causeName == "violation")
            #expect(!Self.hasToldASecret(harness))
        }
    }

    // MARK: Wrong ids

    @Test(arguments: Harness.Cut.allCases)
    func answersWithOtherIDsAreNone(cut: Harness.Cut) throws {
        let payload = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>juliet@example.com/b</jid></bind>"
        for attributes in ["id='other'", "", "id=''", "id='^ '", "id='^^'"] {
            let harness = try Stage.binding.reach(cut)
            let attributes = attributes.replacing("^", with: harness.lastValue(of: "id"))
            try harness.deliver("<iq type='result' \(attributes)>\(payload)</iq>")
            #expect(harness.ending?.causeName == "violation", "\(attributes)")
            #expect(harness.session.boundJID == nil)
        }
    }

    /// Nobody but the server answers for the account, under any of the names that it has (RFC 6120 §8.1.2.1).
    @Test(arguments: [
        ("from='example.com'", true), ("from='juliet@example.com'", true), ("from='juliet@example.com/b'", true),
        ("from='evil.example'", false), ("from='mallory@example.com'", false), ("from='sub.example.com'", false),
        ("from='example.com/x'", false), ("from='@'", false), ("from=''", false),
    ])
    func answersOfOthersAreNone(sender: String, isAnswer: Bool) throws {
        func answered(_ xml: String) -> String { xml.replacing("<iq ", with: "<iq \(sender) ") }
        let binding = try Stage.binding.reach(.whole)
        try binding.deliver(answered(Say.bound(binding.lastValue(of: "id"))))
        #expect((binding.session.boundJID != nil) == isAnswer)
        #expect((binding.ending?.causeName == "violation") != isAnswer)
        let session = try Stage.session.reach(.whole)
        try session.deliver(answered("<iq type='result' id='\(session.lastValue(of: "id"))'/>"))
        #expect((session.session.boundJID != nil) == isAnswer)
        let registration = try Harness { $0.registersAccount = true }
        try registration.secure()
        try registration.deliver(Say.header + Say.features(Say.plain, Say.register))
        let form = "<query xmlns='jabber:iq:register'><username/></query>"
        try registration.deliver(answered("<iq type='result' id='\(registration.lastValue(of: "id"))'>\(form)</iq>"))
        #expect(registration.eventNames.contains("registrationForm") == isAnswer)
    }

    /// A request of the server's with the id of the client's answers nothing.
    @Test(arguments: ["get", "set", "RESULT", ""])
    func onlyResultsAndErrorsAnswer(type: String) throws {
        let harness = try Stage.binding.reach(.whole)
        try harness.deliver(Say.bound(harness.lastValue(of: "id")).replacing("type='result'", with: "type='\(type)'"))
        #expect(harness.ending?.causeName == "violation")
    }

    @Test func answerToAnEarlierRequestIsNoneOfALaterOne() throws {
        let harness = try Stage.binding.reach(.whole)
        let first = harness.lastValue(of: "id")
        try harness.deliver(StateTableTests.Place.refusal(first))
        try harness.session.answerResourceConflict(.named("other"), now: harness.now)
        harness.drain()
        try harness.deliver(Say.bound(first))
        #expect(harness.ending?.causeName == "violation")
    }

    @Test func sessionIsStartedByItsOwnAnswerOnly() throws {
        let harness = try Stage.session.reach(.whole)
        try harness.deliver("<iq type='result' id='other'/><iq type='result'/>")
        #expect(harness.session.boundJID == nil && harness.ending == nil)
        try harness.deliver("<iq type='result' id='\(harness.lastValue(of: "id"))'/>")
        // The one without an id is a stanza that breaks the rules.
        #expect(harness.eventNames.suffix(3) == ["bound", "unmatchedResponse", "erroneousStanza"])
    }

    // MARK: All at once

    /// What the server says at one stage, together with all that it would say later.
    @Test func secondHalfOfALoginMayComeAtOnce() throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(
            Say.header + Say.features(Say.plain) + Say.success + Say.header + Say.features(Say.bind, Say.sm))
        try harness.deliver(
            Say.bound(harness.lastValue(of: "id")) + "<enabled xmlns='urn:xmpp:sm:3'/>"
                + "<message from='a@example.com'/><r xmlns='urn:xmpp:sm:3'/></stream:stream>")
        #expect(
            harness.eventNames.suffix(4) == ["bound", "streamManagementEnabled", "stanza", "ended"])
        #expect(harness.written.contains("<a xmlns='urn:xmpp:sm:3' h='1'/>"))
        #expect(harness.ending?.causeName == "closedByPeer")
    }

    @Test func wholeLoginBeforeTLSIsStoppedAtTheGoAhead() throws {
        let rest = Say.header + Say.features(Say.plain) + Say.success + Say.header + Say.features(Say.bind)
        for stage in [Stage.opening, .features, .tlsAnswer] {
            let harness = try stage.reach(.whole)
            let opening = stage == .opening ? Say.header : ""
            let features = stage == .tlsAnswer ? "" : Say.features(Say.requiredTLS, Say.plain)
            try harness.deliver(opening + features + Say.proceed + rest)
            guard case .violation(.plaintextBeforeTLS)? = harness.ending?.cause else {
                Issue.record("\(stage): \(String(describing: harness.ending))")
                continue
            }
            #expect(!Self.hasToldASecret(harness))
        }
    }

    @Test func successBeforeTheFeaturesIsOutOfPlace() throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(Say.header + Say.success + Say.features(Say.plain))
        #expect(harness.ending?.causeName == "violation")
        #expect(!Self.hasToldASecret(harness))
    }

    // MARK: Secrets

    /// Whatever two things a server says before TLS, in whatever order, it is not told a secret.
    @Test func nothingBeforeTLSBringsASecretOut() throws {
        for stage in [Stage.opening, .features, .tlsAnswer] {
            for first in StateTableTests.inputs where first.name != "tlsEstablished" {
                for second in StateTableTests.inputs where second.name != "tlsEstablished" {
                    let harness = try stage.reach(.whole)
                    try? first.apply(harness)
                    try? second.apply(harness)
                    if Self.hasToldASecret(harness) { Issue.record("\(stage): \(first.name), \(second.name)") }
                }
            }
        }
    }

    /// Nor after TLS, where it offers nothing but what policy does not permit.
    @Test(arguments: ["PLAIN", "DIGEST-MD5", "CRAM-MD5", "LOGIN", "X-OAUTH2", "SCRAM-SHA-1-PluS", "scram-sha-256", ""])
    func mechanismThatPolicyDoesNotPermitIsNotUsed(name: String) throws {
        let harness = try Harness { $0.mechanisms = MechanismPolicy(permitted: [.scramSHA256], plain: .never) }
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.mechanisms(name)))
        #expect(harness.ending?.causeName == "noMechanism")
        #expect(!Self.hasToldASecret(harness))
    }

    /// A server that fails a strong mechanism is not offered a weak one on the same stream.
    @Test func refusalIsNotFollowedByAnythingWeaker() throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256", "PLAIN")))
        try harness.deliver(
            "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><invalid-mechanism/></failure>"
                + Say.features(Say.plain))
        #expect(harness.ending?.causeName == "authenticationRefused")
        #expect(!harness.transcript.contains("PLAIN"))
    }

    @Test func registrationSendsNoPasswordBeforeTLS() throws {
        let harness = try Harness { $0.registersAccount = true }
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.register, Say.plain))
        #expect(harness.ending?.causeName == "tlsNotOffered")
        #expect(!harness.transcript.contains("jabber:iq:register"))
    }
}
