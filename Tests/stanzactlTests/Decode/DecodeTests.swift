import Foundation
import Testing
import XMLStream

@Suite("stanzactl decode")
struct DecodeTests {
    private let session = Tool.fixture("session.xml")
    private let capture = Tool.capture("prosody-scram-im.pcapng")

    @Test("jsonl: every key of the schema that a capture has a value for, of the right type")
    func jsonl() throws {
        let run = try Tool.run("decode", "--format", "jsonl", capture)
        #expect(run.code == 0)
        let objects = try run.objects()
        #expect(objects.map { $0["n"] as? Int } == Array(1...objects.count))
        let kinds = Set(objects.compactMap { $0["kind"] as? String })
        #expect(kinds == ["stream-open", "stream-close", "stanza", "nonza"])
        let message = try #require(
            objects.first { $0["name"] as? String == "message" && ($0["payloads"] as? [String])?.count == 3 })
        #expect(message["ns"] as? String == "jabber:client")
        #expect(message["type"] as? String == "chat")
        #expect(message["to"] as? String == "bob@example.test/phone")
        #expect(message["from"] == nil)
        #expect(message["dir"] as? String == "c2s")
        #expect(message["stream"] as? Int == 0)
        #expect((message["packets"] as? [Int])?.count == 1)
        #expect((message["offset"] as? Int ?? 0) > 0)
        #expect((message["time"] as? String)?.wholeMatch(of: /2026-11-30T04:24:43\.\d{9}Z/) != nil)
        #expect(
            message["payloads"] as? [String] == [
                "{jabber:client}body", "{urn:xmpp:receipts}request", "{http://jabber.org/protocol/chatstates}active",
            ])
        #expect(message["layer"] == nil && message["diagnostics"] == nil)
    }

    @Test("jsonl: the XML of each record parses on its own and is what its keys say")
    func xmlOfRecords() throws {
        for object in try Tool.run("decode", "--format", "jsonl", "--show-secrets", capture).objects() {
            guard let xml = object["xml"] as? String else {
                #expect(object["kind"] as? String == "stream-close")
                continue
            }
            let found = try elements(xml)
            #expect(found.count == 1)
            #expect(found.first?.localName == object["name"] as? String)
            #expect(found.first?.namespace.rawValue == object["ns"] as? String)
            #expect(found.first?.attribute(.id) == object["id"] as? String)
        }
    }

    @Test("jsonl: logs have lines, errors and gaps say what they are")
    func errors() throws {
        let run = try Tool.run("decode", "--format", "jsonl", Tool.capture("qxmpp-snaplen-nanoseconds.pcap.gz"))
        let objects = try run.objects()
        let gaps = objects.filter { $0["kind"] as? String == "gap" }
        #expect(!gaps.isEmpty)
        #expect(gaps.allSatisfy { ($0["bytes"] as? Int ?? 0) > 0 && $0["xml"] == nil && $0["name"] == nil })
        for error in objects where error["kind"] as? String == "error" {
            #expect((error["message"] as? String)?.isEmpty == false)
        }
        let lines = try Tool.run("decode", "--format", "jsonl", session).objects().map { $0["line"] as? Int }
        #expect(lines.prefix(4) == [1, 2, 3, 4])
    }

    @Test(
        "Secrets are masked in every format, unless they are asked for",
        arguments: ["summary", "pretty", "xml", "jsonl"])
    func secrets(format: String) throws {
        let masked = try Tool.run("decode", "--format", format, session)
        #expect(masked.code == 0)
        #expect(!masked.output.contains("wonderland"))
        #expect(!masked.output.contains("AGFsaWNl"))
        #expect(masked.output.contains("hello"))
        guard format != "summary" else { return }
        #expect(masked.output.contains("***</password>"))
        let shown = try Tool.run("decode", "--format", format, "--show-secrets", session)
        #expect(shown.output.contains("<password>wonderland</password>"))
        #expect(shown.output.contains(">AGFsaWNlAHNlY3JldC1hbGljZQ==</auth>"))
    }

    @Test("summary is one line a record")
    func summary() throws {
        let run = try Tool.run("decode", session)
        #expect(run.lines.count == 5)
        #expect(run.lines[0].hasSuffix("stream open to example.test"))
        #expect(run.lines[1].hasSuffix("sasl auth PLAIN"))
        #expect(run.lines[2].hasSuffix("message chat → bob@example.test “hello” +receipt request"))
        #expect(run.lines[3].hasSuffix("iq set registration alice"))
        #expect(run.lines[4].hasSuffix("stream close"))
        let captured = try Tool.run("decode", capture).lines
        #expect(captured[0].contains("2026-11-30T04:24:43.067757619Z #0 → stream open"))
        #expect(captured[1].contains(" #0 ← stream open from example.test id "))
    }

    @Test("pretty is the line, and the element indented without what goes without saying")
    func pretty() throws {
        let run = try Tool.run("decode", "--format", "pretty", session)
        let expected = """
             message chat → bob@example.test “hello” +receipt request
              <message to='bob@example.test' type='chat' id='m1'>
                <body>hello</body>
                <request xmlns='urn:xmpp:receipts'/>
              </message>


            """
        #expect(run.output.contains(expected))
    }

    @Test("xml is one element a line, each parsing on its own; the rest goes to standard error")
    func xml() throws {
        let run = try Tool.run("decode", "--format", "xml", Tool.capture("slixmpp-midstream-start.pcap"))
        #expect(run.lines.count == 27)
        for line in run.lines { #expect(try elements(line).count == 1) }
        #expect(run.errors.contains("gap of"))
    }

    @Test("Colours are there on demand, and not for a pipe")
    func color() throws {
        #expect(try !Tool.run("decode", "--format", "pretty", session).output.contains("\u{1B}"))
        let colored = try Tool.run("decode", "--format", "pretty", "--color", "always", session).output
        #expect(colored.contains("\u{1B}["))
        #expect(
            try colored.replacing(/\u{1B}\[\d+m/, with: "") == Tool.run("decode", "--format", "pretty", session).output)
    }

    @Test("--stream selects connections, and the numbers of records stay what they were")
    func stream() throws {
        let all = try Tool.run("decode", "--format", "jsonl", capture).lines
        let first = try Tool.run("decode", "--format", "jsonl", "--stream", "0", capture).lines
        let second = try Tool.run("decode", "--format", "jsonl", "--stream=1", capture).lines
        #expect(!first.isEmpty && !second.isEmpty)
        #expect(Set(first).isDisjoint(with: second))
        #expect(Set(first).union(second) == Set(all))
        let both = try Tool.run("decode", "--format", "jsonl", "--stream", "0", "--stream", "1", capture).lines
        #expect(both == all)
    }

    @Test("Several files are decoded one after the other, what is readable among them at any rate")
    func severalFiles() throws {
        let run = try Tool.run("decode", "--format", "jsonl", session, "/no/such/file", session)
        #expect(run.code == 2)
        let objects = try run.objects()
        #expect(objects.count == 10)
        #expect(objects.map { $0["n"] as? Int } == Array(1...10))
        #expect(objects.allSatisfy { $0["file"] as? String == session })
    }

    @Test("A damaged capture gives what is whole, then a message and 2")
    func damaged() throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: Tool.capture("tiny-segments-loopback.pcap")))
        let whole = try Tool.run("decode", "--format", "jsonl", Tool.capture("tiny-segments-loopback.pcap"))
        let middle = try #require(
            data.range(of: Data("</mechanism>".utf8), in: 0..<data.count) ?? data.range(of: Data("stream".utf8)))
        data.replaceSubrange(middle.upperBound + 200..<data.count, with: Data(repeating: 0xFF, count: 400))
        let file = try TemporaryFile(data)
        let run = try Tool.run("decode", "--format", "jsonl", file.url.path)
        #expect(run.code == 2)
        #expect(run.errors.hasPrefix("stanzactl: \(file.url.path): byte "))
        #expect(whole.lines.count > run.lines.count)
    }

    @Test(
        "A text in which nothing but errors is found cannot be used, either",
        arguments: ["<message><body>hal", "<a><b></a>", "<message></iq>"])
    func onlyErrors(input: String) throws {
        let run = try Tool.run("decode", input: input)
        #expect(run.code == 2)
        #expect(run.output.contains("error"))
        #expect(run.errors == "stanzactl: standard input: no element in it can be read\n")
        #expect(try Tool.run("stats", input: input).code == 2)
    }

    @Test(
        "What is neither a capture nor has XMPP in it cannot be used",
        arguments: ["", "GET / HTTP/1.1\r\n\r\n", "\u{1}\u{2}"])
    func nothing(input: String) throws {
        let run = try Tool.run("decode", input: input)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("stanzactl: standard input: is "))
    }

    @Test("What a growing input brings is printed before more is asked for")
    func growingInput() throws {
        let process = Tool.process(["decode", "--format", "xml"])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for number in 1...3 {
            try input.fileHandleForWriting.write(contentsOf: Data("<message id='\(number)'/>\n".utf8))
            var line = Data()
            while line.last != 0x0A, let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
                line += byte
            }
            #expect(String(decoding: line, as: UTF8.self) == "<message xmlns='jabber:client' id='\(number)'/>\n")
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(
        "Without keys, what is said of TLS has a time and a packet",
        arguments: ["libstrophe-starttls13-chacha20.pcapng", "prosody-wss-https-bosh.pcap"])
    func notes(capture: String) throws {
        let objects = try Tool.run("decode", "--format", "jsonl", Tool.capture(capture)).objects()
        let notes = objects.filter { $0["kind"] as? String == "note" }
        #expect(notes.contains { ($0["message"] as? String)?.contains("TLS 1.3, TLS_") == true })
        #expect(notes.allSatisfy { $0["time"] != nil && $0["packets"] != nil })
    }
}
