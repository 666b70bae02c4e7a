import Testing
import XMLStream

@testable import stanzactl

@Suite("Glosses of payloads")
struct PayloadGlossTests {
    @Test(
        "What a payload's type reads is told behind its name",
        arguments: [
            (
                """
                <query xmlns='jabber:iq:roster' ver='7'><item jid='bob@b.test' subscription='to' ask='subscribe'/></query>
                """, "roster bob@b.test to (asked) version 7"
            ),
            ("<query xmlns='jabber:iq:roster'><item jid='a.test'/><item jid='b.test'/></query>", "roster 2 contacts"),
            (
                """
                <query xmlns='http://jabber.org/protocol/disco#info'><identity category='client' type='pc' name='Psi'/>\
                <feature var='a'/><feature var='b'/></query>
                """, "disco info client/pc “Psi”, 2 features"
            ),
            (
                "<query xmlns='http://jabber.org/protocol/disco#items' node='n'><item jid='a.test'/></query>",
                "disco items n 1 item"
            ),
            (
                "<query xmlns='jabber:iq:version'><name>Prosody</name><version>0.12</version><os>Linux</os></query>",
                "software version Prosody 0.12 on Linux"
            ),
            ("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>desk</resource></bind>", "bind desk"),
            ("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>a@b.test/c</jid></bind>", "bind a@b.test/c"),
            (
                "<delay xmlns='urn:xmpp:delay' stamp='2002-09-10T23:08:25Z' from='a.test'>late</delay>",
                "delay 2002-09-10T23:08:25Z by a.test “late”"
            ),
            ("<received xmlns='urn:xmpp:receipts' id='7'/>", "receipt of 7"),
            ("<displayed xmlns='urn:xmpp:chat-markers:0' id='7'/>", "marker displayed up to 7"),
            (
                "<reactions xmlns='urn:xmpp:reactions:0' id='7'><reaction>👋</reaction></reactions>",
                "reactions 👋 to 7"
            ),
            (
                """
                <query xmlns='urn:xmpp:mam:2'><x xmlns='jabber:x:data' type='submit'><field var='with'><value>a.test</value>\
                </field></x><set xmlns='http://jabber.org/protocol/rsm'><max>20</max><before/></set></query>
                """, "archive query with a.test max 20 last page"
            ),
            (
                """
                <fin xmlns='urn:xmpp:mam:2' complete='true'><set xmlns='http://jabber.org/protocol/rsm'>\
                <first index='0'>a</first><last>b</last><count>2</count></set></fin>
                """, "archive fin complete from a to b of 2"
            ),
            (
                """
                <pubsub xmlns='http://jabber.org/protocol/pubsub'><publish node='n'><item id='i'/></publish></pubsub>
                """, "pubsub publish n item i"
            ),
            (
                "<pubsub xmlns='http://jabber.org/protocol/pubsub'><subscribe node='n' jid='a.test'/></pubsub>",
                "pubsub subscribe n"
            ),
            (
                """
                <event xmlns='http://jabber.org/protocol/pubsub#event'><items node='n'><retract id='i'/></items></event>
                """, "pubsub event items n retracted 1 item"
            ),
            (
                """
                <x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='member' role='visitor' jid='a@b.test/c'/>\
                <status code='110'/></x>
                """, "room visitor/member a@b.test/c 110"
            ),
            (
                "<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='5'/></x>",
                "room join with history: 5 messages"
            ),
            ("<unblock xmlns='urn:xmpp:blocking'/>", "unblock everybody"),
            (
                "<request xmlns='urn:xmpp:http:upload:0' filename='a b.png' size='7' content-type='image/png'/>",
                "upload request “a b.png” 7 bytes image/png"
            ),
            // Without a type, or unreadable: what can be told of any.
            ("<jingle xmlns='urn:xmpp:jingle:1' action='session-initiate'/>", "jingle session-initiate"),
            ("<query xmlns='urn:xmpp:mam:2' node='n' queryid='q'/>", "archive query n"),
            ("<publish xmlns='http://jabber.org/protocol/pubsub' node='n'/>", "pubsub n"),
        ] as [(String, String)]
    )
    func details(xml: String, expected: String) throws {
        #expect(Gloss.payload(try #require(try elements(xml).first)) == expected)
    }

    @Test("No value makes a gloss long")
    func long() throws {
        let long = String(repeating: "x", count: 10_000)
        let xml = "<query xmlns='jabber:iq:version'><name>\(long)</name><version>\(long)</version></query>"
        #expect(Gloss.payload(try #require(try elements(xml).first)).count < 200)
    }
}
