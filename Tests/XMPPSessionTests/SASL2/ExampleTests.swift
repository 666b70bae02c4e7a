import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// The examples of XEP-0388, XEP-0480 and XEP-0484, byte for byte where they follow from what goes in.
@Suite struct ExampleTests {
    private static let features = """
        <stream:features><authentication xmlns='urn:xmpp:sasl:2'><mechanism>SCRAM-SHA-1</mechanism>\
        <mechanism>SCRAM-SHA-1-PLUS</mechanism>\
        <inline><sm xmlns='urn:xmpp:sm:3'/><bind xmlns='urn:xmpp:bind:0'/>\
        <fast xmlns='urn:xmpp:fast:0' tls-0rtt='true'><mechanism>HT-SHA-256-ENDP</mechanism>\
        <mechanism>HT-SHA-256-EXPR</mechanism><mechanism>HT-SHA-256-NONE</mechanism></fast></inline>\
        <upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-256</upgrade></authentication>\
        <sasl-channel-binding xmlns='urn:xmpp:sasl-cb:0'><channel-binding type='tls-server-end-point'/>\
        <channel-binding type='tls-exporter'/></sasl-channel-binding></stream:features>
        """

    /// The client of the examples, with its nonce and its channel.
    private static func harness(_ configure: (inout ClientConfiguration) -> Void) throws -> Harness {
        let harness = try Harness {
            $0.account = (try? JID("user@example.org")) ?? $0.account
            $0.credentials = SASLCredentials(username: "user", password: Secret("pencil"))
            $0.tls = .direct
            $0.language = "en"
            $0.sasl2.userAgent = SASL2UserAgent(
                id: "d4565fa7-4d72-4749-b3d3-740edbf87770", software: "AwesomeXMPP", device: "Kiva's Phone")
            configure(&$0)
        }
        guard case .connecting(let negotiation) = harness.session.state else { return harness }
        harness.session.state = .connecting(
            Negotiation(
                configuration: negotiation.configuration,
                nonce: "12C4CD5C-E38E-4A98-8F6D-15C38F51CCC6",
                loginDeadline: negotiation.loginDeadline,
                deadline: negotiation.deadline
            ))
        let data = try #require(Base64.decode("xyhC850EN493g6zCWYBZXd2DVrVaHW1g9MHBWJ3XRVQ="))
        try harness.connect()
        try harness.establishTLS([try ChannelBinding(.tlsExporter, data: data)])
        #expect(
            harness.takeWritten() == """
                <?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
                to='example.org' from='user@example.org' version='1.0' xml:lang='en'>
                """)
        try harness.deliver(Say.header.replacing("example.com", with: "example.org") + features)
        return harness
    }

    private static let response = """
        <initial-response>cD10bHMtZXhwb3J0ZXIsLG49dXNlcixyPTEyQzRDRDVDLUUzOEUtNEE5OC04RjZELTE1QzM4RjUxQ0NDNg==</initial-response>
        """
    private static let agent = """
        <user-agent id='d4565fa7-4d72-4749-b3d3-740edbf87770'><software>AwesomeXMPP</software>\
        <device>Kiva's Phone</device></user-agent>
        """
    private static let challenge = """
        <challenge xmlns='urn:xmpp:sasl:2'>
          cj0xMkM0Q0Q1Qy1FMzhFLTRBOTgtOEY2RC0xNUMzOEY1MUNDQzZhMDkxMTdhNi1hYzUwLTRmMmYtOTNmMS05Mzc5OWMyYmRkZjYscz1RU1hDUitRNnNlazhiZjkyLGk9NDA5Ng==
        </challenge>
        """

    @Test func authenticationIsThatOfTheExample() throws {
        let harness = try Self.harness {
            $0.resource = .named("x")
            $0.sasl2.upgrades = .never
        }
        #expect(
            harness.takeWritten() == """
                <authenticate xmlns='urn:xmpp:sasl:2' mechanism='SCRAM-SHA-1-PLUS'>\(Self.response)\(Self.agent)</authenticate>
                """)
        try harness.deliver(Self.challenge)
        // The proofs of the example do not follow from its password, salt and messages; what precedes them does.
        let written = harness.takeWritten()
        let text = try #require(written.firstMatch(of: #/^<response xmlns='urn:xmpp:sasl:2'>(.*)</response>$/#)?.1)
        let message = String(decoding: try #require(Base64.decode(text)), as: UTF8.self)
        #expect(
            message == """
                c=cD10bHMtZXhwb3J0ZXIsLMcoQvOdBDePd4OswlmAWV3dg1a1Wh1tYPTBwVid10VU,\
                r=12C4CD5C-E38E-4A98-8F6D-15C38F51CCC6a09117a6-ac50-4f2f-93f1-93799c2bddf6,\
                p=+8UyrQAeVIqsH2YovGeGTRx6zBM=
                """)
        let data = Base64.encode("v=GRqYg0SPMGrqPRk5HfMz9nGHq94=".utf8)
        try harness.deliver(
            Say2.success(jid: "user@example.org", data: "<additional-data>\n  \(data)\n</additional-data>"))
        #expect(harness.eventNames.last == "authenticated")
        #expect(harness.session.state.name == "awaitingFeatures")
    }

    @Test func bindingAndTokenRequestAreThoseOfTheExamples() throws {
        let harness = try Self.harness {
            $0.sasl2.resourceTag = "AwesomeXMPP"
            $0.sasl2.requestsToken = true
            $0.sasl2.upgrades = .never
            $0.streamManagement = .unused
        }
        #expect(
            harness.takeWritten() == """
                <authenticate xmlns='urn:xmpp:sasl:2' mechanism='SCRAM-SHA-1-PLUS'>\(Self.response)\(Self.agent)\
                <bind xmlns='urn:xmpp:bind:0'><tag>AwesomeXMPP</tag></bind>\
                <request-token xmlns='urn:xmpp:fast:0' mechanism='HT-SHA-256-EXPR'/></authenticate>
                """)
    }

    @Test func tokenLoginIsThatOfTheExample() throws {
        let harness = try Self.harness {
            $0.credentials.hashedToken = (.hashedTokenExporter, Secret("WXZzciBwYmFmdmZnZiBqdmd1IGp2eXFhcmZm"))
            $0.sasl2.resourceTag = "AwesomeXMPP"
            $0.sasl2.tokenCount = 123
            $0.streamManagement = .unused
        }
        let written = harness.takeWritten()
        #expect(
            written.hasPrefix("<authenticate xmlns='urn:xmpp:sasl:2' mechanism='HT-SHA-256-EXPR'><initial-response>"))
        #expect(
            written.hasSuffix(
                """
                <bind xmlns='urn:xmpp:bind:0'><tag>AwesomeXMPP</tag></bind>\
                <fast xmlns='urn:xmpp:fast:0' count='123'/></authenticate>
                """))
    }

    @Test func upgradeIsThatOfTheExampleUpToTheHash() throws {
        let harness = try Self.harness { $0.resource = .named("x") }
        #expect(
            harness.takeWritten().hasSuffix(
                "<upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-256</upgrade></authenticate>"))
        try harness.deliver(Self.challenge)
        _ = harness.takeWritten()
        let data = Base64.encode("v=GRqYg0SPMGrqPRk5HfMz9nGHq94=".utf8)
        try harness.deliver(Say2.demand("UPGR-SCRAM-SHA-256", data: "<additional-data>\(data)</additional-data>"))
        #expect(harness.takeWritten() == "<next xmlns='urn:xmpp:sasl:2' task='UPGR-SCRAM-SHA-256'/>")
        try harness.deliver(
            """
            <task-data xmlns='urn:xmpp:sasl:2'>
              <salt xmlns='urn:xmpp:scram-upgrade:0' iterations='4096'>
                QV9TWENSWFE2c2VrOGJmX1o=
              </salt>
            </task-data>
            """)
        // Of the password "pencil", by RFC 8018; the example's is of another.
        #expect(
            harness.takeWritten() == """
                <task-data xmlns='urn:xmpp:sasl:2'><hash xmlns='urn:xmpp:scram-upgrade:0'>\
                Q8abK3WIX500A5++8zDamXbZWpoXgWMwdXKO9eFKk8w=</hash></task-data>
                """)
        try harness.deliver(Say2.success(jid: "user@example.org"))
        #expect(harness.eventNames.last == "authenticated")
    }
}
