import Testing
import XMLStream
import XMPPAddress

@testable import XMPPStanzas

@Suite struct StanzaTests {
    @Test("Every example is a stanza or an erroneous one, and is written back as it was")
    func examples() throws {
        var stanzas = 0
        var faults: [Fault: Int] = [:]
        for xml in try exampleStanzas() {
            guard let source = try? element(xml), StanzaKind(source) != nil else { continue }
            let kept: Element
            do {
                let stanza = try #require(try Stanza(source))
                kept = stanza.element
                stanzas += 1
            } catch let error as ErroneousStanza {
                kept = error.element
                faults[Fault(error.reason), default: 0] += 1
            }
            let written = try element(kept.xml())
            #expect(written == source)
        }
        #expect(stanzas > 2000)
        // Each was looked at: the examples themselves break RFC 6120 there.
        #expect(faults == [.missingID: 41, .missingType: 9, .unknownType: 6, .noAddress: 6])
    }

    private enum Fault {
        case missingID, missingType, unknownType, noAddress, payloads

        init(_ reason: ErroneousStanza.Reason) {
            switch reason {
            case .missingID: self = .missingID
            case .invalidType(nil): self = .missingType
            case .invalidType, .wrongElement: self = .unknownType
            case .invalidTo, .invalidFrom: self = .noAddress
            case .payloadCount: self = .payloads
            }
        }
    }

    @Test("A chat message has its header and its text")
    func chat() throws {
        let message = try message(
            "<message to='Juliet@Example.COM/balcony' from='romeo@example.net' id='7' type='chat' xml:lang='en'>"
                + "<body>Wherefore</body><thread parent='p'>t</thread></message>")
        #expect(message.to == jid("juliet@example.com/balcony"))
        #expect(message.from == jid("romeo@example.net"))
        #expect(message.id == "7")
        #expect(message.type == .chat)
        #expect(message.language == "en")
        #expect(message.body == "Wherefore")
        #expect(message.thread == MessageThread("t", parent: "p"))
        #expect(message.namespace == .client)
        #expect(message.diagnostics == [])
    }

    @Test("A built stanza has the header that its element is read with")
    func builtHeader() throws {
        let (juliet, romeo) = (try JID("juliet@example.com/balcony"), try JID("romeo@example.net"))
        for parts in 0..<16 {
            let to = parts & 1 == 0 ? nil : juliet
            let from = parts & 2 == 0 ? nil : romeo
            let id = parts & 4 == 0 ? nil : "1"
            let message = Message(to: to, from: from, type: parts & 8 == 0 ? .normal : .groupchat, id: id) { Body("?") }
            for message in [message, try Message(message.element)] {
                #expect((message.to, message.from, message.id) == (to, from, id))
                #expect(message.type == (parts & 8 == 0 ? .normal : .groupchat))
            }
            let presence = Presence(to: to, from: from, type: parts & 8 == 0 ? nil : .probe, id: id, status: "?")
            for presence in [presence, try Presence(presence.element)] {
                #expect((presence.to, presence.from, presence.id) == (to, from, id))
                #expect(presence.type == (parts & 8 == 0 ? nil : .probe))
            }
            let iq = IQ(set: Body("?"), to: to, from: from, id: "2")
            for iq in [iq, try IQ(iq.element)] {
                #expect((iq.to, iq.from, iq.id) == (to, from, "2"))
                #expect(iq.type == .set)
            }
        }
    }

    @Test("Stanzas of servers and components are stanzas too", arguments: ["jabber:server", "jabber:component:accept"])
    func namespaces(_ namespace: String) throws {
        let source = try element(
            "<message xmlns='\(namespace)' to='a@b.example'><subject>S</subject><body>hi</body></message>")
        guard case .message(let message)? = try Stanza(source) else {
            Issue.record("not a message")
            return
        }
        #expect(message.body == "hi")
        #expect(message.subjects == [Subject("S")])
        let reply = try #require(message.errorReply(StanzaError(.serviceUnavailable)))
        #expect(reply.error?.condition == .serviceUnavailable)
        #expect(reply.element.firstChild(Name("error", in: Namespace(rawValue: namespace))) != nil)
        let built = Message(to: jid("a@b.example"), in: Namespace(rawValue: namespace)) {
            Subject("S")
            Body("hi")
        }
        #expect(built.element == source)
    }

    @Test("What is a part of a stanza in another namespace is none in this one (RFC 6120 §4.8.3)")
    func foreignParts() throws {
        let message = try message(
            "<message><body xmlns='jabber:server'>x</body><subject xmlns='jabber:server'>x</subject>"
                + "<error xmlns='jabber:server' type='cancel'>"
                + "<gone xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></message>")
        #expect(message.bodies == [])
        #expect(message.body == nil)
        #expect(message.subjects == [])
        #expect(message.error == nil)
        let presence = try Presence(element("<presence><status xmlns='jabber:server'>x</status></presence>"))
        #expect(presence.statuses == [])
        #expect(presence.status == nil)
    }

    @Test("What is not a stanza is none")
    func others() throws {
        #expect(try Stanza(element("<stream:features/>")) == nil)
        #expect(try Stanza(element("<message xmlns='urn:example'/>")) == nil)
        #expect(try Stanza(element("<a xmlns='urn:xmpp:sm:3' h='1'/>")) == nil)
    }

    @Test("An unknown type of message is normal, with a diagnostic (RFC 6121 §5.2.2)")
    func unknownType() throws {
        let message = try message("<message type='shout'><body>A</body><body>B</body></message>")
        #expect(message.type == .normal)
        #expect(message.element["type"] == "shout")
        #expect(message.diagnostics.map(\.path) == ["message", "message/body[2]"])
        #expect(
            message.diagnostics.first?.description
                == "message: attribute 'type' is \"shout\", which is not one of chat, error, groupchat, headline, normal"
        )
    }

    @Test(
        "White space around a type makes it another one: it is CDATA where there is no DTD (RFC 6120 §8.2.3, XML 1.0 §3.3.3)",
        arguments: [" get ", "get ", "\tget", "&#10;get"])
    func spacedType(type: String) throws {
        let iq = try element("<iq type='\(type)' id='1'><ping xmlns='urn:xmpp:ping'/></iq>")
        let error = #expect(throws: ErroneousStanza.self) { try IQ(iq) }
        #expect(error?.reason == .invalidType(iq["type"]))
        #expect(error?.errorReply()?["type"] == "error")
        #expect(try message("<message type=' chat '/>").type == .normal)
        #expect(throws: ErroneousStanza.self) { try Presence(element("<presence type=' probe '/>")) }
    }

    @Test("A presence outside the schema is read leniently")
    func lenientPresence() throws {
        let presence = try Presence(
            element("<presence><show>busy</show><priority>300</priority><status>S</status></presence>"))
        #expect(presence.show == nil)
        #expect(presence.priority == 0)
        #expect(presence.status == "S")
        #expect(presence.diagnostics.map(\.path) == ["presence/show", "presence/priority"])
        let good = try Presence(element("<presence><show>dnd</show><priority> -3 </priority></presence>"))
        #expect(good.show == .doNotDisturb)
        #expect(good.priority == -3)
        #expect(good.diagnostics == [])
        #expect(good.isAvailable)
    }

    @Test("Setting a part changes that part alone")
    func setting() throws {
        var message = try message(
            "<message x='1' to='a@b.example' id='7'><body>A</body>text<strange xmlns='urn:s'/></message>")
        message.to = jid("c@d.example")
        message.id = nil
        message.type = .groupchat
        message.from = jid("e@f.example")
        message.body = "B"
        message.subject = "S"
        #expect(
            try message.element.xml(in: .client)
                == "<message x='1' to='c@d.example' type='groupchat' from='e@f.example'><body>B</body>text"
                + "<strange xmlns='urn:s'/><subject>S</subject></message>")
        message.body = nil
        #expect(message.bodies == [])
        var presence = Presence(show: .away, status: "Out", priority: 5)
        presence.show = nil
        presence.priority = 0
        presence.type = .unavailable
        #expect(try presence.element.xml(in: .client) == "<presence type='unavailable'><status>Out</status></presence>")
    }
}

@Suite struct ErroneousStanzaTests {
    @Test("A part without a language that is there twice is set where it is read (RFC 6121 §4.7.2.1)")
    func repeatedParts() throws {
        var presence = try Presence(
            element(
                "<presence><show xml:lang='de'>busy</show><priority xml:lang='de'>x</priority>"
                    + "<show>dnd</show><priority>1</priority></presence>"))
        #expect(presence.show == nil)
        #expect(presence.priority == 0)
        presence.show = .away
        presence.priority = 5
        #expect(presence.show == .away)
        #expect(presence.priority == 5)
        presence.show = nil
        presence.priority = 0
        #expect(presence.element.children.isEmpty)
    }

    @Test("A stanza that cannot be understood says why")
    func reasons() throws {
        guard case .invalidTo? = try errorReason("<message to='a@@b'/>") else {
            Issue.record("the address is taken")
            return
        }
        guard case .invalidFrom? = try errorReason("<presence from=''/>") else {
            Issue.record("the address is taken")
            return
        }
        #expect(try errorReason("<presence type='shy'/>") == .invalidType("shy"))
        #expect(try errorReason("<iq id='1'><a xmlns='b'/></iq>") == .invalidType(nil))
        #expect(try errorReason("<iq type='get'><a xmlns='b'/></iq>") == .missingID)
        #expect(try errorReason("<iq type='get' id='1'/>") == .payloadCount(0, wanted: 1...1))
        #expect(
            try errorReason("<iq type='set' id='1'><a xmlns='b'/><c xmlns='b'/></iq>")
                == .payloadCount(2, wanted: 1...1))
        #expect(
            try errorReason("<iq type='result' id='1'><a xmlns='b'/><c xmlns='b'/></iq>")
                == .payloadCount(2, wanted: 0...1))
        #expect(try errorReason("<iq type='result' id='1'/>") == nil)
        #expect(try errorReason("<iq type='error' id='1'/>") == nil)
    }

    @Test("It can be answered with an error")
    func answers() throws {
        let erroneous = try #require(throws: ErroneousStanza.self) {
            try Stanza(element("<iq type='get' id='1' from='a@b.example/c' to='d.example'/>"))
        }
        #expect(erroneous.id == "1")
        #expect(erroneous.from == jid("a@b.example/c"))
        #expect(erroneous.kind == .iq)
        let reply = try #require(erroneous.errorReply())
        guard case .iq(let iq)? = try Stanza(reply) else {
            Issue.record("not an IQ")
            return
        }
        #expect(iq.to == jid("a@b.example/c"))
        #expect(iq.from == jid("d.example"))
        #expect(iq.id == "1")
        #expect(iq.error?.condition == .badRequest)
        #expect(iq.error?.kind == .modify)
        #expect(iq.error?.text == "iq has 0 payloads, not 1")
    }

    @Test("The answer to an IQ without an id is an IQ with one (RFC 6120 §8.2.3)")
    func missingID() throws {
        let erroneous = try #require(throws: ErroneousStanza.self) { try Stanza(element("<iq type='get'/>")) }
        let reply = try IQ(#require(erroneous.errorReply()))
        #expect(reply.id == "")
        #expect(reply.error?.text == "iq/@id is missing")
    }

    @Test(
        "An error, a result or one from nowhere is not answered",
        arguments: [
            "<message type='error' to='a@@b'/>", "<iq type='result' id='1' to='a@@b'/>", "<message from='a@@b'/>",
        ])
    func unanswered(_ xml: String) throws {
        let erroneous = try #require(throws: ErroneousStanza.self) { try Stanza(element(xml)) }
        #expect(erroneous.errorReply() == nil)
    }
}

@Suite struct KindTests {
    @Test("A kind of stanza does not read another")
    func wrongKind() throws {
        let iq = try element("<iq type='result' id='1'/>")
        let error = try #require(throws: ErroneousStanza.self) { try Message(iq) }
        #expect(error.reason == .wrongElement)
        #expect(error.description == "<iq/> is not a message")
        #expect(throws: ErroneousStanza.self) { try Presence(iq) }
        #expect(throws: ErroneousStanza.self) { try IQ(element("<message/>")) }
        #expect(StanzaKind(iq) == .iq)
        #expect(StanzaKind(Element(Name("iq", in: "jabber:client"))) == .iq)
    }

    @Test("An answer to an error is none")
    func replyToError() throws {
        #expect(try message("<message type='error' from='a@b.example'/>").reply { Body("?") }.type == .normal)
    }
}
