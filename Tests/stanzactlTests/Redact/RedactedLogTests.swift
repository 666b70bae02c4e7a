import Foundation
import Testing

/// What is redacted says of the traffic what the recording says, pseudonyms aside.
@Suite("Reading again what redact prints")
struct RedactedLogTests {
    private static func files(_ folder: String) -> [String] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(folder)
            .standardized
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { $0.contains(".pcap") || $0.hasSuffix(".log") && !$0.contains("keys") }.sorted()
            .map { url.appendingPathComponent($0).path }
    }

    private static let recordings =
        files("../../../Corpus/captures") + files("../../XMPPCaptureTests/Fixtures/layers")
        + files("../../XMPPCaptureTests/Fixtures/logs")

    private static func keys(of file: String) -> [String] {
        let log = file.prefix { $0 != "." } + ".keys.log"
        return FileManager.default.fileExists(atPath: String(log)) ? ["--keylog", String(log)] : []
    }

    private static let key = ["--key", "a key for tests"]

    private static func values(_ object: [String: Any], _ names: [String]) -> String {
        names.map { name in "\(name)=\(object[name].map { "\($0)" } ?? "-")" }.joined(separator: " ")
    }

    @Test("Findings, records, times, packets and layers are those of the recording", arguments: recordings)
    func equal(file: String) throws {
        let keys = Self.keys(of: file)
        let log = try Tool.run(arguments: ["redact"] + Self.key + keys + [file]).output
        // One with nothing of XMPP in it leaves nothing.
        guard !log.isEmpty else { return }
        func findings(_ arguments: [String], _ input: String) throws -> (Int32, [String]) {
            let options = ["--severity", "info", "--format", "jsonl"]
            let run = try Tool.run(arguments: ["lint"] + options + arguments, input: input)
            let names = ["rule", "severity", "stream", "dir", "packet", "n", "time", "condition", "reference"]
            return (run.code, try run.objects().map { Self.values($0, names) }.sorted())
        }
        let (before, after) = (try findings(keys + [file], ""), try findings(["-"], log))
        #expect(after.1 == before.1)
        #expect(after.0 == before.0)
        func records(_ arguments: [String], _ input: String) throws -> [String] {
            let run = try Tool.run(arguments: ["decode", "--format", "jsonl"] + arguments, input: input)
            let names = ["n", "stream", "dir", "kind", "time", "packets", "layer", "bytes"]
            return try run.objects().map { Self.values($0, names) }
        }
        #expect(try records(["-"], log) == records(keys + [file], ""))
    }

    @Test("Redacting what was redacted changes nothing but the pseudonyms")
    func twice() throws {
        let file = Tool.capture("prosody-stream-errors.pcapng")
        let once = try Tool.run(arguments: ["redact"] + Self.key + [file]).output
        let twice = try Tool.run(arguments: ["redact"] + Self.key, input: once).output
        func shape(_ log: String) -> [[Substring]] {
            log.split(separator: "\n").map { Array($0.split(separator: " ").prefix(5)) }
        }
        #expect(shape(twice) == shape(once))
        #expect(!once.isEmpty)
    }

    @Test("A password sent in clear is an error still, and what is wrong with values stays so")
    func severity() throws {
        let log = """
            #0 p4 → [open] <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='a.test' version='1.0'>
            #0 p5 → <auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>AGEAYg==</auth>
            #0 p6 → <message xmlns='jabber:client' to='@@'/>
            #0 p6 → <message xmlns='jabber:client' to='a@b/'/>
            #0 p6 → <presence xmlns='jabber:client'><priority>-300</priority><show>here</show></presence>
            #0 p6 → <presence xmlns='jabber:client'><priority>-7</priority></presence>
            #0 p7 → <iq xmlns='urn:other' type='get' id='1'/>
            #0 p8 → <iq xmlns='jabber:client' type='get' id='1'><ping xmlns='urn:xmpp:ping'/></iq>
            #0 p8 → <iq xmlns='jabber:client' type='get' id='2'><ping xmlns='urn:xmpp:ping'/></iq>

            """
        func rules(_ log: String) throws -> [String] {
            try Tool.run("lint", "--severity", "info", "--format", "jsonl", input: log).objects().map {
                Self.values($0, ["rule", "severity", "n"])
            }
        }
        let redacted = try Tool.run(arguments: ["redact"] + Self.key, input: log).output
        #expect(try rules(redacted) == rules(log))
        #expect(try rules(log).contains("rule=plaintext-authentication severity=error n=2"))
        #expect(!redacted.contains("AGEAYg"))
    }
}
