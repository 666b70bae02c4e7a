import XMLStream
import XMPPStanzas

@testable import XMPPExtensions

private func masked(_ text: String) -> MaskedData { MaskedData(Array(text.utf8)) }

private let userAgent = SASL2UserAgent(
    id: "d4565fa7-4d72-4749-b3d3-740edbf87770", software: "AwesomeXMPP", device: "Kiva's Phone")

private let userAgentXML =
    "<user-agent xmlns='urn:xmpp:sasl:2' id='d4565fa7-4d72-4749-b3d3-740edbf87770'>"
    + "<software>AwesomeXMPP</software><device>Kiva's Phone</device></user-agent>"

/// SASL2 and what is negotiated within it (XEP-0388, XEP-0386, XEP-0480, XEP-0484), after the examples there.
let sasl2Fixtures: [Fixture] = [
    Fixture(
        SASL2Feature(
            mechanisms: ["SCRAM-SHA-1", "SCRAM-SHA-1-PLUS"],
            inline: SASL2Feature.Inline([
                Element(Name("sm", in: "urn:xmpp:sm:3")), Element(Name("bind", in: "urn:xmpp:bind:0")),
            ]),
            others: [SASLUpgrade(task: "UPGR-SCRAM-SHA-256").encoded()]),
        "<authentication xmlns='urn:xmpp:sasl:2'><mechanism>SCRAM-SHA-1</mechanism>"
            + "<mechanism>SCRAM-SHA-1-PLUS</mechanism><inline><sm xmlns='urn:xmpp:sm:3'/><bind xmlns='urn:xmpp:bind:0'/>"
            + "</inline><upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-256</upgrade></authentication>"
    ),
    Fixture(
        SASL2Feature.Inline([Element(Name("sm", in: "urn:xmpp:sm:3"))]),
        "<inline xmlns='urn:xmpp:sasl:2'><sm xmlns='urn:xmpp:sm:3'/></inline>"
    ),
    Fixture(userAgent, userAgentXML),
    Fixture(
        SASL2Authenticate(
            mechanism: "SCRAM-SHA-1-PLUS",
            initialResponse: masked("p=tls-exporter,,n=user,r=12C4CD5C-E38E-4A98-8F6D-15C38F51CCC6"),
            userAgent: userAgent,
            others: [Bind2(tag: "AwesomeXMPP").encoded()]),
        "<authenticate xmlns='urn:xmpp:sasl:2' mechanism='SCRAM-SHA-1-PLUS'><initial-response>"
            + "cD10bHMtZXhwb3J0ZXIsLG49dXNlcixyPTEyQzRDRDVDLUUzOEUtNEE5OC04RjZELTE1QzM4RjUxQ0NDNg=="
            + "</initial-response>\(userAgentXML.replacing(" xmlns='urn:xmpp:sasl:2'", with: ""))"
            + "<bind xmlns='urn:xmpp:bind:0'><tag>AwesomeXMPP</tag></bind></authenticate>"
    ),
    Fixture(
        SASL2Authenticate(mechanism: "CRAM-MD5"), "<authenticate xmlns='urn:xmpp:sasl:2' mechanism='CRAM-MD5'/>"),
    Fixture(
        SASL2Authenticate(mechanism: "EXTERNAL", initialResponse: MaskedData([])),
        "<authenticate xmlns='urn:xmpp:sasl:2' mechanism='EXTERNAL'><initial-response/></authenticate>"
    ),
    Fixture(SASL2Challenge(masked("r=fyko")), "<challenge xmlns='urn:xmpp:sasl:2'>cj1meWtv</challenge>"),
    Fixture(SASL2Response(masked("c=biws")), "<response xmlns='urn:xmpp:sasl:2'>Yz1iaXdz</response>"),
    Fixture(
        SASL2Success(
            jid("user@example.org"), additionalData: masked("v=msVHs/BzIOHDqXeVH7EmmDu9id8="),
            others: [Bind2Bound().encoded()]),
        "<success xmlns='urn:xmpp:sasl:2'><additional-data>dj1tc1ZIcy9CeklPSERxWGVWSDdFbW1EdTlpZDg9</additional-data>"
            + "<authorization-identifier>user@example.org</authorization-identifier><bound xmlns='urn:xmpp:bind:0'/></success>"
    ),
    Fixture(
        SASL2Failure(
            condition: "aborted", text: "This is a terrible example.",
            others: [Element(Name("optional-application-specific", in: "urn:something:else"))]),
        "<failure xmlns='urn:xmpp:sasl:2'><aborted xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"
            + "<text>This is a terrible example.</text><optional-application-specific xmlns='urn:something:else'/></failure>"
    ),
    Fixture(
        SASL2Abort(text: "Not today", others: [Element(Name("why", in: "urn:example:reasons"))]),
        "<abort xmlns='urn:xmpp:sasl:2'><text>Not today</text><why xmlns='urn:example:reasons'/></abort>"
    ),
    Fixture(
        SASL2Continue(
            tasks: ["HOTP-EXAMPLE", "TOTP-EXAMPLE"], additionalData: masked("I'm bored now."),
            text: "This account requires 2FA"),
        "<continue xmlns='urn:xmpp:sasl:2'><additional-data>SSdtIGJvcmVkIG5vdy4=</additional-data><tasks>"
            + "<task>HOTP-EXAMPLE</task><task>TOTP-EXAMPLE</task></tasks><text>This account requires 2FA</text></continue>"
    ),
    Fixture(
        SASL2Continue.Tasks(["UPGR-BLOOP2"]), "<tasks xmlns='urn:xmpp:sasl:2'><task>UPGR-BLOOP2</task></tasks>"),
    Fixture(
        SASL2Next(task: "TOTP-EXAMPLE", others: [Element(Name("totp", in: "urn:totp:example"), text: "SSd2")]),
        "<next xmlns='urn:xmpp:sasl:2' task='TOTP-EXAMPLE'><totp xmlns='urn:totp:example'>SSd2</totp></next>"
    ),
    Fixture(
        SASL2TaskData([SCRAMUpgradeSalt(Base64Data(Array("A_SXCRXQ6sek8bf_Z".utf8)), iterations: 4096).encoded()]),
        "<task-data xmlns='urn:xmpp:sasl:2'><salt xmlns='urn:xmpp:scram-upgrade:0' iterations='4096'>"
            + "QV9TWENSWFE2c2VrOGJmX1o=</salt></task-data>"
    ),
    Fixture(
        Bind2(
            tag: "AwesomeXMPP",
            features: [
                CarbonsControl.enable.encoded(), SMEnable(isResumable: true).encoded(), ClientState.inactive.encoded(),
            ]),
        "<bind xmlns='urn:xmpp:bind:0'><tag>AwesomeXMPP</tag><enable xmlns='urn:xmpp:carbons:2'/>"
            + "<enable xmlns='urn:xmpp:sm:3' resume='true'/><inactive xmlns='urn:xmpp:csi:0'/></bind>"
    ),
    Fixture(
        Bind2(inline: ["urn:xmpp:carbons:2", "urn:xmpp:csi:0", "urn:xmpp:sm:3"]),
        "<bind xmlns='urn:xmpp:bind:0'><inline><feature var='urn:xmpp:carbons:2'/><feature var='urn:xmpp:csi:0'/>"
            + "<feature var='urn:xmpp:sm:3'/></inline></bind>"
    ),
    Fixture(
        Bind2.Inline([Bind2.Inline.Feature("urn:xmpp:csi:0")]),
        "<inline xmlns='urn:xmpp:bind:0'><feature var='urn:xmpp:csi:0'/></inline>"
    ),
    Fixture(Bind2.Inline.Feature("urn:xmpp:sm:3"), "<feature xmlns='urn:xmpp:bind:0' var='urn:xmpp:sm:3'/>"),
    Fixture(
        Bind2Bound([Element(Name("metadata", in: "urn:xmpp:mam:2"))]),
        "<bound xmlns='urn:xmpp:bind:0'><metadata xmlns='urn:xmpp:mam:2'/></bound>"
    ),
    Fixture(
        FAST(mechanisms: ["HT-SHA-256-ENDP", "HT-SHA-256-EXPR", "HT-SHA-256-NONE"], permitsEarlyData: true),
        "<fast xmlns='urn:xmpp:fast:0' tls-0rtt='true'><mechanism>HT-SHA-256-ENDP</mechanism>"
            + "<mechanism>HT-SHA-256-EXPR</mechanism><mechanism>HT-SHA-256-NONE</mechanism></fast>"
    ),
    Fixture(FAST(count: 123, isInvalidated: true), "<fast xmlns='urn:xmpp:fast:0' count='123' invalidate='true'/>"),
    Fixture(
        FASTTokenRequest(mechanism: "HT-SHA-256-ENDP"),
        "<request-token xmlns='urn:xmpp:fast:0' mechanism='HT-SHA-256-ENDP'/>"
    ),
    Fixture(
        FASTToken(MaskedText("WXZzciBwYmFmdmZnZiBqdmd1IGp2eXFhcmZm"), expiry: time("2020-03-12T14:36:15Z")),
        "<token xmlns='urn:xmpp:fast:0' expiry='2020-03-12T14:36:15Z' token='WXZzciBwYmFmdmZnZiBqdmd1IGp2eXFhcmZm'/>"
    ),
    Fixture(
        SASLUpgrade(task: "UPGR-SCRAM-SHA-256"), "<upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-256</upgrade>"
    ),
    Fixture(
        SCRAMUpgradeSalt(Base64Data([1, 2, 3]), iterations: 10_000),
        "<salt xmlns='urn:xmpp:scram-upgrade:0' iterations='10000'>AQID</salt>"
    ),
    Fixture(
        SCRAMUpgradeHash(MaskedData([4, 5, 6])), "<hash xmlns='urn:xmpp:scram-upgrade:0'>BAUG</hash>"),
]
