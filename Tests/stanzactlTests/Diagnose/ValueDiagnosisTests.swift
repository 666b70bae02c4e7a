import Testing
import XMLStream
import XMPPCapture

@testable import stanzactl

@Suite("Diagnostics of values")
struct ValueDiagnosisTests {
    private static func sentences(_ xml: String, showsValues: Bool = true) throws -> [String] {
        ValueDiagnosis.prepare()
        let element = try #require(try elements(xml).first)
        return ValueDiagnosis.sentences(about: TrafficRecord(.stanza(element))) { showsValues }
    }

    @Test(
        "Each wrong value is said once, with the path to it",
        arguments: [
            ("<message to='a@@b'><body>x</body></message>", "message: @to is not an address: "),
            ("<iq type='get' id='1'/>", "iq: has 0 payloads, not 1"),
            ("<iq type='get'><ping xmlns='urn:xmpp:ping'/></iq>", "iq: @id is missing"),
            (
                "<presence><show>busy</show></presence>",
                "presence/show: text is \"busy\", which is not one of away, chat, dnd, xa"
            ),
            (
                "<message><delay xmlns='urn:xmpp:delay' stamp='yesterday'/></message>",
                "message/delay: attribute 'stamp' is \"yesterday\", which is not a date and time, such as "
                    + "2002-09-10T23:08:25Z (XEP-0082)"
            ),
            (
                """
                <iq type='set' id='1'><query xmlns='jabber:iq:roster'><item jid='a.test'/>\
                <item jid='b.test' subscription='maybe'/></query></iq>
                """,
                "iq/query/item[2]: attribute 'subscription' is \"maybe\", which is not one of both, from, none, remove, to"
            ),
            (
                """
                <iq type='result' id='1'><query xmlns='http://jabber.org/protocol/disco#info'>\
                <x xmlns='jabber:x:data' type='sheet'/></query></iq>
                """,
                "iq/query/x: attribute 'type' is \"sheet\", which is not one of cancel, form, result, submit"
            ),
            (
                """
                <message><sent xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>\
                <message xmlns='jabber:client' type='shout'><body>x</body></message></forwarded></sent></message>
                """,
                "message/sent/forwarded/message: attribute 'type' is \"shout\", which is not one of chat, error, "
                    + "groupchat, headline, normal"
            ),
            (
                """
                <message><event xmlns='http://jabber.org/protocol/pubsub#event'><items node='n'><item id='1'>\
                <conference xmlns='urn:xmpp:bookmarks:1' autojoin='later'/></item></items></event></message>
                """,
                "message/event/items/item/conference: attribute 'autojoin' is \"later\", which is not true or false"
            ),
        ] as [(String, String)]
    )
    func values(xml: String, expected: String) throws {
        let found = try Self.sentences(xml)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(expected) == true, "\(found)")
    }

    @Test(
        "What is right, or unknown, is not spoken of",
        arguments: [
            "<message type='chat' to='ä@b.test'><body>x</body><x xmlns='urn:unheard:of' y='z'/></message>",
            "<presence><show>dnd</show><priority>-1</priority></presence>",
            "<iq type='error' id='1'><ping xmlns='urn:xmpp:ping'/><error type='cancel'>"
                + "<gone xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>",
        ])
    func rightValues(xml: String) throws {
        #expect(try Self.sentences(xml) == [])
    }

    @Test("Values can be left out, and one record says no more than can be read")
    func bounds() throws {
        let wrong = "<presence><show>busy</show></presence>"
        #expect(
            try Self.sentences(wrong, showsValues: false)
                == ["presence/show: text is \"***\", which is not one of away, chat, dnd, xa"])
        let items = String(repeating: "<item jid='a@@b'/>", count: 5000)
        let roster = "<iq type='result' id='1'><query xmlns='jabber:iq:roster'>\(items)</query></iq>"
        let found = try Self.sentences(roster)
        #expect(found.count == ValueDiagnosis.limit + 1)
        #expect(found.last == "More of its values are wrong than are listed.")
        let long = String(repeating: "x", count: 100_000)
        #expect(try (Self.sentences("<presence><show>\(long)</show></presence>").first?.count ?? 0) < 200)
    }

    private static let stream = """
        <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>
        <presence to='b@b.test'><show>busy</show></presence>
        <iq type='set' id='1'><query xmlns='jabber:iq:register'><password>pw</password>\
        <x xmlns='jabber:x:data' type='submit'><field var='v' type='text-private'><value>s1</value><value>s2</value>\
        </field></x></query></iq><presence/>

        """

    @Test("Every format of decode tells what is wrong", arguments: ["summary", "pretty", "xml", "jsonl", "html"])
    func formats(_ format: String) throws {
        let run = try Tool.run("decode", "--format", format, input: Self.stream)
        #expect(run.code == 0)
        let text = format == "xml" ? run.errors : run.output
        #expect(text.contains("presence/show: text is"))
        #expect(!run.errors.contains("s1") && !text.contains("is \"s1\""))
        if format == "xml" {
            #expect(run.errors.contains("stanzactl: record 2, line 2: presence/show: text is \"busy\""))
        } else {
            #expect(run.errors.isEmpty)
        }
    }

    @Test("A record with a wrong value is one that went wrong, whose secrets stay masked")
    func selection() throws {
        let objects = try Tool.run("decode", "--errors", "--format", "jsonl", input: Self.stream).objects()
        #expect(objects.map { $0["name"] as? String } == ["presence", "iq"])
        #expect(
            objects.first?["diagnostics"] as? [String]
                == ["presence/show: text is \"busy\", which is not one of away, chat, dnd, xa"])
        #expect(
            objects.last?["diagnostics"] as? [String]
                == ["iq/query/x/field: there are 2 values, and text-private allows one"])
    }

    @Test("What is redacted is selected by wrong values, too, and told of them when it is decoded")
    func redacting() throws {
        let arguments = ["redact", "--errors", "--key", "a key of the tests"]
        let objects = try Tool.run(arguments: arguments + ["--format", "jsonl"], input: Self.stream).objects()
        #expect(objects.map { $0["name"] as? String } == ["presence", "iq"])
        #expect(objects.allSatisfy { $0["diagnostics"] == nil })
        let log = try Tool.run(arguments: arguments, input: Self.stream)
        let again = try Tool.run("decode", "--format", "jsonl", input: log.output).objects()
        #expect(again.allSatisfy { ($0["diagnostics"] as? [String])?.count == 1 } && again.count == 2)
    }
}
