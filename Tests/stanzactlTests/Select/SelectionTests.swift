import Testing
import XMPPCapture

@testable import stanzactl

@Suite("Selecting records")
struct SelectionTests {
    private let capture = Tool.capture("prosody-scram-im.pcapng")

    private func numbers(_ options: [String], of file: String) throws -> [Int] {
        let arguments = ["decode", "--format", "jsonl"] + options + [file]
        let run = try Tool.run(arguments: arguments)
        #expect(run.code == 0, "\(run.errors)")
        return try run.objects().compactMap { $0["n"] as? Int }
    }

    private func all() throws -> [[String: Any]] {
        try Tool.run("decode", "--format", "jsonl", capture).objects()
    }

    @Test("Addresses are compared as addresses, and taken from the stream where a stanza has none")
    func addresses() throws {
        let sent = try numbers(["--from", "ALICE@example.test", "--type", "message"], of: capture)
        let messages = try all().filter { $0["name"] as? String == "message" }
        let expected = messages.filter { message in
            let from = message["from"] as? String
            let isOwn = message["dir"] as? String == "c2s" && message["stream"] as? Int == 0
            return from == nil ? isOwn : from?.hasPrefix("alice@example.test") == true
        }
        #expect(sent == expected.compactMap { $0["n"] as? Int })
        #expect(expected.contains { $0["from"] == nil } && !sent.isEmpty)
        let full = try numbers(["--from", "alice@example.test/desk", "--type", "message"], of: capture)
        #expect(full == sent)
        #expect(try numbers(["--from", "alice@example.test/other"], of: capture).isEmpty)
        let with = try numbers(["--with", "alice@example.test", "--type", "message"], of: capture)
        let to = try numbers(["--to", "alice@example.test", "--type", "message"], of: capture)
        #expect(Set(with) == Set(to).union(sent))
    }

    @Test(
        "An address is meant however it is spelt (RFC 7622)",
        arguments: [
            ("--from", "\u{E4}@stra\u{DF}e.example", [2, 3]), ("--from", "A\u{308}@XN--STRAE-OQA.example", [2, 3]),
            ("--from", "\u{C4}@stra\u{DF}e.example/B\u{FC}ro", [2]),
            ("--from", "\u{C4}@stra\u{DF}e.example/b\u{FC}ro", []),
            ("--to", "BOB@B.example.", [2, 3, 4]), ("--with", "bob@b.example", [2, 3, 4]),
            ("--with", "a@strasse.example", []),
        ] as [(String, String, [Int])])
    func spellings(option: String, address: String, expected: [Int]) throws {
        let stream = """
            <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>
            <message from='A\u{308}@Stra\u{DF}e.example/Bu\u{308}ro' to='Bob@b.example'/>
            <presence from='\u{E4}@xn--strae-oqa.example' to='bob@B.EXAMPLE/x' type='unavailable'/>
            <message from='b@c.example' to='bob@b.example/y'/>
            <message from='a@@stra\u{DF}e.example' to='c@d.example'/>

            """
        let run = try Tool.run("decode", "--format", "jsonl", option, address, input: stream)
        #expect(try run.objects().compactMap { $0["n"] as? Int } == expected)
    }

    @Test(
        "A time that there is not is refused",
        arguments: [
            "2026-02-30T00:00:00Z", "2026-04-31T00:00:00Z", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T12:00:60Z", "2026-01-15T23:59:60Z",
            "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00+0100",
            "2026-01-01T00:00:00Zx", "2026/01/01T00:00:00Z", "2026-01-01", "26-01-01T00:00:00Z", "24:00", "12:60",
            "12:00:60", "12", "12:00+01:00", "-1:00", "12:00:00.",
        ])
    func noTime(text: String) throws {
        let run = try Tool.run("decode", "--since", text, capture)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("stanzactl: decode: --since is “\(text)”, but has to be a time that there is"))
    }

    @Test(
        "Leap days, leap seconds and whatever else RFC 3339 allows are times",
        arguments: [
            "2024-02-29T00:00:00Z", "2000-02-29t00:00:00z", "2016-12-31T23:59:60Z", "2017-01-01T00:59:60.5+01:00",
            "2026-01-01 00:00:00.123456789012-00:00", "2026-01-01T00:00:00", "23:59:60", "00:00", "23:59:59.999",
        ])
    func time(text: String) throws {
        #expect(TimeBound(text) != nil)
    }

    @Test("Of two times of day the later one may begin")
    func overnight() throws {
        let window = TimeWindow(since: TimeBound("23:00"), until: TimeBound("01:00"))
        let day = { (seconds: Int64) in Timestamp(seconds: 86_400 * 20_000 + seconds, digits: 0) }
        #expect(window.contains(day(23 * 3600)) && window.contains(day(3600)) && window.contains(day(0)))
        #expect(!window.contains(day(3601)) && !window.contains(day(23 * 3600 - 1)))
        let help = try Tool.run("decode", "--help").output
        #expect(help.contains("--since 23:00 --until 01:00"))
    }

    @Test("Types are attributes or names of elements; a message without type is normal")
    func types() throws {
        let objects = try all()
        func expected(_ isWanted: ([String: Any]) -> Bool) -> [Int] {
            objects.filter(isWanted).compactMap { $0["n"] as? Int }
        }
        #expect(
            try numbers(["--type", "chat", "--type", "set"], of: capture)
                == expected { ["chat", "set"].contains($0["type"] as? String) })
        #expect(try numbers(["--type", "iq"], of: capture) == expected { $0["name"] as? String == "iq" })
        let available = try numbers(["--type", "available"], of: capture)
        #expect(available == expected { $0["name"] as? String == "presence" && $0["type"] == nil })
        #expect(!available.isEmpty)
    }

    @Test("Payloads are named by namespace, by local name or by both")
    func payloads() throws {
        let roster = try numbers(["--payload", "jabber:iq:roster"], of: capture)
        #expect(!roster.isEmpty)
        #expect(try numbers(["--payload", "{jabber:iq:roster}query"], of: capture) == roster)
        #expect(try numbers(["--payload", "{jabber:iq:roster}items"], of: capture).isEmpty)
        #expect(Set(try numbers(["--payload", "query"], of: capture)).isSuperset(of: roster))
        #expect(try !numbers(["--payload", "urn:ietf:params:xml:ns:xmpp-sasl"], of: capture).isEmpty)
    }

    @Test("Different options hold all together")
    func combined() throws {
        let receipts = try numbers(["--contains", "RECEIPT please"], of: capture)
        #expect(receipts.count == 2)
        #expect(try numbers(["--contains", "receipt please", "--stream", "0"], of: capture).count == 1)
        #expect(try numbers(["--contains", "receipt please", "--errors"], of: capture).isEmpty)
    }

    @Test("Errors are what went wrong")
    func errors() throws {
        let file = Tool.capture("prosody-stream-errors.pcapng")
        let wrong = try numbers(["--errors"], of: file)
        let objects = try Tool.run("decode", "--format", "jsonl", file).objects()
        for object in objects {
            let isError = object["kind"] as? String == "error" || object["type"] as? String == "error"
            let isFailure = ["failure", "failed"].contains(object["name"] as? String)
            if isError || isFailure { #expect(wrong.contains(object["n"] as? Int ?? 0)) }
        }
        #expect(!wrong.isEmpty && wrong.count < objects.count)
    }

    @Test("Times are moments or times of day, their bounds included")
    func times() throws {
        let objects = try all().filter { $0["time"] != nil }
        let second = "2026-11-30T04:24:43.601550324Z"
        func timed(_ isWanted: (String) -> Bool) -> [Int] {
            objects.filter { isWanted($0["time"] as? String ?? "") }.compactMap { $0["n"] as? Int }
        }
        #expect(try numbers(["--since", second], of: capture) == timed { $0 >= second })
        #expect(try numbers(["--until", second], of: capture) == timed { $0 <= second })
        #expect(try numbers(["--until", "04:24:43.601550324"], of: capture) == timed { $0 <= second })
        #expect(
            try numbers(["--since", "2026-11-30T05:24:44+01:00"], of: capture) == timed { $0 >= "2026-11-30T04:24:44" })
        #expect(try numbers(["--since", "04:25"], of: capture).isEmpty)
    }

    @Test(
        "Times of day go over midnight",
        arguments: [(82_800, true), (3600, true), (43_200, false), (79_200, true), (7200, true), (7201, false)]
            as [(Int64, Bool)])
    func midnight(second: Int64, isWithin: Bool) {
        let window = TimeWindow(since: TimeBound("22:00"), until: TimeBound("02:00:00"))
        #expect(window.contains(Timestamp(seconds: 86_400 * 20_000 + second, digits: 0)) == isWithin)
        #expect(!window.contains(nil))
    }

    @Test(
        "What is no time is none",
        arguments: ["", "noon", "25:00", "2026-11-30", "12", "-1:00", "2026-13-01T00:00:00Z"])
    func noTimes(text: String) { #expect(TimeBound(text) == nil, "\(text)") }

    @Test("Text is looked for byte by byte, A to Z alike")
    func text() {
        #expect(FoldedText("NÄCHSTE").occurs(in: "der nÄchste, bitte"))
        #expect(!FoldedText("nächste").occurs(in: "der nÄchste"))
        #expect(FoldedText("ab").occurs(in: "aab") && !FoldedText("abc").occurs(in: "ab"))
    }

    @Test("What is left out because it has no time is counted, once")
    func withoutTime() throws {
        let input = "<a xmlns='urn:a'/><b xmlns='urn:a'/><c xmlns='urn:b'/>"
        let run = try Tool.run("decode", "--since", "04:00", "--until", "05:00", "--payload", "urn:a", input: input)
        #expect(run.code == 0 && run.output.isEmpty)
        #expect(run.errors == "stanzactl: --since and --until left out 2 records without a time\n")
        #expect(try Tool.run("decode", "--payload", "urn:a", input: input).errors.isEmpty)
    }

    @Test("A bound of time can be given once", arguments: ["--since", "--until"], ["decode", "redact"])
    func twice(option: String, subcommand: String) throws {
        let run = try Tool.run(arguments: [subcommand, option, "04:00", option, "05:00"], input: "<a/>")
        #expect(run.code == 2)
        #expect(run.errors.contains("\(option) is given more than once"))
    }
}
