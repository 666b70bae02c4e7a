import Testing
import XMLStream

@testable import XMPPCapture

@Suite("Masking secrets")
struct SecretMaskTests {
    private static func element(_ xml: String) throws -> Element {
        var parser = XMLStreamParser(framing: .fragments)
        parser.receive(Array(xml.utf8))
        guard case .element(let element)? = try parser.next() else { throw Missing() }
        return element
    }

    private struct Missing: Error {}

    @Test(
        "Secrets are replaced, and nothing else is",
        arguments: [
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>SECRET</auth>",
            "<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>SECRET</challenge>",
            "<response xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>SECRET</response>",
            "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>SECRET</success>",
            """
            <authenticate xmlns='urn:xmpp:sasl:2' mechanism='M'><initial-response>SECRET</initial-response>\
            <user-agent id='u'><software>s</software></user-agent></authenticate>
            """,
            """
            <success xmlns='urn:xmpp:sasl:2'><additional-data>SECRET</additional-data><authorization-identifier>a@b.test\
            </authorization-identifier><token xmlns='urn:xmpp:fast:0' expiry='2026-01-01T00:00:00Z' token='SECRET'/>\
            </success>
            """,
            "<challenge xmlns='urn:xmpp:sasl:2'>SECRET</challenge>",
            """
            <iq type='set'><query xmlns='jabber:iq:auth'><username>a</username><password>SECRET</password>\
            <digest>SECRET</digest><resource>r</resource></query></iq>
            """,
            "<iq type='set'><query xmlns='jabber:iq:register'><username>a</username><password>SECRET</password></query></iq>",
            """
            <iq type='set'><query xmlns='jabber:iq:register'><x xmlns='jabber:x:data' type='submit'>\
            <field var='username'><value>a</value></field><field var='p' type='text-private'><value>SECRET</value></field>\
            <field var='password'><value>SECRET</value></field>\
            <field var='muc#roomconfig_roomsecret'><value>SECRET</value></field>\
            <field var='muc#roomconfig_passwordprotectedroom'><value>1</value></field></x></query></iq>
            """,
            "<handshake xmlns='jabber:component:accept'>SECRET</handshake>",
            "<enabled xmlns='urn:xmpp:sm:3' id='SECRET' resume='true' max='300'/>",
            "<resume xmlns='urn:xmpp:sm:3' h='3' previd='SECRET'/>",
            "<presence to='r@c.test/n'><x xmlns='http://jabber.org/protocol/muc'><password>SECRET</password></x></presence>",
            """
            <message><x xmlns='http://jabber.org/protocol/muc#user'><invite to='a@b.test'/><password>SECRET</password></x>\
            <x xmlns='jabber:x:conference' jid='r@c.test' password='SECRET'/><body>password</body></message>
            """,
            "<iq type='result'><services xmlns='urn:xmpp:extdisco:2'><service host='h' password='SECRET'/></services></iq>",
            """
            <iq type='result'><slot xmlns='urn:xmpp:http:upload:0'><put url='SECRET'><header name='Authorization'>SECRET</header>\
            <header name='Expires'>never</header></put><get url='u'/></slot></iq>
            """,
            "<body xmlns='http://jabber.org/protocol/httpbind' rid='7' sid='SECRET' key='SECRET' newkey='SECRET'/>",
            "<db:result xmlns:db='jabber:server:dialback' from='a.test' to='b.test'>SECRET</db:result>",
            "<db:verify xmlns:db='jabber:server:dialback' from='a.test' to='b.test' id='x'>SECRET</db:verify>",
        ]
    )
    func secrets(xml: String) throws {
        let element = try Self.element(xml)
        let expected = try Self.element(xml.replacing("SECRET", with: "***"))
        #expect(SecretMask().masked(element) == expected)
        #expect(element != expected)
        let other = try Self.element(xml.replacing("SECRET", with: "•"))
        #expect(SecretMask(replacement: "•").masked(element) == other)
    }

    @Test(
        "What is no secret stays",
        arguments: [
            "<message><body>my password is</body></message>",
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='EXTERNAL'>=</auth>",
            "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>",
            "<iq type='result'><query xmlns='jabber:iq:register'><username/><password/></query></iq>",
            "<message id='1'><x xmlns='jabber:x:conference' jid='r@c.test'/></message>",
            "<iq id='1'><query xmlns='jabber:x:data'><value>v</value></query></iq>",
        ]
    )
    func innocent(xml: String) throws {
        let element = try Self.element(xml)
        #expect(SecretMask().masked(element) == element)
    }

    @Test("Records are masked whatever they are about")
    func records() throws {
        let element = try Self.element("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>SECRET</auth>")
        let record = TrafficRecord(.nonza(element), stream: 3, packets: [1, 2])
        let masked = SecretMask().masked(record)
        #expect(masked.element?.text == "***")
        #expect(masked.stream == 3 && masked.packets == [1, 2])
        #expect(SecretMask().masked(TrafficRecord(.note("n"))).content == .note("n"))
    }
}
