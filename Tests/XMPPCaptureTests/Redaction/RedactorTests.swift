import Foundation
import Testing
import XMLStream
import XMPPAddress

@testable import XMPPCapture

@Suite("Redaction")
struct RedactorTests {
    /// Everything private in ``stanzas``, as it is written and as it is meant.
    private static let secrets = [
        "wilhelmina", "Wilhelmina", "obsidian", "kestrel-net", "kestrel", "balcony", "swordfish", "meet me at noon",
        "noon", "c3dvcmRmaXNo", "203.0.113.77", "2001:db8:beef::77", "beef", "415-555-0123", "5550123", "4155550123",
        "51.50735", "kestrelcorp", "Kestrel", "d8f1c2aa-77b0-4c55-9a1c-0123456789ab", "hunter22", "penguin",
        "Elbchaussee",
        "elbe.png", "QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Z3Vlc3NtZTEyMzQ1Njc4OTA=", "secretroom",
        "7f83b1657ff1fc53b92dc18148a1d65d",
        "qzid-88", "7319", "1987-06-05", "Hafen",
    ]

    private static let stanzas = [
        """
        <message xmlns='jabber:client' from='Wilhelmina@Kestrel-Net.example/balcony' to='obsidian@kestrel-net.example' \
        id='qzid-88' type='chat' xml:lang='de-x-kestrel'><body>meet me at noon, swordfish</body>\
        <subject><![CDATA[Wilhelmina & <noon>]]></subject><thread>wilhelmina-obsidian</thread>\
        <nick xmlns='http://jabber.org/protocol/nick'>Wilhelmina</nick></message>
        """,
        """
        <message xmlns='jabber:client'><html xmlns='http://jabber.org/protocol/xhtml-im'>\
        <body xmlns='http://www.w3.org/1999/xhtml'><p style='background:url(http://kestrel-net.example/a)'>\
        <a href='xmpp:secretroom@kestrel-net.example?join;password=hunter22'>Hafen</a> noon\
        <img src='https://wilhelmina:swordfish@203.0.113.77:8443/u/elbe.png?k=hunter22#noon' alt='penguin'/></p></body></html>\
        </message>
        """,
        """
        <iq xmlns='jabber:client' type='result'><vCard xmlns='vcard-temp'><FN>Wilhelmina Kestrel</FN>\
        <N><FAMILY>Kestrel</FAMILY></N><BDAY>1987-06-05</BDAY><TEL><NUMBER>415-555-0123</NUMBER></TEL>\
        <TEL><NUMBER>4155550123</NUMBER></TEL><ADR><STREET>Elbchaussee 5</STREET></ADR>\
        <JABBERID>wilhelmina@kestrel-net.example</JABBERID><URL>http://kestrelcorp.example/w</URL>\
        <PHOTO><TYPE>image/png</TYPE><BINVAL>QWxhZGRpbjpvcGVuIHNlc2FtZQ==</BINVAL></PHOTO></vCard></iq>
        """,
        """
        <iq xmlns='jabber:client' type='set'><wilhelmina xmlns='https://kestrelcorp.example/ns/obsidian' kestrel='swordfish' \
        n='5550123' b='QWxhZGRpbjpvcGVuIHNlc2FtZQ==' u='xmpp:obsidian@kestrel-net.example?message;body=meet%20me%20at%20noon' \
        ip='203.0.113.77'>text of wilhelmina<penguin>2001:db8:beef::77</penguin><![CDATA[obsidian]]></wilhelmina></iq>
        """,
        """
        <iq xmlns='jabber:client' type='set'><query xmlns='jabber:iq:register'><username>wilhelmina</username>\
        <password>swordfish</password><email>w@kestrelcorp.example</email></query></iq>
        """,
        """
        <auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>Z3Vlc3NtZTEyMzQ1Njc4OTA=</auth>
        """,
        """
        <iq xmlns='jabber:client' type='set'><jingle xmlns='urn:xmpp:jingle:1' action='session-initiate' \
        initiator='wilhelmina@kestrel-net.example/balcony' sid='d8f1c2aa-77b0-4c55-9a1c-0123456789ab'><content creator='initiator' \
        name='penguin'><transport xmlns='urn:xmpp:jingle:transports:ice-udp:1' pwd='swordfish' ufrag='hunter22'><candidate \
        component='1' foundation='1' ip='2001:db8:beef::77' port='4433' priority='2130706431' protocol='udp' \
        rel-addr='203.0.113.77' type='host'/></transport></content></jingle></iq>
        """,
        """
        <iq xmlns='jabber:client' type='set'><x xmlns='jabber:x:data' type='submit'><field var='FORM_TYPE' type='hidden'>\
        <value>http://jabber.org/protocol/muc#roomconfig</value></field><field var='muc#roomconfig_roomsecret'>\
        <value>hunter22</value></field><field var='muc#roomconfig_roomname' label='Hafen'><value>secretroom</value></field>\
        <field var='muc#roomconfig_persistentroom'><value>1</value></field><field var='kestrel'><value>penguin</value></field><field var='pin'><value>7319</value></field></x></iq>
        """,
        """
        <iq xmlns='jabber:client' type='set'><pubsub xmlns='http://jabber.org/protocol/pubsub'>\
        <publish node='urn:xmpp:kestrel:0'><item id='7f83b1657ff1fc53b92dc18148a1d65d'>\
        <geoloc xmlns='http://jabber.org/protocol/geoloc'><lat>51.50735</lat><locality>Hafen</locality></geoloc></item></publish>\
        </pubsub></iq>
        """,
        """
        <kestrel xmlns='jabber:client' xmlns:p='urn:wilhelmina' p:obsidian='noon' noonish='obsidian'>swordfish</kestrel>
        """,
    ]

    private func redacted(_ xml: String, key: String = "some key of some length") throws -> String {
        var redactor = Redactor(key: key.utf8)
        return try Self.element(xml).map { try redactor.redacted($0).xml() }.joined()
    }

    private static func element(_ xml: String) throws -> [Element] {
        var parser = XMLStreamParser(framing: .fragments)
        parser.receive(Array(xml.utf8))
        parser.finish()
        var elements: [Element] = []
        while let event = try parser.next() {
            if case .element(let element) = event { elements.append(element) }
        }
        return elements
    }

    @Test("Nothing private survives, wherever it stood", arguments: stanzas)
    func nothingSurvives(_ xml: String) throws {
        let output = try redacted(xml).lowercased()
        for secret in Self.secrets { #expect(!output.contains(secret.lowercased()), "\(secret) in \(output)") }
        #expect(Self.secrets.contains { xml.contains($0) })
    }

    @Test("The structure stays: elements, their order, and as many attributes", arguments: stanzas)
    func structure(_ xml: String) throws {
        let before = try #require(try Self.element(xml).first)
        let after = try #require(try Self.element(redacted(xml)).first)
        #expect(Self.shape(before) == Self.shape(after))
    }

    private static func shape(_ element: Element) -> String {
        let nodes = element.nodes.map { node in
            if case .element(let child) = node { return shape(child) }
            return "t"
        }
        return "(\(element.attributes.count)\(nodes.joined()))"
    }

    @Test("What the protocol brings stays")
    func protocolStays() throws {
        let xml = """
            <iq xmlns="jabber:client" type="error"><query xmlns="http://jabber.org/protocol/disco#info" \
            node="urn:xmpp:avatar:metadata+notify"><feature var="urn:xmpp:mam:2"/></query><error type="cancel" code="404">\
            <item-not-found xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error>\
            <delay xmlns="urn:xmpp:delay" stamp="2026-11-30T04:24:43Z"/><show>dnd</show><priority>-7</priority></iq>
            """
        let before = try #require(try Self.element(xml).first)
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let after = redactor.redacted(before)
        let query = try #require(after.children.first { $0.localName == "query" })
        #expect(query["node"] == "urn:xmpp:avatar:metadata+notify")
        #expect(query.children.first { _ in true }?["var"] == "urn:xmpp:mam:2")
        let error = try #require(after.firstChild(.stanzaError))
        #expect(error["code"] == "404" && error["type"] == "cancel")
        #expect(error.children.first { _ in true }?.localName == "item-not-found")
        #expect(after.children.first { $0.localName == "delay" }?["stamp"] == "2026-11-30T04:24:43Z")
        #expect(after.firstChild(.show)?.text == "dnd")
    }

    @Test(
        "What XEPs bring that is private goes, and what is not stays",
        arguments: [
            (
                "<body xmlns='http://jabber.org/protocol/httpbind' rid='571507577' sid='SESSION' key='abcdef' ver='1.6'/>",
                ["571507577", "SESSION", "abcdef"], ["ver='1.6'"]
            ),
            (
                "<db:result xmlns:db='jabber:server:dialback' from='a.test' to='b.test'>b4835385f37fe2895af6c196b59097b</db:result>",
                ["b4835385f37fe2895af6c196b59097b", "a.test"], ["<result "]
            ),
            (
                "<iq type='result'><slot xmlns='urn:xmpp:http:upload:0'><put url='https://up.test/tok/f.png?v=1'>"
                    + "<header name='Authorization'>Basic xyzzyplugh</header></put></slot></iq>",
                ["up.test", "tok", "f.png", "xyzzyplugh"], ["https://"]
            ),
            (
                "<iq type='get'><request xmlns='urn:xmpp:http:upload:0' filename='plan.pdf' size='48213'/></iq>",
                ["plan.pdf", "48213"], ["size='65535'"]
            ),
            (
                "<presence><c xmlns='http://jabber.org/protocol/caps' hash='sha-1' node='http://cl.test' ver='zHyEOgxTrkpSdGcQKH8EFPLsriY='/></presence>",
                ["cl.test", "zHyEOgxTrkpSdGcQKH8EFPLsriY="], ["hash='sha-1'"]
            ),
            (
                "<iq type='result'><time xmlns='urn:xmpp:time'><tzo>-06:00</tzo><utc>2006-12-19T17:58:35Z</utc></time></iq>",
                ["-06:00"], ["<tzo>Z</tzo>", "2006-12-19T17:58:35Z"]
            ),
            (
                "<iq type='set'><x xmlns='jabber:x:data'><field var='muc#roomconfig_roomname'><value>club</value></field>"
                    + "<field var='muc#roomconfig_whois'><value>moderators</value></field></x></iq>",
                ["club"], ["<value>moderators</value>"]
            ),
            (
                "<enabled xmlns='urn:xmpp:sm:3' id='77' location='host.test:5222' max='300'/>", ["'77'", "host.test"],
                ["max='300'"]
            ),
            ("<presence><priority>-7</priority></presence>", [], ["<priority>-7</priority>"]),
            ("<presence><priority>491701234567</priority></presence>", ["491701234567"], []),
            ("<presence kestrelpin='1234'/>", ["1234", "kestrelpin"], []),
            // What an attribute is decides, not what stands in it.
            (
                "<message><x xmlns='urn:xmpp:sims:1' code='1234' creator='chat' nick='chat' type='chat'/></message>",
                ["1234", "nick='chat'"], ["type='chat'", "creator='chat'"]
            ),
            (
                "<message type='error'><error code='404' type='cancel' by='a.test'/></message>", ["a.test"],
                ["code='404'"]
            ),
            (
                "<iq type='set'><x xmlns='jabber:x:data'><field var='pin'><value>73</value></field>"
                    + "<field var='mood'><value>happy</value></field></x></iq>", [">73<", "happy"], []
            ),
            (
                "<message><delay xmlns='urn:xmpp:delay' stamp='2026-03-01T00:30:00.25+02:00'/></message>", ["+02:00"],
                ["stamp='2026-02-28T22:30:00.25Z'"]
            ),
            (
                "<presence><nowhere xmlns='urn:xmpp:sims:1' stamp='2026-13-01T00:30:00-05:30'/></presence>", ["-05:30"],
                ["stamp='2026-13-01T00:30:00Z'"]
            ),
            (
                "<stream:features xmlns:stream='http://etherx.jabber.org/streams'>"
                    + "<sub xmlns='urn:xmpp:features:pre-approval'/></stream:features>", [], ["<sub xmlns="]
            ),
            ("<message><acknowledged xmlns='urn:xmpp:chat-markers:0' id='a'/></message>", [], ["<acknowledged xmlns="]),
            ("<message><result xmlns='urn:xmpp:mam:tmp' id='a'/></message>", [], ["urn:xmpp:mam:tmp"]),
            (
                "<iq><bundle xmlns='eu.siacs.conversations.axolotl'><signedPreKeyPublic signedPreKeyId='77'>AAAA"
                    + "</signedPreKeyPublic><identityKey>BBBB</identityKey><prekeys><preKeyPublic preKeyId='1'>CC=="
                    + "</preKeyPublic></prekeys></bundle></iq>",
                ["'77'", "AAAA", "BBBB", "CC=="],
                ["<signedPreKeyPublic signedPreKeyId=", "<identityKey>", "<preKeyPublic preKeyId="]
            ),
            (
                "<iq><vCard xmlns='vcard-temp'><TEL><CELL/><PAGER/></TEL><ADR><POBOX>PREF</POBOX></ADR>"
                    + "<GEO><LAT>51.5</LAT></GEO><CLASS><CONFIDENTIAL/></CLASS></vCard></iq>", ["PREF", "51.5"],
                ["<CELL/><PAGER/>", "<POBOX>", "<GEO><LAT>", "<CONFIDENTIAL/>"]
            ),
        ] as [(String, [String], [String])])
    func extensions(xml: String, gone: [String], kept: [String]) throws {
        let output = try redacted(xml)
        for text in gone { #expect(!output.contains(text), "\(output)") }
        for text in kept { #expect(output.contains(text), "\(output)") }
    }

    @Test("Requests of BOSH keep their order, in elements and in sentences")
    func requestNumbers() throws {
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let numbers = try ["571507577", "571507578"].map {
            try #require(UInt64(redactor.replacement(forRequestNumber: $0)))
        }
        #expect(numbers[1] == numbers[0] + 1 && numbers[0] != 571_507_577)
        let sentence = redactor.redacted(message: "Request 571507578 comes where 571507577 is next. (XEP-0124 §14.2)")
        #expect(sentence == "Request \(numbers[1]) comes where \(numbers[0]) is next. (XEP-0124 §14.2)")
    }

    @Test("What is no address does not become one, and no two identifiers become the same")
    func validity() {
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        for address in ["@@", "a@", "a@b/", "a b@c.test", "@c.test", "/r", "a@b@c"] {
            #expect((try? JID(redactor.replacement(forAddress: address))) == nil, "\(address)")
        }
        let identifiers = (0..<2000).map { redactor.replacement(forIdentifier: "\($0)") }
        #expect(Set(identifiers).count == 2000)
    }

    @Test("Equal addresses have equal pseudonyms in all positions, others have others")
    func consistency() throws {
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let full = redactor.replacement(forAddress: "Alice@Example.test/desk")
        #expect(full == redactor.replacement(forAddress: "alice@example.test/desk"))
        #expect(full.hasPrefix(redactor.replacement(forAddress: "alice@example.test") + "/"))
        #expect(full != redactor.replacement(forAddress: "alice@example.test/Desk"))
        #expect(redactor.replacement(for: "alice") + "@" == full.prefix { $0 != "@" } + "@")
        let host = redactor.replacement(forHost: "example.test")
        #expect(full.contains("@\(host)/"))
        #expect(redactor.replacement(forHost: "conference.example.test").hasSuffix("." + host))
        #expect(redactor.replacement(forHost: "example.net") != host)
        #expect(redactor.replacement(forHost: "example.test:5222") == host + ":5222")
        #expect(redactor.replacement(for: "xmpp:alice@example.test/desk?join") == "xmpp:\(full)?join")
    }

    @Test("The key decides: the same gives the same, another one others")
    func keys() throws {
        let xml = Self.stanzas[0]
        #expect(try redacted(xml) == redacted(xml))
        #expect(try redacted(xml) != redacted(xml, key: "another key of that kind"))
    }

    @Test(
        "Forms stay what they are",
        arguments: [
            ("192.0.2.7", "ipv4"), ("192.0.2.7:5222", "ipv4"), ("2001:db8::7", "ipv6"), ("[2001:db8::7]:5222", "ipv6"),
            ("d8f1c2aa-77b0-4c55-9a1c-0123456789ab", "uuid"),
            ("da39a3ee5e6b4b0d3255bfef95601890afd80709", "hexadecimal"),
            ("QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "base64"), ("a@b.example/c d", "address"),
            ("https://a.example/b?c=d#e", "uri"),
            ("12345678", "number"), ("-12.25", "decimal"), ("-1024", "decimal"), ("1987-06-05", "date"),
            ("1987-06-05T04:00:00Z", "dateTime"), ("19870605T04:00:00", "dateTime"), ("two words", "words"),
            ("word", "word"), (" \n", "blank"),
            ("im.example.net", "host"),
        ])
    func forms(value: String, form: String) throws {
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let output = redactor.replacement(for: value)
        func name(_ text: String) -> String { String("\(ValueForm(text))".prefix { $0.isLetter || $0.isNumber }) }
        #expect(name(value) == form)
        #expect(name(output) == form, "\(output)")
        #expect(form == "blank" ? output == value : output != value)
    }

    @Test(
        "Numbers stay within the types that have them",
        arguments: [
            ("100", "100"..."127"), ("200", "100"..."255"), ("40000", "10000"..."65535"), ("70000", "10000"..."99999"),
            ("4294967295", "1000000000"..."4294967295"),
            ("18446744073709551615", "10000000000000000000"..."18446744073709551615"),
        ])
    func numbers(value: String, range: ClosedRange<String>) {
        for key in 0..<200 {
            var redactor = Redactor(key: "0123456789abcdef\(key)".utf8)
            let output = redactor.replacement(for: value)
            #expect(output.utf8.count == value.utf8.count && range.contains(output), "\(output)")
        }
    }

    @Test("Sizes become the class that they are in, which no limit of a type is in the middle of")
    func sizes() {
        let limits: [UInt64] = [127, 255, 32_767, 65_535, 1 << 31 - 1, 1 << 32 - 1, 1 << 63 - 1, .max]
        for limit in limits {
            #expect(Pseudonyms.numberClass(limit) == limit)
            #expect(Pseudonyms.numberClass(limit - limit / 3) == limit)
        }
        #expect(Pseudonyms.numberClass(0) == 15 && Pseudonyms.numberClass(16) == 31)
    }

    @Test("Base64 stays what can be decoded, however short, and what is none does not become some")
    func base64() {
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        for value in ["AAAA", "Zg==", "Zm8=", "YWJj\n ZGVm", "true", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="] {
            let output = redactor.replacement(forBase64: value)
            #expect(Data(base64Encoded: output) != nil && output != value, "\(output)")
        }
        for value in ["AAA", "AB==", "A===", "====", "QWxhZGRpbjpvcGVuIHNlc2FtZR==", "-_==", "Zm=8"] {
            #expect(Data(base64Encoded: redactor.replacement(forBase64: value)) == nil, "\(value)")
        }
    }

    @Test("Names of certificates are those of hosts", arguments: ["im.kestrel.example", "kestrel"])
    func certificates(name: String) throws {
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let host = redactor.replacement(forHost: name)
        let sentences = [
            "TLS 1.3, server name \(name), ALPN xmpp-client": "TLS 1.3, server name \(host), ALPN xmpp-client",
            "certificate of \(name) *.\(name), resumed": "certificate of \(host) *.\(host), resumed",
            "client certificate of CN=\(name),DC=\(name)": "client certificate of CN=\(host),DC=\(host)",
        ]
        for (sentence, expected) in sentences { #expect(redactor.redacted(message: sentence) == expected) }
        let subject = redactor.redacted(message: "certificate of CN=\(name),O=Kestrel\\, Inc+C=X, early data")
        #expect(subject.hasPrefix("certificate of CN=\(host),O=") && subject.hasSuffix(", early data"))
        #expect(!subject.contains("Kestrel") && !subject.contains("Inc"))
    }

    @Test(
        "Text keeps its size class and what can make trouble",
        arguments: [
            "zwei Wörter", "smile 🙂 please", "a < b & c", "first\nsecond",
            String(repeating: "lang und breit ", count: 100),
        ])
    func text(_ value: String) {
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let output = redactor.replacement(for: value)
        #expect(Pseudonyms.sizeClass(output.utf8.count) == Pseudonyms.sizeClass(value.utf8.count))
        #expect(output.contains("\n") == value.contains("\n"))
        #expect(output.contains("<") == value.contains("<"))
        #expect(
            output.unicodeScalars.contains { $0.value > 0xFFFF } == value.unicodeScalars.contains { $0.value > 0xFFFF })
        #expect(output.utf8.contains { $0 >= 0x80 } == value.utf8.contains { $0 >= 0x80 })
    }

    @Test(
        "Sentences keep their words and lose what came out of the traffic",
        arguments: [
            ("TLS 1.3, TLS_AES_128_GCM_SHA256, server name kestrel, ALPN xmpp-client, resumed", ["kestrel"], "resumed"),
            ("TLS 1.2, certificate of CN=Wilhelmina Kestrel", ["Kestrel", "Wilhelmina"], "certificate of "),
            ("comment: asked wilhelmina about it", ["wilhelmina", "asked"], "comment: "),
            (
                "The WebSocket connection is closed with code 1000: “bye “kestrel” now”. (RFC 6455 §7.4)",
                ["kestrel", "bye"], "1000"
            ),
            ("The prefix ‘kestrel’ is not declared.", ["kestrel"], "not declared."),
            ("Gone to 203.0.113.77 and wilhelmina@x.", ["203.0.113.77", "wilhelmina"], "Gone to"),
        ])
    func messages(message: String, secrets: [String], kept: String) {
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let output = redactor.redacted(TrafficRecord(.note(message)))
        guard case .note(let text) = output.content else { return #expect(Bool(false), "not a note any more") }
        for secret in secrets { #expect(!text.contains(secret), "\(text)") }
        #expect(text.contains(kept), "\(text)")
    }

    @Test("Times, places and sizes of records stay; headers and sessions are redacted")
    func records() throws {
        let header = Element(.stream, attributes: [Attribute(.to, "kestrel.example"), Attribute(.version, "1.0")])
        let opening = StreamOpening(
            element: header, contentNamespace: .client,
            prefixes: [
                .init(prefix: "stream", namespace: .streams), .init(prefix: "kestrel", namespace: "urn:kestrel:extra"),
            ])
        let time = Timestamp(seconds: 1, digits: 0)
        let record = TrafficRecord(
            .streamOpen(opening), time: time, stream: 3, direction: .clientToServer, packets: [7], layers: [.tls],
            line: 2,
            offset: 9, session: "kestrel", diagnostics: ["No “kestrel” here."])
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let output = redactor.redacted(record)
        #expect(!"\(output)".contains("kestrel"))
        #expect(output.time == time && output.stream == 3 && output.packets == [7] && output.layers == [.tls])
        #expect(output.line == 2 && output.offset == 9 && output.direction == .clientToServer)
        #expect(output.element?.attribute(.version) == "1.0")
        #expect(redactor.redacted(TrafficRecord(.gap(byteCount: 5))) == TrafficRecord(.gap(byteCount: 5)))
    }

    @Test("Nothing of any length or content stops it")
    func hostile() {
        var redactor = Redactor(key: [])
        for value in [
            "", "@", "/", "@/", ":", "://", "xmpp:", "xmpp:?", "xmpp:?;=;", "http://", "http://@:", "[", "[]", "::",
            "%", "%4",
            "a@", ".", "..", "a..b", "=", "====", "1.2.3.4.5", "999.1.1.1", "-", "urn:", "\u{0}", "\u{202E}",
            "e\u{301}\u{301}",
            String(repeating: "@/:", count: 5000), String(repeating: "9", count: 100_000),
        ] {
            let output = redactor.replacement(for: value)
            #expect(output.isEmpty == value.isEmpty)
            _ = redactor.replacement(forAddress: value)
            _ = redactor.replacement(forHost: value)
            _ = redactor.redacted(message: value)
        }
    }
}
