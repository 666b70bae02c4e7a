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
}
