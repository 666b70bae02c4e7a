import Foundation
import Testing

@Suite("stanzactl lint on captures and logs")
struct LintRecordingTests {
    private let capture = Tool.capture("prosody-scram-im.pcapng")

    @Test("Findings of a capture say where and why, and end with 1")
    func text() throws {
        let run = try Tool.run("lint", capture)
        #expect(run.code == 1)
        #expect(run.errors.isEmpty)
        #expect(run.lines.count == 3)
        #expect(
            run.lines.contains(
                "\(capture): record 22, stream 1, c2s, packet 29: error: "
                    + "PLAIN sends the password without TLS. (RFC 4616 §4) [plaintext-authentication]"))
    }

    @Test("jsonl has every part of a finding under its key")
    func jsonl() throws {
        let objects = try Tool.run("lint", "--format", "jsonl", "--severity", "error", capture).objects()
        #expect(objects.count == 1)
        let object = try #require(objects.first)
        #expect(object["rule"] as? String == "plaintext-authentication")
        #expect(object["severity"] as? String == "error")
        #expect(object["reference"] as? String == "RFC 4616 §4")
        #expect(object["n"] as? Int == 22)
        #expect(object["stream"] as? Int == 1)
        #expect(object["packet"] as? Int == 29)
        #expect(object["dir"] as? String == "c2s")
        #expect((object["time"] as? String)?.hasPrefix("2026-11-30T") == true)
    }

    @Test(
        "--severity decides what is printed and what counts",
        arguments: [("info", 1, 2), ("warning", 0, 0), ("error", 0, 0)] as [(String, Int32, Int)])
    func severity(least: String, code: Int32, count: Int) throws {
        let run = try Tool.run("lint", "--severity", least, Tool.capture("prosody-dialback.pcapng"))
        #expect(run.code == code)
        #expect(run.lines.count == count)
    }

    @Test("A log is known by its lines, also from standard input")
    func log() throws {
        let log = "SENT: <iq xmlns='jabber:client' type='get'><ping xmlns='urn:xmpp:ping'/></iq>\n"
        let run = try Tool.run("lint", input: log)
        #expect(run.code == 1)
        #expect(run.lines.count == 1)
        #expect(run.output.contains("line 1: error: The iq has no ‘id’. (RFC 6120 §8.2.3) [missing-id]"))
        #expect(try Tool.run("lint", input: log.replacing("'get'", with: "'get' id='1'")).code == 0)
    }

    @Test(
        "What is no XMPP at all cannot be used, as with decode and stats",
        arguments: ["hello\nworld\n", "\u{16}\u{3}\u{1}"])
    func otherText(text: String) throws {
        for subcommand in ["lint", "decode", "stats"] {
            let run = try Tool.run(subcommand, input: text)
            #expect(run.code == 2, "\(subcommand)")
            #expect(run.errors.contains("is neither a capture nor a text with XMPP in it"))
        }
    }

    @Test("With the keys of TLS it looks inside")
    func keys() throws {
        let run = try Tool.run(
            "lint", "--keylog", Tool.capture("starttls12-noisy-key-log.keys.log"),
            Tool.capture("starttls12-noisy-key-log.pcapng"))
        #expect(run.code == 1)
        #expect(run.lines.count == 2)
        #expect(run.lines.first?.contains("TLS_RSA_WITH_AES_256_GCM_SHA384 gives no forward secrecy") == true)
    }

    @Test("A damaged capture gives what was found before, and 2")
    func damaged() throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: capture))
        data.replaceSubrange(20_000..<data.count, with: Data(repeating: 0xFF, count: 400))
        let file = try TemporaryFile(data)
        let run = try Tool.run("lint", file.url.path)
        #expect(run.code == 2)
        #expect(run.output.contains("[plaintext-authentication]"))
    }

    @Test("A log without an element that can be read is not taken for a clean one")
    func nothingReadable() throws {
        let log = String(repeating: "2026-01-01 10:00:00 DEBUG SEND: <message>\n", count: 3)
        let run = try Tool.run("lint", input: log)
        #expect(run.code == 2)
        #expect(run.errors.contains("no element in it can be read"))
    }

    @Test("What could not be decrypted is said not to have been looked at")
    func sessionsWithoutKeys() throws {
        let run = try Tool.run("lint", Tool.capture("starttls12-noisy-key-log.pcapng"))
        #expect(run.errors.contains("nothing was looked at in 2 TLS sessions without keys"))
    }
}
