import Testing
import XMLStream
import XMPPCapture

@testable import stanzactl

@Suite("Glosses")
struct GlossTests {
    private static func stanza(_ xml: String) throws -> String {
        Gloss.line(of: TrafficRecord(.stanza(try #require(elements(xml).first))))
    }

    private static func nonza(_ xml: String) throws -> String {
        Gloss.line(of: TrafficRecord(.nonza(try #require(elements(xml).first))))
    }

    @Test(
        "Stanzas",
        arguments: [
            (
                """
                <message type='chat' from='alice@a.test' to='bob@b.test'><body>hello</body>\
                <request xmlns='urn:xmpp:receipts'/></message>
                """, "message chat alice@a.test → bob@b.test “hello” +receipt request"
            ),
            ("<message to='a.test'><subject>s</subject><thread>t</thread></message>", "message → a.test subject “s”"),
            ("<message><x xmlns='urn:unheard:of'/></message>", "message +x (urn:unheard:of)"),
            ("<iq type='get' id='1'><query xmlns='jabber:iq:roster'/></iq>", "iq get roster"),
            ("<iq type='result' from='a.test'/>", "iq result from a.test"),
            (
                "<iq type='get'><query xmlns='http://jabber.org/protocol/disco#info' node='n'/></iq>",
                "iq get disco info n"
            ),
            (
                """
                <iq type='error'><query xmlns='jabber:iq:roster'/><error type='cancel'>\
                <item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>\
                <text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>gone</text></error></iq>
                """, "iq error (cancel item-not-found: gone)"
            ),
            (
                "<iq type='set'><pubsub xmlns='http://jabber.org/protocol/pubsub'><publish node='n'/></pubsub></iq>",
                "iq set pubsub publish n"
            ),
            ("<presence type='unavailable'/>", "presence unavailable"),
            (
                "<presence><show>away</show><status>lunch</status><priority>5</priority></presence>",
                "presence away “lunch” priority 5"
            ),
            (
                """
                <presence from='r@c.test/n'><x xmlns='http://jabber.org/protocol/muc#user'><status code='110'/>\
                <status code='201'/></x></presence>
                """, "presence from r@c.test/n +room 110,201"
            ),
            (
                """
                <message><sent xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>\
                <message xmlns='jabber:client' to='b.test'><body>hi</body></message></forwarded></sent></message>
                """, "message +carbon sent [message → b.test “hi”]"
            ),
            ("<message xmlns='jabber:server' to='b.test'><body>x</body></message>", "message → b.test “x”"),
        ] as [(String, String)]
    )
    func stanzas(xml: String, expected: String) throws {
        #expect(try Self.stanza(xml) == expected)
    }

    @Test(
        "Other elements",
        arguments: [
            (
                """
                <stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>\
                <mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>SCRAM-SHA-1</mechanism>\
                <mechanism>PLAIN</mechanism></mechanisms></stream:features>
                """, "features starttls(required) sasl: SCRAM-SHA-1 PLAIN"
            ),
            (
                "<stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><required/></bind></stream:features>",
                "features bind(required)"
            ),
            ("<stream:features/>", "features none"),
            (
                """
                <stream:error><host-unknown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>\
                <text xmlns='urn:ietf:params:xml:ns:xmpp-streams'>who?</text></stream:error>
                """, "stream error host-unknown: who?"
            ),
            ("<a xmlns='urn:xmpp:sm:3' h='3'/>", "sm ack h=3"),
            ("<r xmlns='urn:xmpp:sm:3'/>", "sm request"),
            ("<enable xmlns='urn:xmpp:sm:3' resume='true'/>", "sm enable with resumption"),
            ("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>AA==</auth>", "sasl auth PLAIN"),
            (
                "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><not-authorized/></failure>",
                "sasl failure not-authorized"
            ),
            ("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>", "starttls proceed"),
            ("<db:result from='a.test' to='b.test' type='valid'/>", "dialback result a.test → b.test valid"),
            ("<x xmlns='urn:unheard:of'/>", "x (urn:unheard:of)"),
        ] as [(String, String)]
    )
    func nonzas(xml: String, expected: String) throws {
        #expect(try Self.nonza(xml) == expected)
    }

    @Test("Long bodies are cut, and no peer can control the terminal")
    func hostile() throws {
        let long = String(repeating: "é", count: 1000)
        #expect(try Self.stanza("<message><body>\(long)</body></message>").count < 80)
        let line = try Self.stanza("<message to='\u{9B}31m'><body>a\nb\u{7F}\u{202E}c</body></message>")
        #expect(line == "message → \\u{9B}31m “a␊b␡\\u{202E}c”")
        let marks = String(repeating: "e\u{301}\u{301}\u{301}\u{301}", count: 1000)
        #expect(try Self.stanza("<message><body>\(marks)</body></message>").unicodeScalars.count < 80)
    }

    @Test("What is no element is said in words")
    func others() {
        #expect(Gloss.line(of: TrafficRecord(.gap(byteCount: 12))) == "gap of 12 bytes")
        #expect(Gloss.line(of: TrafficRecord(.note("n\u{1B}"))) == "note: n␛")
        #expect(Gloss.line(of: TrafficRecord(.streamClose(nil))) == "stream close")
    }
}
