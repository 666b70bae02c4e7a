import Foundation
import Testing

@Suite("stanzactl redact")
struct RedactTests {
    private let key = ["--key", "a key for tests"]

    private func redact(_ options: [String], _ file: String) throws -> Tool.Run {
        let run = try Tool.run(arguments: ["redact"] + options + [file])
        #expect(run.code == 0, "\(run.errors)")
        return run
    }

    @Test(
        "What it prints is decoded to as many stanzas of the same kinds, at the same times",
        arguments: [
            "prosody-scram-im.pcapng", "prosody-dialback.pcapng", "prosody-sm-resume.pcapng",
            "prosody-component-vlan.pcap",
            "prosody-stream-errors.pcapng", "slixmpp-direct-tls13-embedded-keys.pcapng",
        ])
    func again(capture: String) throws {
        let file = Tool.capture(capture)
        let log = try redact(key, file).output
        let before = try Tool.run("decode", "--format", "jsonl", file).objects()
        let after = try Tool.run("decode", "--format", "jsonl", input: log).objects()
        func facts(_ objects: [[String: Any]]) -> [String] {
            objects.filter { ["stanza", "nonza", "stream-open"].contains($0["kind"] as? String) }.map { object in
                ["time", "dir", "kind", "name", "type"].map { object[$0] as? String ?? "" }.joined(separator: " ")
            }
        }
        #expect(facts(after) == facts(before))
        #expect(!facts(before).isEmpty)
    }

    @Test("No address, body or identifier of a capture is in it", arguments: [[], ["--format", "jsonl"]])
    func nothingSurvives(options: [String]) throws {
        let file = Tool.capture("prosody-scram-im.pcapng")
        let output = try redact(key + options, file).output
        for secret in ["alice", "bob", "example.test", "receipt please", "line one", "prosody", "127.0.0.1", "desk"] {
            #expect(!output.contains(secret), "\(secret)")
        }
        for object in try Tool.run("decode", "--format", "jsonl", file).objects() {
            if let id = object["id"] as? String, !id.isEmpty { #expect(!output.contains("'\(id)'")) }
        }
    }

    @Test("The key makes pseudonyms that last; without one they are new each time")
    func keys() throws {
        let file = Tool.capture("prosody-scram-im.pcapng")
        #expect(try redact(key, file).output == redact(key, file).output)
        #expect(try redact([], file).output != redact([], file).output)
    }

    @Test("Connections of several files are told apart, and files are not named")
    func files() throws {
        let file = Tool.capture("prosody-scram-im.pcapng")
        let run = try Tool.run(arguments: ["redact"] + key + [file, file])
        let streams = Set(run.lines.compactMap { $0.split(separator: " ").first { $0.hasPrefix("#") } })
        #expect(streams == ["#0", "#1", "#2", "#3"])
        let json = try Tool.run(arguments: ["redact", "--format", "jsonl"] + key + [file, file])
        #expect(Set(try json.objects().compactMap { $0["file"] as? String }) == ["file 1", "file 2"])
    }

    @Test("Plain XML stays plain XML")
    func plain() throws {
        let run = try Tool.run(
            "redact", "--key", "12345678", input: "<message xmlns='jabber:client'><body>hi</body></message>")
        #expect(run.lines.count == 1)
        #expect(run.output.hasPrefix("<message xmlns='jabber:client'><body>x-"))
    }

    @Test(
        "What could not be read of plain XML is there as comments, and decode and lint find it again",
        arguments: [
            "<message to='b@a.test'><body>hi</bod></message><message to='c@a.test'/>", "<message to='b@a.test'><body>",
            "<!-- no -->\n<message to='c@a.test'/>", "<message to='b@a.test'>&x;</message>", "<a:b/>", "<message/>",
        ])
    func plainFaults(tail: String) throws {
        let input =
            "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>\n"
            + "<message to='a@a.test'><body>hi</body></message>\n" + tail
        let redacted = try Tool.run("redact", "--key", "12345678", input: input).output
        func records(_ text: String) throws -> [String] {
            try Tool.run("decode", "--format", "jsonl", input: text).objects().map { object in
                ["kind", "name", "message", "bytes"].map { "\(object[$0] ?? "-")" }.joined(separator: " ")
            }
        }
        #expect(try records(redacted) == records(input))
        func found(_ text: String) throws -> [String] {
            let run = try Tool.run("lint", "--format", "jsonl", input: text)
            let ends = run.errors.contains("ends within the element")
            return try run.objects().map { "\($0["condition"] ?? "-") \($0["rule"] ?? "-")" } + ["\(run.code) \(ends)"]
        }
        #expect(try found(redacted) == found(input))
        #expect(
            try Tool.run("redact", "--key", "12345678", input: redacted).lines.count
                == redacted.split(separator: "\n").count)
    }
}
