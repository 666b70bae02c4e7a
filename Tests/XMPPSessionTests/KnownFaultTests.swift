import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// What other libraries and servers got wrong and had to mend: each as the trigger that showed it.
///
/// The rest of those faults are where their subjects are tested: TLS and what is injected before it in
/// `TLSPolicyTests`, carbons, roster pushes and responses in `StanzaTests`, acknowledgement in `StreamManagementTests`.
@Suite struct KnownFaultTests {
    // MARK: TLS

    /// A go-ahead with what follows it in one segment, of which a part is a whole stanza.
    @Test func stanzaBehindProceedIsNeverDelivered() throws {
        let harness = try Harness()
        try harness.connect()
        try harness.deliver(
            Say.header + Say.features(Say.requiredTLS) + Say.proceed
                + "<message from='boss@x'><body>plain</body></message>")
        #expect(harness.ending?.causeName == "violation")
        #expect(!harness.eventNames.contains("stanza") && harness.tlsRequests == 0)
    }

    /// A login that has begun before the features came does not get past TLS either.
    @Test func nothingIsSentOnAStreamWithoutTLSHoweverEarlyItIsAsked() throws {
        let harness = try Harness { $0.mechanisms.permitted = [.plain] }
        #expect(throws: LocalError.notEstablished) { try harness.send("<message xmlns='jabber:client'/>") }
        try harness.connect()
        #expect(throws: LocalError.notEstablished) { try harness.send("<message xmlns='jabber:client'/>") }
        try harness.deliver(Say.header + Say.features(Say.plain))
        #expect(harness.ending?.causeName == "tlsNotOffered")
        #expect(!harness.transcript.contains("auth") && !harness.transcript.contains("<message"))
    }

    // MARK: SASL

    private static func scram(_ challenge: String) throws -> Harness {
        let harness = try Harness()
        try harness.secure()
        _ = harness.takeWritten()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256")))
        let nonce = try #require(ScriptedSCRAM.clientNonce(in: harness.takeWritten()))
        let data = Base64.encode(challenge.replacing("^", with: nonce).utf8)
        try harness.deliver("<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(data)</challenge>")
        return harness
    }

    @Test(arguments: [
        "r=^s,s=c2FsdA==,i=0", "r=^s,s=c2FsdA==,i=1", "r=^s,s=c2FsdA==,i=4294967297", "r=s,s=c2FsdA==,i=4096",
    ])
    func challengeThatIsATrapIsAbortedWithoutAProof(challenge: String) throws {
        let harness = try Self.scram(challenge)
        #expect(harness.ending?.causeName == "authenticationAborted")
        #expect(harness.transcript.contains("<abort ") && !harness.transcript.contains("<response"))
    }

    /// A salt may have NUL in it, a nonce every printable character but the comma.
    @Test(arguments: ["r=^%-$!s,s=AAECAw==,i=4096", "r=^-,s=cwBh,i=4096"])
    func unusualChallengeIsAnswered(challenge: String) throws {
        let harness = try Self.scram(challenge)
        #expect(harness.ending == nil && harness.transcript.contains("<response"))
    }

    @Test func challengeThatIsNotUTF8IsAborted() throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256")))
        try harness.deliver("<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>/w==</challenge>")
        #expect(harness.ending?.causeName == "authenticationAborted")
    }

    /// The server's signature may come in a last challenge, which is answered emptily, before a success without data.
    @Test(arguments: Harness.Cut.allCases)
    func signatureInAChallengeIsTaken(cut: Harness.Cut) throws {
        let harness = try Harness(cut: cut)
        try harness.secure()
        _ = harness.takeWritten()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256")))
        let nonce = try #require(ScriptedSCRAM.clientNonce(in: harness.takeWritten()))
        let server = ScriptedSCRAM(clientNonce: nonce, username: "juliet", password: Harness.password)
        try harness.deliver(server.challenge)
        _ = harness.takeWritten()
        try harness.deliver(try server.success.replacing("success", with: "challenge"))
        let response = try element(harness.takeWritten())
        #expect(response.localName == "response" && ["", "="].contains(response.text))
        try harness.deliver(Say.success)
        #expect(harness.eventNames.contains("authenticated"))
    }

    /// `y` is what a client says that could bind to a server that cannot; nothing is bound then.
    @Test func bindingThatIsNotOfferedIsSaidAndNotSent() throws {
        let harness = try Harness()
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.requiredTLS))
        try harness.deliver(Say.proceed)
        try harness.establishTLS([ChannelBinding(.tlsExporter, data: Array(repeating: 7, count: 32))])
        _ = harness.takeWritten()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256")))
        let auth = harness.takeWritten()
        let first = try #require(Base64.decode(try element(auth).text))
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("y,,"))
        let server = ScriptedSCRAM(
            clientNonce: try #require(ScriptedSCRAM.clientNonce(in: auth)), username: "juliet",
            password: Harness.password)
        try harness.deliver(server.challenge)
        let final = try #require(Base64.decode(try element(harness.takeWritten()).text))
        #expect(String(decoding: final, as: UTF8.self).hasPrefix("c=eSws,"))
    }

    // MARK: Stream management

    @Test func countGoesOnAfterAResumption() throws {
        let first = try Harness()
        try first.establishManaged(id: "i1")
        for _ in 0..<20 { try first.deliver("<message from='a@example.com'/>") }
        for _ in 0..<5 { _ = try first.send("<message xmlns='jabber:client'/>") }
        first.loseTransport()
        let stream = try #require(first.ending?.resumption)
        let second = try Harness(seed: 2) { $0.resumption = stream }
        try second.logIn()
        try second.deliver(Say.header + Say.features(Say.bind, Say.sm))
        try second.deliver("<resumed xmlns='urn:xmpp:sm:3' h='5' previd='i1'/>")
        _ = second.takeWritten()
        try second.deliver("<message from='a@example.com'/><r xmlns='urn:xmpp:sm:3'/>")
        #expect(second.takeWritten() == "<a xmlns='urn:xmpp:sm:3' h='21'/>")
    }

    @Test func zeroIsACount() throws {
        let harness = try Harness()
        try harness.establishManaged()
        _ = try harness.send("<message xmlns='jabber:client'/>")
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' h='0'/>")
        #expect(harness.ending == nil && !harness.eventNames.contains("acknowledged"))
    }

    @Test(
        arguments: [("host.example", "host.example", nil), ("[2001:db8::1]", "2001:db8::1", nil)]
            as [(String, String, UInt16?)])
    func portOfALocationIsOptional(location: String, host: String, port: UInt16?) throws {
        let harness = try Harness()
        try harness.establishManaged(attributes: "location='\(location)'")
        harness.loseTransport()
        #expect(harness.ending?.resumption?.location?.host == host)
        #expect(harness.ending?.resumption?.location?.port == port)
    }

    @Test func boundIsReportedOnceWhereASessionAndManagementAreOffered() throws {
        let harness = try Harness()
        try harness.establish(Say.bind + Say.session + Say.sm)
        try harness.deliver("<iq type='result' id='\(harness.lastValue(of: "id"))'/>")
        try harness.deliver("<enabled xmlns='urn:xmpp:sm:3'/>")
        #expect(harness.eventNames.filter { $0 == "bound" }.count == 1)
    }

    // MARK: Redirection

    @Test(arguments: Harness.Cut.allCases)
    func redirectionInTheMiddleOfALoginIsReported(cut: Harness.Cut) throws {
        let harness = try Harness(cut: cut)
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.plain))
        try harness.deliver(Say.streamError("see-other-host", "b.example:5222") + "</stream:stream>")
        guard case .streamError(let error)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(error.otherHost == HostAndPort("b.example:5222"))
        var reconnection = Reconnection()
        var generator = SeededGenerator(1)
        guard let ending = harness.ending,
            case .connect(let attempt) = reconnection.next(after: ending, using: &generator)
        else {
            Issue.record("a redirection is followed")
            return
        }
        #expect(attempt.host?.host == "b.example" && attempt.resumption == nil)
    }

    // MARK: Addresses

    @Test func resourceOfTheServerIsNotAskedForAgain() throws {
        let harness = try Harness { $0.resource = .named("wanted") }
        try harness.logIn()
        try harness.deliver(Say.header + Say.features(Say.bind))
        try harness.deliver(Say.bound(harness.lastValue(of: "id"), "juliet@example.com/given"))
        #expect(harness.session.boundJID?.resource == "given")
        #expect(harness.transcript.contains("<resource>wanted</resource>"))
    }

    @Test func ownAddressIsComparedPrepared() throws {
        let account = try JID("Juliet@EXAMPLE.com/Balcony")
        #expect(StanzaOrigin(try JID("juliet@example.com"), account: account).isArchive(nil))
        #expect(StanzaOrigin(try JID("juliet@example.com"), account: account).mayForward)
        // The account in the responses of some servers, for a request that had no address.
        #expect(StanzaOrigin(try JID("juliet@example.com"), account: account).mayAnswer(requestTo: nil))
    }

    /// White space between the children of a stanza is no payload.
    @Test func whiteSpaceIsNoPayload() throws {
        let harness = try Harness()
        try harness.logIn()
        try harness.deliver(Say.header + Say.features(Say.bind))
        let id = harness.lastValue(of: "id")
        try harness.deliver(
            """
            <iq type='result' id='\(id)'>
              <bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>juliet@example.com/b</jid></bind>
            </iq>
            """)
        #expect(harness.session.boundJID?.resource == "b")
    }
}
