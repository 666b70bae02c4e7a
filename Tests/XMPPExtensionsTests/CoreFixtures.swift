import XMLStream
import XMPPStanzas

@testable import XMPPExtensions

let fixtures: [Fixture] =
    stanzaFixtures + streamFixtures + extensionFixtures + roomFixtures + furtherFixtures
    + sasl2Fixtures

/// What RFC 6120 and RFC 6121 put into stanzas.
let stanzaFixtures: [Fixture] = [
    Fixture(Body("O Romeo"), "<body xmlns='jabber:client'>O Romeo</body>"),
    Fixture(
        Body("Úpěnlivě & <prosím>", language: "cs"),
        "<body xmlns='jabber:client' xml:lang='cs'>Úpěnlivě &amp; &lt;prosím&gt;</body>"
    ),
    Fixture(
        Subject("I implore you!", language: "en"),
        "<subject xmlns='jabber:client' xml:lang='en'>I implore you!</subject>"
    ),
    Fixture(
        MessageThread("e0ffe42b", parent: "7edac73a"),
        "<thread xmlns='jabber:client' parent='7edac73a'>e0ffe42b</thread>"
    ),
    Fixture(Status("Wooing", language: "en"), "<status xmlns='jabber:client' xml:lang='en'>Wooing</status>"),
    Fixture(
        RosterItem(
            jid("romeo@example.net"), name: "Romeo", subscription: .both, ask: .subscribe, isApproved: true,
            groups: ["Friends", "Lovers"]),
        "<item xmlns='jabber:iq:roster' jid='romeo@example.net' name='Romeo' subscription='both' ask='subscribe' "
            + "approved='true'><group>Friends</group><group>Lovers</group></item>"
    ),
    Fixture(
        Roster(version: "ver7", items: [RosterItem(jid("nurse@example.com"))]),
        "<query xmlns='jabber:iq:roster' ver='ver7'><item jid='nurse@example.com'/></query>"
    ),
    Fixture(
        StanzaError(
            .gone, kind: .cancel, uri: "xmpp:romeo@afterlife.example.net",
            texts: [LocalizedText("Gone", language: "en"), LocalizedText("Weg")], by: jid("example.net"),
            legacyCode: 302,
            applicationConditions: [Element(Name("too-many", in: "urn:example:errors"))]),
        "<error xmlns='jabber:client' by='example.net' code='302' type='cancel'>"
            + "<gone xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>xmpp:romeo@afterlife.example.net</gone>"
            + "<text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas' xml:lang='en'>Gone</text>"
            + "<text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>Weg</text>"
            + "<too-many xmlns='urn:example:errors'/></error>"
    ),
]

/// What RFC 6120 and stream management put on a stream.
let streamFixtures: [Fixture] = [
    Fixture(
        StreamError(
            .seeOtherHost, host: "[2001:41D0:1:A49b::1]:9222", texts: [LocalizedText("Move", language: "en")],
            applicationConditions: [Element(Name("why", in: "urn:example:errors"))]),
        "<stream:error xmlns:stream='http://etherx.jabber.org/streams'>"
            + "<see-other-host xmlns='urn:ietf:params:xml:ns:xmpp-streams'>[2001:41D0:1:A49b::1]:9222</see-other-host>"
            + "<text xmlns='urn:ietf:params:xml:ns:xmpp-streams' xml:lang='en'>Move</text>"
            + "<why xmlns='urn:example:errors'/></stream:error>"
    ),
    Fixture(
        StartTLSFeature(isRequired: true),
        "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
    ),
    Fixture(
        SASLMechanisms(["SCRAM-SHA-1-PLUS", "PLAIN"]),
        "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>SCRAM-SHA-1-PLUS</mechanism>"
            + "<mechanism>PLAIN</mechanism></mechanisms>"
    ),
    Fixture(BindFeature(isRequired: true), "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><required/></bind>"),
    Fixture(
        SessionFeature(isOptional: true),
        "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>"
    ),
    Fixture(
        StreamManagementFeature(version: 2, isRequired: true),
        "<sm xmlns='urn:xmpp:sm:2'><required/></sm>"
    ),
    Fixture(StreamManagementFeature(), "<sm xmlns='urn:xmpp:sm:3'/>"),
    Fixture(RosterVersioningFeature(), "<ver xmlns='urn:xmpp:features:rosterver'/>"),
    Fixture(PreApprovalFeature(), "<sub xmlns='urn:xmpp:features:pre-approval'/>"),
    Fixture(ClientStateFeature(), "<csi xmlns='urn:xmpp:csi:0'/>"),
    Fixture(
        CompressionFeature(methods: ["zlib", "lzw"]),
        "<compression xmlns='http://jabber.org/features/compress'><method>zlib</method><method>lzw</method></compression>"
    ),
    Fixture(RegistrationFeature(), "<register xmlns='http://jabber.org/features/iq-register'/>"),
    Fixture(StartTLS(), "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"),
    Fixture(TLSProceed(), "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"),
    Fixture(TLSFailure(), "<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"),
    Fixture(
        SASLAuth(mechanism: "PLAIN", initialResponse: Base64Data(Array("\0juliet\0r0m30".utf8))),
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>AGp1bGlldAByMG0zMA==</auth>"
    ),
    Fixture(
        SASLAuth(mechanism: "ANONYMOUS", initialResponse: Base64Data([])),
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'>=</auth>"
    ),
    Fixture(
        SASLAuth(mechanism: "SCRAM-SHA-1"),
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='SCRAM-SHA-1'/>"
    ),
    Fixture(
        SASLChallenge(Base64Data(Array("r=fyko".utf8))),
        "<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>cj1meWtv</challenge>"
    ),
    Fixture(SASLResponse(Base64Data([])), "<response xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"),
    Fixture(
        SASLSuccess(Base64Data(Array("v=rm".utf8))),
        "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>dj1ybQ==</success>"
    ),
    Fixture(SASLAbort(), "<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"),
    Fixture(
        SASLFailure(
            condition: "account-disabled", texts: [LocalizedText("Call us", language: "en")],
            others: [Element(Name("more", in: "urn:example:errors"))]),
        "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><account-disabled/><text xml:lang='en'>Call us</text>"
            + "<more xmlns='urn:example:errors'/></failure>"
    ),
    Fixture(
        Bind(resource: "balcony"),
        "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>balcony</resource></bind>"
    ),
    Fixture(
        Bind(jid: jid("juliet@im.example.com/balcony")),
        "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>juliet@im.example.com/balcony</jid></bind>"
    ),
    Fixture(Session(), "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>"),
    Fixture(
        StreamLimitsFeature(maximumBytes: 10000, idleSeconds: 1800),
        "<limits xmlns='urn:xmpp:stream-limits:0'><max-bytes>10000</max-bytes><idle-seconds>1800</idle-seconds></limits>"
    ),
    Fixture(
        DialbackResult(from: jid("montague.example"), to: jid("capulet.example"), key: "b4835385f37fe2895af6c196"),
        "<result xmlns='jabber:server:dialback' from='montague.example' to='capulet.example'>"
            + "b4835385f37fe2895af6c196</result>"
    ),
    Fixture(
        DialbackResult(
            from: jid("capulet.example"), to: jid("montague.example"), outcome: .error,
            error: StanzaError(.itemNotFound, kind: .cancel)),
        "<result xmlns='jabber:server:dialback' from='capulet.example' to='montague.example' type='error'>"
            + "<error xmlns='jabber:server' type='cancel'>"
            + "<item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></result>"
    ),
    Fixture(
        DialbackVerification(
            from: jid("capulet.example"), to: jid("montague.example"), id: "417GAF25", key: "225cc5aa6a071133"),
        "<verify xmlns='jabber:server:dialback' from='capulet.example' to='montague.example' id='417GAF25'>"
            + "225cc5aa6a071133</verify>"
    ),
    Fixture(
        DialbackVerification(
            from: jid("montague.example"), to: jid("capulet.example"), id: "417GAF26", outcome: .invalid),
        "<verify xmlns='jabber:server:dialback' from='montague.example' to='capulet.example' id='417GAF26' "
            + "type='invalid'/>"
    ),
    Fixture(
        DialbackFeature(supportsErrors: true),
        "<dialback xmlns='urn:xmpp:features:dialback'><errors/></dialback>"
    ),
    Fixture(
        ComponentHandshake(digest: "aaee83c2"),
        "<handshake xmlns='jabber:component:accept'>aaee83c2</handshake>"
    ),
    Fixture(
        SMEnable(isResumable: true, maximum: 300, version: .second),
        "<enable xmlns='urn:xmpp:sm:2' resume='true' max='300'/>"
    ),
    Fixture(
        SMEnabled(id: "some-long", isResumable: true, maximum: 600, location: "[2001:41D0:1:A49b::1]:9222"),
        "<enabled xmlns='urn:xmpp:sm:3' id='some-long' resume='true' max='600' location='[2001:41D0:1:A49b::1]:9222'/>"
    ),
    Fixture(
        SMResume(handled: 4_294_967_295, previousID: "some-long"),
        "<resume xmlns='urn:xmpp:sm:3' h='4294967295' previd='some-long'/>"
    ),
    Fixture(
        SMResumed(handled: 7, previousID: "some-long", version: .second),
        "<resumed xmlns='urn:xmpp:sm:2' h='7' previd='some-long'/>"
    ),
    Fixture(
        SMFailed(.itemNotFound, handled: 12),
        "<failed xmlns='urn:xmpp:sm:3' h='12'><item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></failed>"
    ),
    Fixture(
        SMFailed(
            .itemNotFound,
            others: [
                Element(
                    Name("error", in: "jabber:client"),
                    nodes: [.element(Element(Name("item-not-found", in: "urn:ietf:params:xml:ns:xmpp-stanzas")))])
            ]),
        "<failed xmlns='urn:xmpp:sm:3'><error xmlns='jabber:client'>"
            + "<item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></failed>"
    ),
    Fixture(SMRequest(version: .second), "<r xmlns='urn:xmpp:sm:2'/>"),
    Fixture(SMAcknowledgement(handled: 10), "<a xmlns='urn:xmpp:sm:3' h='10'/>"),
    Fixture(
        SMHandledCountTooHigh(handled: 10, sent: 8),
        "<handled-count-too-high xmlns='urn:xmpp:sm:3' h='10' send-count='8'/>"
    ),
]
