import Foundation
import Testing
import XMPP

@Suite("The README")
struct ReadmeTests {
    private static let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"

    private func answers(_ stanzas: String) throws -> String {
        var echo = Echo()
        let output = try Array((Self.header + stanzas).utf8).flatMap { try echo.receive([$0]) }
        return String(decoding: output, as: UTF8.self)
    }

    @Test("Its example is the code that is tested here")
    func example() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
        let root = file.appending(path: "../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOf: file.appending(path: "ReadmeExample.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(source)```\n"))
    }

    @Test("A message is answered, in its thread and with its receipt")
    func messages() throws {
        #expect(
            try answers(
                "<message type='chat' id='7' from='r@m.example/o' xml:lang='en'><body>hi</body><body xml:lang='de'>ho</body>"
                    + "<thread>t</thread><request xmlns='urn:xmpp:receipts'/></message><message><body>no</body></message>"
            )
                == "<message to='r@m.example/o' type='chat' id='echo-1'><body>ho</body>"
                + "<received xmlns='urn:xmpp:receipts' id='7'/>"
                + "<active xmlns='http://jabber.org/protocol/chatstates'/><thread>t</thread></message>")
        let delayed = "<message type='chat'><body>a</body><delay xmlns='urn:xmpp:delay' stamp='2002-09-10T23:08:25Z'/>"
        #expect(
            try answers(delayed + "</message>").contains("<body xml:lang='de'>Gesagt um 2002-09-10T23:08:25Z</body>"))
        let undated = delayed.replacing("2002-09-10", with: "tomorrow")
        #expect(try answers(undated + "</message>").contains("<body>a</body>"))
        let twice = try answers(String(repeating: "<message type='chat'><body>a</body></message>", count: 2))
        #expect(twice.contains("id='echo-1'") && twice.contains("id='echo-2'"))
    }

    @Test("Requests are answered, each with its kind of result or error")
    func requests() throws {
        let from = "from='a@b.example/c'"
        #expect(
            try answers("<iq type='get' id='1' \(from)><ping xmlns='urn:xmpp:ping'/></iq>")
                == "<iq to='a@b.example/c' id='1' type='result'/>")
        #expect(
            try answers("<iq type='get' id='2'><query xmlns='http://jabber.org/protocol/disco#info'/></iq>")
                == "<iq id='2' type='result'><query xmlns='http://jabber.org/protocol/disco#info'>"
                + "<identity category='client' type='bot' name='Echo'/><feature var='urn:xmpp:ping'/>"
                + "<feature var='urn:xmpp:receipts'/></query></iq>")
        let query = "<query xmlns='http://jabber.org/protocol/disco#info' node='urn:x#1'"
        #expect(try answers("<iq type='get' id='2'>\(query)/></iq>").contains(query))
        #expect(try answers("<iq type='set' id='3'><x xmlns='urn:x'/></iq>").contains("service-unavailable"))
        #expect(try answers("<iq type='error' id='4'/><iq type='result' id='5'/>") == "")
    }

    @Test("Subscriptions are granted, and what is no stanza is told so")
    func others() throws {
        #expect(
            try answers("<presence type='subscribe' from='a@b.example'/><presence/>")
                == "<presence to='a@b.example' type='subscribed'/>")
        let erroneous = try answers("<iq type='get' id='1' from='a@b.example/c'/>")
        #expect(erroneous.contains("<bad-request") && erroneous.contains("iq has 0 payloads, not 1"))
    }
}
