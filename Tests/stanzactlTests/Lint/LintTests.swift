import Foundation
import Testing

@Suite("stanzactl lint")
struct LintTests {
    private static let header =
        "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>\n"

    @Test("A stream without a violation, closed or not, gives nothing and 0", arguments: ["", "</stream:stream>"])
    func clean(end: String) throws {
        let run = try Tool.run("lint", input: Self.header + "<message><body>hi</body></message>\n" + end)
        #expect(run.code == 0)
        #expect(run.output.isEmpty && run.errors.isEmpty)
    }

    @Test(
        "A violation is named with its place, and ends with 1",
        arguments: [
            ("<!-- -->", "restricted-xml", 0), ("<a:b/>", "not-well-formed", 0),
            ("<message></iq>", "not-well-formed", 9),
            ("<message/>text", "bad-format", 10), ("<message>&nbsp;</message>", "restricted-xml", 9),
        ] as [(String, String, Int)]
    )
    func violation(content: String, condition: String, offset: Int) throws {
        let run = try Tool.run("lint", "--format", "jsonl", input: Self.header + content)
        #expect(run.code == 1)
        let objects = try run.objects()
        #expect(objects.count == 1)
        #expect(objects.first?["condition"] as? String == condition)
        #expect(objects.first?["offset"] as? Int == Self.header.utf8.count + offset)
        #expect(objects.first?["line"] as? Int == 2)
        #expect((objects.first?["message"] as? String)?.hasSuffix(".") == true)
        #expect((objects.first?["rule"] as? String)?.contains("RFC 6120") == true)
        let text = try Tool.run("lint", input: Self.header + content)
        #expect(text.code == 1)
        #expect(
            text.output.hasPrefix("standard input: byte \(Self.header.utf8.count + offset), line 2: \(condition): "))
    }

    @Test("An input that ends within an element is no violation, but said")
    func unfinished() throws {
        let run = try Tool.run("lint", input: Self.header + "<message><body>hi")
        #expect(run.code == 0)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("ends within the element that begins at byte \(Self.header.utf8.count)"))
    }

    @Test("A stream begins anew after <success/>, and only there")
    func restart() throws {
        let success = "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"
        #expect(try Tool.run("lint", input: Self.header + success + Self.header + "<message/>").code == 0)
        let run = try Tool.run("lint", input: Self.header + "<message/>" + Self.header)
        #expect(run.code == 1)
        #expect(run.output.contains("bad-format"))
    }

    @Test("Several files are named, and one that cannot be used ends with 2")
    func files() throws {
        let wrong = try TemporaryFile(Data((Self.header + "<message></iq>").utf8))
        let right = try TemporaryFile(Data((Self.header + "<message/>").utf8))
        let paths = [right.url.path, wrong.url.path]
        let run = try Tool.run(arguments: ["lint"] + paths)
        #expect(run.code == 1)
        #expect(run.lines.count == 1 && run.output.hasPrefix(wrong.url.path + ": "))
        let objects = try Tool.run(
            arguments: ["lint", "--format", "jsonl"] + paths + ["/no/such/file", wrong.url.path])
        #expect(objects.code == 2)
        #expect(objects.errors.contains("/no/such/file"))
        #expect(try objects.objects().map { $0["file"] as? String } == [wrong.url.path, wrong.url.path])
        #expect(try Tool.run("lint", "--format", "jsonl", wrong.url.path).objects().first?["file"] == nil)
    }

    @Test("What is no XMPP is said in the same words everywhere")
    func unusable() throws {
        let file = try TemporaryFile(Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) | 0x80 }))
        let words = try ["lint", "decode", "stats", "redact"].map { name in
            let run = try Tool.run(arguments: [name, file.url.path])
            #expect(run.code == 2)
            return run.errors.split(separator: "\n").last.map(String.init)
        }
        #expect(Set(words).count == 1)
        #expect(words.first??.contains("is neither a capture nor a text with XMPP in it") == true)
    }

    @Test("White space around values of presences and around times does not count")
    func whiteSpace() throws {
        let input =
            Self.header + "<presence><show> dnd </show><priority>\n1 </priority></presence>"
            + "<message><delay xmlns='urn:xmpp:delay' stamp=' 2026-01-01T00:00:00Z '/></message>"
        let run = try Tool.run("lint", "--severity", "info", input: input)
        #expect(run.code == 0 && run.output.isEmpty, "\(run.output)")
        let decoded = try Tool.run("decode", "--format", "jsonl", input: input).objects()
        #expect(decoded.allSatisfy { $0["diagnostics"] == nil })
        let wrong = Self.header + "<presence><show> d nd </show><priority> 1 2 </priority></presence>"
        #expect(try Tool.run("lint", input: wrong).lines.count == 2)
    }
}
