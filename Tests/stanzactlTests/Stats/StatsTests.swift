import Foundation
import Testing

@Suite("stanzactl stats")
struct StatsTests {
    private let capture = Tool.capture("prosody-sm-resume.pcapng")

    @Test("text: each stream, and the total if there are several")
    func text() throws {
        let run = try Tool.run("stats", capture)
        #expect(run.code == 0)
        #expect(run.lines.filter { $0.hasPrefix("stream ") }.count == 3)
        #expect(run.lines.contains { $0.hasPrefix("total of 3 streams, ") })
        #expect(run.output.contains("acknowledgements of →: 1, at most 5 stanzas behind"))
        #expect(run.output.contains("    → 6 × message chat, 852 bytes\n"))
        #expect(try !Tool.run("stats", Tool.capture("tiny-segments-loopback.pcap")).output.contains("total"))
    }

    @Test("json is one object with what text says")
    func json() throws {
        let run = try Tool.run("stats", "--format", "json", capture)
        #expect(run.lines.count == 1)
        let object = try #require(try run.objects().first)
        let streams = try #require(object["streams"] as? [[String: Any]])
        let total = try #require(object["total"] as? [String: Any])
        #expect(streams.map { $0["stream"] as? Int } == [0, 1, 2])
        let sides = streams.map { ($0["c2s"] as? [String: Any])?["stanzas"] as? Int ?? 0 }
        #expect((total["c2s"] as? [String: Any])?["stanzas"] as? Int == sides.reduce(0, +))
        let requests = try #require(total["requests"] as? [String: Any])
        #expect(requests["count"] as? Int == 6)
        let times = try #require(requests["round_trip"] as? [String: Any])
        let values = ["min", "p50", "p90", "p99", "max"].compactMap { times[$0] as? Double }
        #expect(values.count == 5 && values == values.sorted() && values[0] > 0)
        let wire = try #require(total["wire"] as? [String: Any])
        #expect((wire["tcp"] as? [String: Any])?["c2s"] as? Int == 4506)
        #expect(wire["tls"] == nil)
    }

    @Test(
        "Of the name of a BOSH session only the beginning is shown, which tells it apart", arguments: ["stats", "lint"])
    func session(command: String) throws {
        let capture = Tool.capture("../../Tests/XMPPCaptureTests/Fixtures/layers/prosody-bosh-http.pcapng")
        let records = try Tool.run("decode", "--format", "xml", "--show-secrets", capture).output
        let name = try #require(records.firstMatch(of: /sid='([^']+)'/)).1
        #expect(name.count > 16)
        for format in command == "stats" ? ["text", "json"] : ["text", "jsonl"] {
            let run = try Tool.run(command, "--format", format, capture)
            #expect(run.output.contains(name.prefix(8)))
            #expect(!run.output.contains(name))
        }
        for format in ["summary", "pretty", "xml", "jsonl", "html"] {
            #expect(try !Tool.run("decode", "--format", format, capture).output.contains(name))
        }
    }

    @Test("Several files are told apart and added up; what cannot be read ends with 2")
    func files() throws {
        let run = try Tool.run("stats", "--format", "json", capture, "/no/such/file", capture)
        #expect(run.code == 2)
        #expect(run.errors.contains("/no/such/file"))
        let object = try #require(try run.objects().first)
        let streams = try #require(object["streams"] as? [[String: Any]])
        #expect(streams.count == 6)
        #expect(streams.allSatisfy { $0["file"] as? String == capture })
        let requests = (object["total"] as? [String: Any])?["requests"] as? [String: Any]
        #expect(requests?["count"] as? Int == 12)
    }

    @Test("What TLS adds is measured, with the keys")
    func tls() throws {
        let run = try Tool.run(
            "stats", "--keylog", Tool.capture("libstrophe-starttls13-chacha20.keys.log"),
            Tool.capture("libstrophe-starttls13-chacha20.pcapng"))
        #expect(run.output.contains(/TLS: \d+ bytes for \d+, 1\d\d(\.\d)? % of what is inside/))
    }

    @Test("What has no XMPP in it cannot be measured", arguments: ["", "hello\n"])
    func nothing(input: String) throws {
        let run = try Tool.run("stats", input: input)
        #expect(run.code == 2)
        #expect(run.errors.hasPrefix("stanzactl: standard input: is "))
    }

    @Test(
        "Of plain XML nothing is measured, and nothing printed", arguments: ["text", "json"],
        ["<message xmlns='jabber:client'/>", "<message", "<message></iq>"])
    func plain(format: String, input: String) throws {
        let run = try Tool.run("stats", "--format", format, input: input)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.split(separator: "\n").count == 1)
    }
}
