import Foundation
import Testing

@testable import stanzactl

/// What one direction of a stream, as it is on the wire, tells by itself.
@Suite("stanzactl lint on a stream")
struct LintStreamTests {
    private static let attributes = "xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'"
    private static let opening = "<stream:stream \(attributes) to='a.test' version='1.0'>"
    private static let answer = "<stream:stream \(attributes) from='a.test' id='x' version='1.0'>"
    private static let sasl = "xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"

    @Test(
        "What stands before the header is a violation of its own",
        arguments: [
            ("<!-- x -->", "restricted-xml", 0), ("  <!-- x\n-->\n", "restricted-xml", 2),
            ("<!-- this is in here -->", "restricted-xml", 0), ("<!DOCTYPE a>", "restricted-xml", 0),
            ("<?pi?>", "restricted-xml", 0), ("\u{FEFF}", "not-well-formed", 0),
            ("\u{FEFF}<!-- -->", "not-well-formed", 0), (" <?xml version='1.0'?>", "restricted-xml", 1),
            ("hello", "not-well-formed", 0), ("\nhello\n", "not-well-formed", 1),
            ("\u{16}\u{3}\u{1}", "not-well-formed", 0), ("<![CDATA[x]]>", "restricted-xml", 0),
        ] as [(String, String, Int)]
    )
    func beforeHeader(text: String, condition: String, offset: Int) throws {
        let run = try Tool.run("lint", "--format", "jsonl", input: text + Self.opening + "<presence/>\n")
        #expect(run.code == 1)
        let objects = try run.objects()
        #expect(objects.count == 1)
        #expect(objects.first?["condition"] as? String == condition)
        #expect(objects.first?["offset"] as? Int == offset)
    }

    @Test("White space before the header and after the end, and a declaration at the start, are allowed")
    func allowedAround() throws {
        let stream = Self.opening + "<presence/></stream:stream>"
        for text in [" \n" + stream, "<?xml version='1.0'?>\n" + stream, stream + " \n\n"] {
            let run = try Tool.run("lint", input: text)
            #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(text)")
        }
    }

    @Test("A comment of an XML console still makes a log", arguments: ["In 04:51:48 (example)", "[12:00:00] Received"])
    func console(comment: String) throws {
        let log = "<!-- \(comment) -->\n<iq xmlns='jabber:client' type='get'><ping xmlns='urn:xmpp:ping'/></iq>\n"
        let run = try Tool.run("lint", input: log)
        #expect(run.output.contains("line 2: error: The iq has no ‘id’."))
    }

    @Test(
        "What follows the end of the stream is ignored, and told to those who ask",
        arguments: ["x", "<a/>", " <!-- -->", "\n\u{16}"])
    func afterEnd(text: String) throws {
        let stream = Self.opening + "<presence/></stream:stream>"
        #expect(try Tool.run("lint", input: stream + text).code == 0)
        let run = try Tool.run("lint", "--format", "jsonl", "--severity", "info", input: stream + text)
        #expect(run.code == 1)
        let object = try #require(try run.objects().first)
        let blank = text.prefix { $0.isWhitespace }.count
        #expect(object["offset"] as? Int == stream.utf8.count + blank)
        #expect(object["line"] as? Int == 1 + text.count { $0 == "\n" })
        #expect(object["condition"] == nil)
        #expect(object["rule"] as? String == "content-after-end")
    }

    @Test(
        "A header is judged by its name, namespaces, version and addresses",
        arguments: [
            ("<stream:stream \(attributes)>", "unsupported-version", "stream-header"),
            ("<stream:stream \(attributes) version='one'>", "unsupported-version", "stream-header"),
            ("<stream:stream \(attributes) version='2.0'>", "unsupported-version", "stream-header"),
            ("<stream:stream \(attributes) version='1.0' to='@@'>", "improper-addressing", "invalid-address"),
            ("<stream:stream \(attributes) version='1.0' from='a b@c'>", "improper-addressing", "invalid-address"),
            (
                "<stream:stream xmlns='x' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>",
                "invalid-namespace", "stream-header"
            ),
            ("<stream:stream xmlns='jabber:client' xmlns:stream='x' version='1.0'>", "invalid-namespace", "RFC 6120"),
            ("<stream:strom \(attributes) version='1.0'>", "bad-format", "RFC 6120"),
        ] as [(String, String, String)]
    )
    func header(header: String, condition: String, rule: String) throws {
        let run = try Tool.run("lint", "--format", "jsonl", input: header)
        #expect(run.code == 1)
        let objects = try run.objects()
        #expect(objects.count == 1)
        #expect(objects.first?["condition"] as? String == condition)
        #expect((objects.first?["rule"] as? String)?.hasPrefix(rule) == true)
        #expect(objects.first?["offset"] is Int && objects.first?["line"] is Int)
    }

    @Test(
        "Stanzas are judged as in a capture",
        arguments: [
            ("<message to='@@'/>", "invalid-address", "jid-malformed"),
            ("<presence from='a@'/>", "invalid-address", "jid-malformed"),
            ("<iq type='get'><ping xmlns='urn:xmpp:ping'/></iq>", "missing-id", "bad-request"),
            ("<iq type='ask' id='1'/>", "iq-payload", "bad-request"),
            ("<presence type='here'/>", "presence-value", "bad-request"),
            ("<message type='shout'/>", "message-type", "bad-request"),
            (
                "<message><delay xmlns='urn:xmpp:delay' stamp='2026-02-30T00:00:00Z'/></message>", "delay-stamp",
                "bad-request"
            ),
            ("<message xmlns='jabber:server'/>", "stanza-namespace", "invalid-namespace"),
            (
                "<stream:error><reset xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>", "stream-error",
                "reset"
            ),
        ] as [(String, String, String)]
    )
    func stanza(xml: String, rule: String, condition: String) throws {
        let text = Self.opening + "\n" + xml + "\n" + xml
        let run = try Tool.run("lint", "--severity", "info", "--format", "jsonl", input: text)
        #expect(run.code == 1)
        let objects = try run.objects()
        #expect(objects.map { $0["rule"] as? String } == [rule, rule])
        #expect(objects.map { $0["condition"] as? String } == [condition, condition])
        let start = Self.opening.utf8.count + 1
        #expect(objects.map { $0["offset"] as? Int } == [start, start + xml.utf8.count + 1])
        #expect(objects.map { $0["line"] as? Int } == [2, 3])
        let line = try Tool.run("lint", "--severity", "info", input: text).lines.first ?? ""
        #expect(line.hasPrefix("standard input: byte \(start), line 2: "))
        #expect(line.hasSuffix("[\(rule)]"))
    }

    @Test("What only both directions can tell is not told of one")
    func oneDirection() throws {
        let client =
            Self.opening + "<auth \(Self.sasl) mechanism='SCRAM-SHA-256'>biws</auth>" + Self.opening
            + "<iq type='get' id='1'><ping xmlns='urn:xmpp:ping'/></iq><iq type='result' id='2'/>"
        let server = Self.answer + "<success \(Self.sasl)/>" + Self.answer + "<iq type='result' id='1'/>"
        for stream in [client, server] {
            let run = try Tool.run("lint", "--severity", "info", input: stream)
            #expect(run.code == 0 && run.output.isEmpty, "\(run.output)")
        }
    }

    @Test("After what asks for a restart a client's header may come, however the bytes come")
    func restart() throws {
        let stream =
            Self.opening + "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/><?xml version='1.0'?>\n" + Self.opening
            + "<auth \(Self.sasl) mechanism='PLAIN'>AA==</auth>" + Self.opening + "<message to='@@'/>"
        for length in [1, 7, 100_000] {
            var linter = StreamLinter()
            for start in stride(from: 0, to: stream.utf8.count, by: length) {
                linter.receive(Array(stream.utf8.dropFirst(start).prefix(length)))
            }
            let findings = linter.takeFindings()
            #expect(linter.violation == nil)
            #expect(findings.map(\.rule) == ["invalid-address"])
            #expect(findings.map(\.place?.line) == [2])
            #expect(findings.map(\.place?.offset) == [stream.utf8.count - "<message to='@@'/>".utf8.count])
        }
        let other = Self.opening + "<auth \(Self.sasl) mechanism='PLAIN'/><presence/>" + Self.opening
        #expect(try Tool.run("lint", input: other).output.contains("bad-format"))
    }

    @Test(
        "What is wrong is told as soon as its last byte is in",
        arguments: [
            "\u{16}\u{3}\u{1}", "<!-- x -->", "<!D", "\u{FEFF}<s", opening + "x",
            "hello " + opening + "\n", opening + "<message to='@@'/>", opening + "</a>",
        ]
    )
    func promptness(text: String) throws {
        let tool = try RunningTool(["lint"])
        try tool.send(Array(text.utf8))
        #expect(try tool.readLine().hasPrefix("standard input: byte "))
    }

    @Test("An input without anything in it cannot be judged", arguments: ["lint", "fmt"])
    func empty(subcommand: String) throws {
        for (text, words) in [("", "is empty"), (" \n\t\r\n", "nothing but white space")] {
            let run = try Tool.run(subcommand, input: text)
            #expect(run.code == 2)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("standard input") && run.errors.contains(words))
        }
    }
}
