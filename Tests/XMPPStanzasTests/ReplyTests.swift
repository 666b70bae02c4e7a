import Testing
import XMLStream
import XMPPAddress

@testable import XMPPStanzas

@Suite struct ReplyTests {
    struct Query: Payload {
        static let element = Name.known("query", in: "urn:example:query")
        var node: String?
        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(node: try c.attribute("node", \.node))
        }
    }

    @Test("A request is built, answered with a result, and with an error (RFC 6120 §8.2.3, §8.3.1)")
    func iq() throws {
        let request = IQ(get: Query(node: "n"), to: jid("d.example"), from: jid("a@b.example/c"), id: "1")
        #expect(
            try request.element.xml(in: .client)
                == "<iq to='d.example' from='a@b.example/c' type='get' id='1'><query xmlns='urn:example:query' node='n'/></iq>"
        )
        #expect(try request[Query.self] == Query(node: "n"))
        let result = try #require(request.result(Query(node: "m")))
        #expect(
            try result.element.xml(in: .client)
                == "<iq to='a@b.example/c' from='d.example' id='1' type='result'>"
                + "<query xmlns='urn:example:query' node='m'/></iq>")
        let error = try #require(request.errorReply(StanzaError(.itemNotFound), keepingPayloads: true))
        #expect(
            try error.element.xml(in: .client)
                == "<iq to='a@b.example/c' from='d.example' id='1' type='error'>"
                + "<query xmlns='urn:example:query' node='n'/>"
                + "<error type='cancel'><item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>")
        #expect(error.payloadElement == request.payloadElement)
        #expect(result.result() == nil)
        #expect(error.errorReply(StanzaError(.conflict)) == nil)
        #expect(IQ(.result, element: Element(Query.element), id: "1") == nil)
    }

    @Test("A message is answered in its thread")
    func message() throws {
        let message = try XMPPStanzasTests.message(
            "<message type='chat' from='a@b.example/c' to='d@e.example' id='1'><body>?</body><thread>t</thread></message>"
        )
        let reply = message.reply(id: "2") { Body("!") }
        #expect(
            try reply.element.xml(in: .client)
                == "<message to='a@b.example/c' from='d@e.example' type='chat' id='2'><body>!</body><thread>t</thread></message>"
        )
        let error = try #require(message.errorReply(StanzaError(.gone, uri: "xmpp:x@y.example")))
        #expect(error.id == "1")
        #expect(error.type == .error)
        #expect(error.error?.uri == "xmpp:x@y.example")
        #expect(error.body == nil)
        #expect(error.errorReply(StanzaError(.conflict)) == nil)
        let room = try XMPPStanzasTests.message("<message type='groupchat' from='room@muc.example/nick'/>")
        #expect(room.reply { Body("!") }.to == jid("room@muc.example"))
    }

    @Test("A presence is answered with one of another type")
    func presence() throws {
        let request = try Presence(element("<presence type='subscribe' from='a@b.example' to='c@d.example' id='s'/>"))
        #expect(
            try request.reply(.subscribed).element.xml(in: .client)
                == "<presence to='a@b.example' from='c@d.example' id='s' type='subscribed'/>")
    }

    @Test("Content is built from payloads, elements, sequences and conditions")
    func builders() throws {
        let isUrgent = true
        let message = Message(to: jid("a@b.example"), type: .headline, id: "1", language: "en") {
            if isUrgent { Subject("Now") } else { Body("Later") }
            for language in ["de", "fr"] { Body(language, language: language) }
            Query(node: nil)
            Element(Name("x", in: "urn:x"))
            [Element(Name("y", in: "urn:y"))]
            if !isUrgent { Body("never") }
        }
        #expect(
            try message.element.xml(in: .client)
                == "<message to='a@b.example' type='headline' id='1' xml:lang='en'><subject>Now</subject>"
                + "<body xml:lang='de'>de</body><body xml:lang='fr'>fr</body><query xmlns='urn:example:query'/>"
                + "<x xmlns='urn:x'/><y xmlns='urn:y'/></message>")
        #expect(message.all(Body.self).count == 2)
        #expect(message.has(Query.self))
        var more = message
        more.append { Body("en") }
        #expect(more.bodies.count == 3)
        more.remove(Body.self)
        #expect(more.bodies == [])
        more.set(Query(node: "set"))
        #expect(try more[Query.self] == Query(node: "set"))
    }
}
