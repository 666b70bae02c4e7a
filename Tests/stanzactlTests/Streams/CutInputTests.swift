import Foundation
import Testing

/// Inputs that end too early, or have nothing in them that can be used.
@Suite("Cut and useless input")
struct CutInputTests {
    private static let arguments = [
        ["stats"], ["lint", "--severity", "info"], ["redact"], ["redact", "--format", "jsonl"],
    ]

    private func capture(_ length: Int? = nil) throws -> Data {
        let data = try Data(contentsOf: URL(fileURLWithPath: Tool.capture("prosody-scram-im.pcapng")))
        return length.map { data.prefix($0) } ?? data
    }

    @Test("That a capture is cut is said on standard error, and what is before is used", arguments: arguments)
    func cut(arguments: [String]) throws {
        let file = try TemporaryFile(try capture(20_001))
        let run = try Tool.run(arguments: arguments + [file.url.path])
        #expect(run.code == (arguments[0] == "lint" ? 1 : 0))
        #expect(!run.output.isEmpty)
        #expect(run.errors.contains("\(file.url.path): the last record is cut at the end of the file, at byte "))
        let whole = try TemporaryFile(try capture())
        #expect(try Tool.run(arguments: arguments + [whole.url.path]).errors.isEmpty)
    }

    @Test("A file that is cut in its header is of no use", arguments: [["decode"]] + arguments)
    func cutHeader(arguments: [String]) throws {
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]
        for (bytes, words) in [(gzip, "gzip data is cut"), (Array(gzip.prefix(3)), "gzip data is cut")] {
            let file = try TemporaryFile(Data(bytes))
            let run = try Tool.run(arguments: arguments + [file.url.path])
            #expect(run.code == 2)
            #expect(run.errors.contains(words), "\(run.errors)")
        }
        let file = try TemporaryFile(try capture(14))
        let run = try Tool.run(arguments: arguments + [file.url.path])
        #expect(run.code == 2)
        #expect(run.errors.contains("the file header is cut"))
    }

    @Test("Where nothing but faults is found, that is said", arguments: [["decode"], ["stats"]])
    func onlyFaults(arguments: [String]) throws {
        let run = try Tool.run(arguments: arguments, input: String(repeating: "<a>", count: 100_000))
        #expect(run.code == 2)
        #expect(run.errors == "stanzactl: standard input: no element in it can be read\n")
    }

    @Test("A line of a summary is bounded, and shows where it was cut; other formats have all")
    func boundedSummary() throws {
        let long = String(repeating: "x", count: 5000)
        let marked = "<active xmlns='http://jabber.org/protocol/chatstates'/>"
        let xml =
            "<message xmlns='jabber:client' from='\(long)@a.test' type='\(long)' to='b@b.test'><body>hi</body>"
            + String(repeating: marked, count: 2000) + "<delay xmlns='urn:xmpp:delay' stamp='\(long)'/></message>\n"
            + "<presence xmlns='jabber:client'><!-- --></presence>"
        let summary = try Tool.run("decode", input: xml)
        #expect(summary.lines.allSatisfy { $0.count < 2000 })
        #expect(summary.lines.first?.contains("x… → b@b.test “hi”") == true)
        let objects = try Tool.run("decode", "--format", "jsonl", input: xml).objects()
        #expect(objects.first?["type"] as? String == long)
        #expect((objects.first?["diagnostics"] as? [String])?.isEmpty == false)
        #expect(try Tool.run("decode", "--format", "pretty", input: xml).output.contains("from='\(long)@a.test'"))
    }
}
